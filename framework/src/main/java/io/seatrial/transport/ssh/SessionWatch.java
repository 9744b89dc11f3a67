package io.seatrial.transport.ssh;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.apache.sshd.client.session.AbstractClientSession;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;

/** Follows every session: asks for the host key types that are known, and keeps the first reason for an end. */
final class SessionWatch implements SessionListener {
    @Override
    public void sessionNegotiationOptionsCreated(Session session, Map<KexProposalOption, String> proposal) {
        Attempt attempt = Attempt.of(session);
        attempt.reach(Attempt.Stage.CONNECTED);
        proposal.computeIfPresent(
                KexProposalOption.SERVERKEYS, (option, offered) -> HostKeyTypes.order(offered, attempt.keys()));
    }

    @Override
    public void sessionPeerIdentificationReceived(Session session, String version, List<String> extraLines) {
        Attempt.of(session).reach(Attempt.Stage.IDENTIFIED);
    }

    @Override
    public void sessionNegotiationEnd(
            Session session,
            Map<KexProposalOption, String> clientProposal,
            Map<KexProposalOption, String> serverProposal,
            Map<KexProposalOption, String> negotiatedOptions,
            Throwable reason) {
        // A certificate's principals are compared with this address; behind a bastion the real one would be 127.0.0.1.
        Attempt attempt = Attempt.of(session);
        ((AbstractClientSession) session)
                .setConnectAddress(InetSocketAddress.createUnresolved(
                        attempt.principal(), attempt.server().port()));
    }

    @Override
    public void sessionEvent(Session session, Event event) {
        if (event == Event.KeyEstablished) {
            Attempt.of(session).reach(Attempt.Stage.KEYS_EXCHANGED);
        }
    }

    @Override
    public void sessionException(Session session, Throwable reason) {
        Attempt.of(session).note(reason);
    }

    @Override
    public void sessionDisconnect(Session session, int reason, String message, String language, boolean initiator) {
        String who = initiator ? "this side" : "the server";
        Attempt.of(session).note(new SshException(reason, who + " ended the session: " + message));
    }
}
