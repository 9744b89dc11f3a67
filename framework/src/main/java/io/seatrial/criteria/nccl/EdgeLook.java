package io.seatrial.criteria.nccl;

/** Looks at both ends of a text: NCCL takes quotes and blanks that reach it for a part of the value. Numbers are looked at elsewhere. */
final class EdgeLook {
    private final Variable variable;
    private final Remarks remarks;

    EdgeLook(Variable variable, Remarks remarks) {
        this.variable = variable;
        this.remarks = remarks;
    }

    /** Say what is wrong with the ends; where something is, the value between them is not judged further. */
    boolean spoils() {
        if (variable.reading() == Variable.Reading.INTEGER) {
            return false;
        }
        String value = remarks.value();
        String bare = bare(value.strip());
        if (value.strip().matches("(?s)[\"'].*|.*[\"']")) {
            remarks.add(Severity.ERROR, "value.quote", bare.isEmpty() ? "name.remove" : "value.quote", values(bare));
            return true;
        }
        if (isPlainText() && !value.equals(value.strip())) {
            remarks.add(Severity.ERROR, "value.blank", bare.isEmpty() ? "name.remove" : "value.blank", values(bare));
            return true;
        }
        return false;
    }

    /** The level of logging has a sentence of its own, and blanks part the numbers of a list. */
    private boolean isPlainText() {
        return variable.reading() == Variable.Reading.TEXT
                && !variable.name().equals("NCCL_DEBUG")
                && !remarks.value().matches("[0-9 ]+");
    }

    /** What stands between the quotes; behind the second there may be a comment, which no conf file knows. */
    private static String bare(String value) {
        return value.replaceFirst("(?s)^([\"'])(.*?)\\1.*", "$2")
                .replaceAll("^[\"']+|[\"']+$", "")
                .strip();
    }

    private static String[] values(String bare) {
        return new String[] {"bare", bare};
    }
}
