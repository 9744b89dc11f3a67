/**
 * Everything of Allure: the results of a run with identities that stay the same in every run, its extras, its history, and the HTML file
 * that the generator makes of them in a process of its own.
 * Test code sees only {@link io.seatrial.report.allure.AllureSession} and what it hands out.
 * It must not know connections, criteria or how a test is found.
 */
package io.seatrial.report.allure;
