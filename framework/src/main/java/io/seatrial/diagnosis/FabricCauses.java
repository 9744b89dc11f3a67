package io.seatrial.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Every cause that what was read of links, ports and switches allows, in no order. */
final class FabricCauses {
    private final Collection<Reading> readings;
    private final Wiring wiring;
    private final FabricWording wording;

    FabricCauses(Collection<Reading> readings, Wiring wiring, FabricWording wording) {
        this.readings = readings;
        this.wiring = wiring;
        this.wording = wording;
    }

    List<Cause> causes() {
        Complaints complaints = new Complaints(readings);
        List<Cause> causes = new ArrayList<>();
        causes.addAll(new CountedCauses(complaints, wiring, readings, wording).causes());
        causes.addAll(new MisplacedCables(complaints, wiring, wording).causes());
        causes.addAll(new PauseCauses(complaints, wiring, readings, wording).causes());
        causes.addAll(new DeafNics(complaints, wiring, new Mutes(wiring), wording).causes(readings));
        return causes;
    }
}
