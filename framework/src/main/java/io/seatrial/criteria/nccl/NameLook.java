package io.seatrial.criteria.nccl;

import io.seatrial.criteria.nccl.Tables.Kind;
import io.seatrial.criteria.nccl.Tables.NameRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Looks at the name of a variable: whether anything reads it in the release that is judged. */
final class NameLook {
    private final Tables tables;
    private final Remarks remarks;

    NameLook(Tables tables, Remarks remarks) {
        this.tables = tables;
        this.remarks = remarks;
    }

    /** Say what is wrong with it; return the variable where its value is worth a look. */
    Optional<Variable> look() {
        String name = remarks.line().name();
        NameRule rule = tables.names().get(name);
        Variable variable = tables.variables().get(name);
        if (rule != null) {
            say(rule);
        } else if (variable == null) {
            unknown(name);
        } else {
            lifetime(variable);
        }
        return remarks.hasError() ? Optional.empty() : Optional.ofNullable(variable);
    }

    private void say(NameRule rule) {
        if (rule.from().isPresent()
                && remarks.release().isPresent()
                && !remarks.release().get().reaches(rule.from().get())) {
            Optional.ofNullable(tables.variables().get(rule.name())).ifPresent(this::lifetime);
            return;
        }
        String key = "name." + rule.kind().name().toLowerCase(Locale.ROOT);
        String meant = rule.instead().isPresent() ? "name.instead" : "name.remove";
        List<String> values =
                new ArrayList<>(List.of("why", rule.why().map(why -> ": " + why).orElse("")));
        rule.instead().ifPresent(instead -> values.addAll(List.of("instead", instead)));
        rule.from().ifPresent(from -> values.addAll(List.of("from", from.text())));
        remarks.add(rule.severity(), key, meant, values.toArray(String[]::new));
        if (rule.kind() == Kind.DEPRECATED) {
            Optional.ofNullable(tables.variables().get(rule.name())).ifPresent(this::lifetime);
        }
    }

    private void lifetime(Variable variable) {
        Optional<Release> release = remarks.release();
        if (release.filter(of -> !of.reaches(variable.first())).isPresent()) {
            remarks.add(
                    Severity.ERROR,
                    "name.not-yet",
                    "release",
                    release.get().text(),
                    "first",
                    variable.first().text());
        }
        variable.last()
                .filter(last -> release.map(of -> of.isAfter(last)).orElse(true))
                .ifPresent(last -> {
                    Severity severity = release.isPresent() ? Severity.ERROR : Severity.WARNING;
                    remarks.add(severity, "name.gone", "last", last.text());
                });
    }

    /** What was begun and not ended is nearer than another name of the same length. */
    private Optional<String> begun(String name) {
        return tables.variables().keySet().stream()
                .filter(known -> known.startsWith(name + "_"))
                .min(Comparator.comparingInt(String::length));
    }

    private void unknown(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (tables.otherReader(name).isPresent()) {
            return;
        }
        if (!name.equals(upper) && tables.variables().containsKey(upper)) {
            remarks.add(Severity.ERROR, "name.case", "nearest", upper);
            return;
        }
        remarks.add(
                Severity.WARNING,
                "name.unknown",
                "nearest",
                begun(name).orElseGet(() -> Guess.of(name, tables.variables().keySet())));
    }
}
