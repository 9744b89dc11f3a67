package io.seatrial.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.seatrial.criteria.nccl.Finding;
import io.seatrial.criteria.nccl.NcclLint;
import io.seatrial.criteria.nccl.Release;
import io.seatrial.criteria.nccl.Severity;
import java.util.List;

/** Findings of a lint as JSON, and their count in words. */
final class LintText {
    private LintText() {}

    static ObjectNode json(NcclLint lint) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.put("release", lint.release().map(Release::text).orElse(null));
        all.put("sign_off", lint.signOff());
        return all;
    }

    static ObjectNode json(LintFile.Read read) {
        NcclLint.Source source = read.source();
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", source.name())
                .put("form", source.form().text())
                .put("variables", source.variables())
                .put("unread_line", read.unread() == 0 ? null : read.unread());
    }

    /** Say how a file was read, and where nothing was, that this is no word for it. */
    static String form(LintFile.Read read) {
        NcclLint.Source source = read.source();
        String form = "read as: " + source.form().words();
        if (read.unread() > 0) {
            return source.name() + ":" + read.unread()
                    + ": cannot tell: the line speaks of NCCL, but no setting was read ("
                    + form + "); say the form with --as, or lint the environment of the started process:"
                    + " seatrial lint nccl /proc/PID/environ";
        }
        return source.name() + ": " + form + (source.variables() == 0 ? "; nothing is set for NCCL here" : "");
    }

    static ArrayNode json(List<Finding> findings) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        findings.forEach(finding -> all.addObject()
                .put("severity", finding.severity().text())
                .put("rule", finding.rule())
                .put("source", finding.source())
                .put("line", finding.line())
                .put("variable", finding.variable())
                .put("value", finding.value())
                .put("does", finding.does())
                .put("meant", finding.meant().orElse(null)));
        return all;
    }

    static String count(List<Finding> findings) {
        return number(findings, Severity.ERROR, "error") + ", " + number(findings, Severity.WARNING, "warning") + ", "
                + number(findings, Severity.INFO, "remark");
    }

    private static String number(List<Finding> findings, Severity severity, String word) {
        long count = findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
        return count + " " + word + (count == 1 ? "" : "s");
    }

    /** Say for which releases was judged; of those that are newer than the facts nobody here knows anything. */
    static String releases(NcclLint lint) {
        return lint.release()
                .map(release -> release.text()
                        + (release.isAfter(Release.NEWEST)
                                ? " by what is known up to " + Release.NEWEST.text() + ": what came later is not known"
                                : ""))
                .orElse("all releases from 2.3.5 to " + Release.NEWEST.text());
    }
}
