package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ranks of one agent, one on each NIC of gpu-02: what the ranks before them connect to is the fabric's. */
class RanksTest {
    private static final String FIRST = "127.77.1.2";
    private static final String SECOND = "127.77.2.2";

    @TempDir
    private Path folder;

    private LabStand stand;

    @BeforeEach
    void start() throws IOException {
        stand = new LabStand(folder);
    }

    @AfterEach
    void stop() throws Exception {
        stand.close();
    }

    private ServerSocket behind(String address) throws IOException {
        ServerSocket socket = stand.keep(new ServerSocket());
        socket.bind(new InetSocketAddress(address, 0));
        return socket;
    }

    private static String ready(int id, int rank, String address, int port) {
        return "{\"ev\":\"ready\",\"id\":" + id + ",\"rank\":" + rank + ",\"address\":\"" + address + "\",\"port\":"
                + port + ",\"reached_by\":[" + (rank - 1) + "]}";
    }

    private Socket connect(String from, String to, int port) throws IOException {
        Socket socket = stand.keep(new Socket());
        socket.bind(new InetSocketAddress(from, 0));
        socket.connect(new InetSocketAddress(to, port));
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static int portOf(String line) {
        return Integer.parseInt(line.replaceAll(".*\"port\":(\\d+).*", "$1"));
    }

    @Test
    void each_rank_has_an_entrance_of_its_own_that_ends_with_its_request() throws IOException {
        ServerSocket first = behind(FIRST);
        ServerSocket second = behind(SECOND);
        LabClient.Standing agent = stand.stand(
                "gpu-02",
                "echo '" + ready(1, 2, FIRST, first.getLocalPort()) + "'; echo '"
                        + ready(2, 3, SECOND, second.getLocalPort())
                        + "'; read line; echo '{\"ev\":\"done\",\"id\":1,\"rc\":0}'; cat");
        String one = agent.line();
        String other = agent.line();
        assertThat(one).contains("\"rank\":2").contains("\"reached_by\":[1]");
        assertThat(other).contains("\"rank\":3").contains("\"reached_by\":[2]");
        assertThat(portOf(one)).isNotEqualTo(first.getLocalPort());
        assertThat(portOf(other)).isNotEqualTo(second.getLocalPort());
        connect("127.77.1.1", FIRST, portOf(one));
        connect("127.77.2.1", SECOND, portOf(other));
        assertThat(first.accept().getInetAddress().getHostAddress()).isEqualTo("127.77.1.1");
        assertThat(second.accept().getInetAddress().getHostAddress()).isEqualTo("127.77.2.1");
        agent.say("done");
        assertThat(agent.line()).contains("\"done\"");
        await().atMost(LabStand.SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> connect("127.77.1.1", FIRST, portOf(one)))
                        .isInstanceOf(IOException.class));
        connect("127.77.2.3", SECOND, portOf(other));
        assertThat(second.accept().getInetAddress().getHostAddress()).isEqualTo("127.77.2.3");
    }

    @Test
    void a_rank_that_both_ranks_of_a_host_connect_to_sees_each_come_from_its_own_nic() throws IOException {
        ServerSocket behind = behind(FIRST);
        LabClient.Standing agent =
                stand.stand("gpu-02", "echo '" + ready(1, 2, FIRST, behind.getLocalPort()) + "'; cat");
        int port = portOf(agent.line());
        connect("127.77.1.3", FIRST, port);
        assertThat(behind.accept().getInetAddress().getHostAddress()).isEqualTo("127.77.1.3");
        connect("127.77.2.3", FIRST, port);
        assertThat(behind.accept().getInetAddress().getHostAddress()).isEqualTo("127.77.2.3");
    }
}
