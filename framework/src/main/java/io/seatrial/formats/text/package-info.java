/**
 * What the readers share: lines freed of their terminal (line ends, colours, pagers, prompts), cells that may be unknown, tables, strict
 * JSON, counter arithmetic, and the one way to say where a text is not what it should be.
 * It must not know any single format.
 */
package io.seatrial.formats.text;
