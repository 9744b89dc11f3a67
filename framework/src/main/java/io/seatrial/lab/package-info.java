/**
 * The virtual cluster: SSH hosts on loopback addresses, their NIC trees, and a user-space fabric with rate, delay and bounded queues
 * between them, with faults to inject. It makes the product runnable anywhere and shows that each fault is found.
 * It must not know how the product measures or judges, and nobody but the command line and tests imports it.
 */
package io.seatrial.lab;
