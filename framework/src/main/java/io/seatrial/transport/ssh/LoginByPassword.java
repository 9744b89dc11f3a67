package io.seatrial.transport.ssh;

import java.util.List;
import org.apache.sshd.client.auth.UserAuth;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractive;
import org.apache.sshd.client.auth.password.UserAuthPassword;
import org.apache.sshd.client.session.ClientSession;

/**
 * Logs in by the one password that the settings name, and not at all where they name none. Switches that ask for it as a question
 * (keyboard-interactive) get it as the answer, but only where the plain method was not offered: a wrong password counts once.
 */
final class LoginByPassword {
    private LoginByPassword() {}

    static List<UserAuthFactory> methods() {
        return List.of(new Plain(), new AsAnswer());
    }

    private static boolean hasPassword(ClientSession session) {
        return Attempt.of(session).credentials().password().isPresent();
    }

    private static final class Plain implements UserAuthFactory {
        @Override
        public String getName() {
            return UserAuthPassword.NAME;
        }

        @Override
        public UserAuth createUserAuth(ClientSession session) {
            return new UserAuthPassword() {
                @Override
                protected boolean sendAuthDataRequest(ClientSession asking, String service) throws Exception {
                    if (!hasPassword(asking)) {
                        return false;
                    }
                    Attempt.of(asking).tryPassword();
                    return super.sendAuthDataRequest(asking, service);
                }
            };
        }
    }

    private static final class AsAnswer implements UserAuthFactory {
        @Override
        public String getName() {
            return UserAuthKeyboardInteractive.NAME;
        }

        @Override
        public UserAuth createUserAuth(ClientSession session) {
            return new UserAuthKeyboardInteractive() {
                @Override
                protected boolean sendAuthDataRequest(ClientSession asking, String service) throws Exception {
                    return hasPassword(asking)
                            && !Attempt.of(asking).passwordTried()
                            && super.sendAuthDataRequest(asking, service);
                }
            };
        }
    }
}
