package io.seatrial.inventory;

import java.util.regex.Pattern;

/** What a name may look like, so that ids made of names can be taken apart again: no slash, tilde, angle bracket, comma or blank. */
enum Names {
    NODE("letters, digits, '.', '_' and '-', beginning with a letter or digit", "[A-Za-z0-9][A-Za-z0-9._-]*"),
    DEVICE("letters, digits, '.', '_' and '-', beginning with a letter or digit", "[A-Za-z0-9][A-Za-z0-9._-]*"),
    /** Ports of switches carry slashes and colons: {@code et-0/0/1:2}. */
    SWITCH_PORT(
            "letters, digits, '.', '_', ':', '/' and '-', beginning with a letter or digit",
            "[A-Za-z0-9][A-Za-z0-9._:/-]*"),
    /** What looks like an IPv4 address has to be one: a template such as {@code 10.0.0.{n}} runs past 255 with the 256th host. */
    ADDRESS(
            "an IPv4 address with four numbers up to 255, an IPv6 address or a host name",
            "(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?!$)|$)){4}|(?![0-9.]+$)[A-Za-z0-9._:%-]+"),
    VARIABLE("the name of an environment variable", "[A-Za-z_][A-Za-z0-9_]*");

    private final String expected;
    private final Pattern pattern;

    Names(String expected, String pattern) {
        this.expected = expected;
        this.pattern = Pattern.compile(pattern);
    }

    boolean fits(String name) {
        return pattern.matcher(name).matches();
    }

    String expected() {
        return expected;
    }
}
