package io.seatrial.inventory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A port of an RDMA device.
 *
 * @param host name of its host
 * @param device RDMA device, for example {@code mlx5_0}
 * @param number port number of the device, from 1
 * @param netdev network interface, empty where not declared
 * @param address address of the data network that leaves by this port
 * @param rail number of the rail, where the fabric has rails
 * @param plane number of the plane, for NICs that speak on several planes
 * @param numa NUMA node of the NIC
 * @param bond name of the bond that it is part of
 * @param rate rated speed, bit/s
 * @param links ids of its 1..n links: two for a bond to two leaves, several for a multi-plane NIC
 * @param pcie the slot as it is meant to be; empty where not declared
 */
public record RdmaPort(
        String host,
        String device,
        int number,
        String netdev,
        String address,
        OptionalInt rail,
        OptionalInt plane,
        OptionalInt numa,
        Optional<String> bond,
        long rate,
        List<String> links,
        Optional<PciLink> pcie) {
    public RdmaPort {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(address, "address");
        if (rate <= 0) {
            throw new IllegalArgumentException(
                    "port " + host + "/" + device + ": rate: expected more than 0, got " + rate);
        }
        links = List.copyOf(links);
        Objects.requireNonNull(pcie, "pcie");
    }

    /** Make a port of which no slot is declared. */
    public RdmaPort(
            String host,
            String device,
            int number,
            String netdev,
            String address,
            OptionalInt rail,
            OptionalInt plane,
            OptionalInt numa,
            Optional<String> bond,
            long rate,
            List<String> links) {
        this(host, device, number, netdev, address, rail, plane, numa, bond, rate, links, Optional.empty());
    }

    /** Return {@code host/device}, with the port number only where it is not 1: the name in every report. */
    public String id() {
        return host + "/" + name();
    }

    /** Return the same without the host: the name that the port has on its own host. */
    public String name() {
        return name(device, number);
    }

    /** Return {@code device}, with the port number only where it is not 1. */
    public static String name(String device, long number) {
        return number == 1 ? device : device + ":" + number;
    }
}
