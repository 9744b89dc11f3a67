package io.seatrial.run;

import java.util.Objects;

/**
 * What a collective of one tenant keeps beside another tenant; parameters stand in {@code criteria.yaml} under the same id.
 *
 * @param ask id, for example {@code tenants.isolation}
 */
public record TenantQuestion(String ask) {
    public TenantQuestion {
        Objects.requireNonNull(ask, "ask");
    }
}
