package io.seatrial.formats;

/** Names of ports as EOS prints them in tables ({@code Et1/1/1}, {@code Po7}) and everywhere else ({@code Ethernet1/1/1}). */
final class EosPort {
    private EosPort() {}

    static String longName(String printed) {
        if (printed.matches("Et\\d.*")) {
            return "Ethernet" + printed.substring(2);
        }
        return printed.matches("Po\\d.*") ? "Port-Channel" + printed.substring(2) : printed;
    }
}
