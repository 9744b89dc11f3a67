package io.seatrial.report.picture;

import io.seatrial.report.Texts;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes one SVG picture; texts are escaped, numbers have at most two decimals and a point, whatever the locale. */
final class Svg {
    static final String INK = "#222222";
    static final String SOFT = "#666666";
    static final String GRID = "#dddddd";

    private final StringBuilder out = new StringBuilder();

    /** Start a picture with a white ground, so that it can be read on a dark page too. */
    Svg(int width, int height, String title, String description) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width)
                .append("\" height=\"");
        out.append(height).append("\" viewBox=\"0 0 ").append(width).append(' ').append(height);
        out.append("\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n<title>")
                .append(escaped(title));
        out.append("</title>\n<desc>").append(escaped(description)).append("</desc>\n");
        out.append("<defs><pattern id=\"no-value\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">");
        out.append("<rect width=\"6\" height=\"6\" fill=\"#f2f2f2\"/><path d=\"M0 6 6 0\" stroke=\"#999999\"/>");
        out.append("</pattern></defs>\n");
        rect(0, 0, width, height, "#ffffff");
        text(16, 24, "start", INK, title, "font-size=\"15\" font-weight=\"bold\"");
    }

    Svg rect(double x, double y, double width, double height, String fill) {
        out.append("<rect x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y))
                .append("\" width=\"")
                .append(n(width));
        out.append("\" height=\"")
                .append(n(height))
                .append("\" fill=\"")
                .append(fill)
                .append("\"/>\n");
        return this;
    }

    Svg line(double x1, double y1, double x2, double y2, Stroke stroke) {
        return path("M" + n(x1) + " " + n(y1) + "L" + n(x2) + " " + n(y2), stroke);
    }

    Svg path(String data, Stroke stroke) {
        out.append("<path d=\"")
                .append(data)
                .append("\" fill=\"none\" stroke=\"")
                .append(stroke.colour());
        out.append("\" stroke-width=\"").append(n(stroke.width())).append('"');
        if (!stroke.dash().isEmpty()) {
            out.append(" stroke-dasharray=\"").append(stroke.dash()).append('"');
        }
        out.append("/>\n");
        return this;
    }

    Svg text(double x, double y, String anchor, String fill, String text) {
        return text(x, y, anchor, fill, text, "");
    }

    /**
     * Write a text.
     *
     * @param anchor {@code start}, {@code middle} or {@code end}
     * @param more further attributes, made here and not from outside
     */
    Svg text(double x, double y, String anchor, String fill, String text, String more) {
        out.append("<text x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y))
                .append("\" text-anchor=\"")
                .append(anchor);
        out.append("\" fill=\"")
                .append(fill)
                .append('"')
                .append(more.isEmpty() ? "" : " ")
                .append(more)
                .append('>');
        out.append(escaped(text)).append("</text>\n");
        return this;
    }

    /** Put in a picture of pixels that are not smoothed when they are enlarged. */
    Svg pixels(double x, double y, double width, double height, String base64Png) {
        out.append("<image x=\"")
                .append(n(x))
                .append("\" y=\"")
                .append(n(y))
                .append("\" width=\"")
                .append(n(width));
        out.append("\" height=\"").append(n(height)).append("\" preserveAspectRatio=\"none\"");
        out.append(" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,")
                .append(base64Png);
        out.append("\"/>\n");
        return this;
    }

    /** Close the picture and return it. */
    String finish() {
        return out + "</svg>\n";
    }

    /** Write a number with at most two decimals and without a trailing zero. */
    static String n(double value) {
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }

    static String escaped(String text) {
        return Texts.printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
