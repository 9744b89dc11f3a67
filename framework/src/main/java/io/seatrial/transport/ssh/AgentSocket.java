package io.seatrial.transport.ssh;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * An agent behind a Unix socket (draft-miller-ssh-agent): each message is a length of 4 bytes and that many bytes. The library brings the
 * messages, and asks for one subclass per kind of connection.
 */
final class AgentSocket extends AbstractAgentProxy {
    // the largest answer that OpenSSH's agent gives
    private static final int LARGEST_ANSWER = 256 * 1024;

    private final SocketChannel channel;

    private AgentSocket(SocketChannel channel) {
        super(null);
        this.channel = channel;
    }

    static AgentSocket connect(String path) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(path));
            return new AgentSocket(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    "the agent at " + path + " (SSH_AUTH_SOCK) does not answer; start ssh-agent, or name key files", e);
        }
    }

    @Override
    protected synchronized Buffer request(Buffer buffer) throws IOException {
        ByteBuffer question = ByteBuffer.wrap(buffer.array(), buffer.rpos(), buffer.available());
        while (question.hasRemaining()) {
            channel.write(question);
        }
        int length = read(4).getInt();
        if (length < 1 || length > LARGEST_ANSWER) {
            throw new IOException("the agent answered with " + length + " B; expected 1.." + LARGEST_ANSWER);
        }
        return new ByteArrayBuffer(read(length).array());
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(length);
        while (answer.hasRemaining()) {
            if (channel.read(answer) < 0) {
                throw new EOFException("the agent closed the connection in the middle of an answer");
            }
        }
        return answer.flip();
    }
}
