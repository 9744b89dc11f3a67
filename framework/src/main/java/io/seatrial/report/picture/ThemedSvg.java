package io.seatrial.report.picture;

/**
 * Writes one SVG picture that follows the reader's light or dark setting, on a page and as a file of its own. Colours stand in its style and
 * are named by class; hatching is drawn line by line, because a pattern that stands in a folded part of a page is not painted elsewhere.
 */
final class ThemedSvg {
    /** Blue and orange of Okabe and Ito, which people with any colour vision tell apart; lighter ones of the same hue on dark ground. */
    private static final String STYLE = """
            .st{--g:#ffffff;--i:#1c2126;--s:#5b6670;--l:#d8dde2;--a:#0072b2;--b:#c04f00;--w:#5b6670;--h:#8a949d;\
            --z:#e9edf1;--1:#fde9c4;--2:#fbc47b;--3:#ee8d35;--4:#bf560f;--5:#6f2604}
            @media(prefers-color-scheme:dark){.st{--g:#14181c;--i:#e6eaee;--s:#9aa6b0;--l:#333b43;--a:#56b4e9;--b:#f5a35c;\
            --w:#9aa6b0;--h:#7d8892;--z:#232a31;--1:#46300f;--2:#7a4a10;--3:#b96c16;--4:#ec9a3c;--5:#ffdca3}}
            .st-g{fill:var(--g)}.st-i{fill:var(--i)}.st-s{fill:var(--s)}.st-l{stroke:var(--l);fill:none}
            .st-w{fill:var(--w);fill-opacity:.15}.st-v{fill:var(--w);fill-opacity:.07}.st-e{stroke:var(--w);stroke-opacity:.6;fill:none}
            .st-a{stroke:var(--a);stroke-width:2;fill:none}.st-b{stroke:var(--b);stroke-width:2;stroke-dasharray:5 2;fill:none}
            .st-r{stroke:var(--i);stroke-width:1.5;stroke-dasharray:2 2;fill:none}.st-h{stroke:var(--h);fill:none}
            .st-z{fill:var(--z)}.st-1{fill:var(--1)}.st-2{fill:var(--2)}.st-3{fill:var(--3)}.st-4{fill:var(--4)}.st-5{fill:var(--5)}
            .st-o{fill:none;stroke:var(--l)}.st-t{pointer-events:all}.st-d{fill:var(--i)}.st-k{fill:var(--g)}
            """;

    private final StringBuilder out = new StringBuilder();

    ThemedSvg(double width, double height, String title, String description) {
        this(width, height, title, description, "");
    }

    /** @param style further classes, whose colours have a light and a dark form too */
    ThemedSvg(double width, double height, String title, String description, String style) {
        String size = Svg.n(Math.ceil(width)) + "\" height=\"" + Svg.n(Math.ceil(height));
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"st\" width=\"")
                .append(size)
                .append("\" viewBox=\"0 0 ")
                .append(Svg.n(Math.ceil(width)))
                .append(' ')
                .append(Svg.n(Math.ceil(height)))
                .append("\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n<title>")
                .append(Svg.escaped(title))
                .append("</title>\n<desc>")
                .append(Svg.escaped(description))
                .append("</desc>\n<style>")
                .append(STYLE)
                .append(style)
                .append("</style>\n");
        rect(0, 0, Math.ceil(width), Math.ceil(height), "st-g");
    }

    ThemedSvg rect(double x, double y, double width, double height, String css) {
        return rect(x, y, width, height, css, "");
    }

    /** Draw a rectangle that tells its title when it is pointed at. */
    ThemedSvg rect(double x, double y, double width, double height, String css, String title) {
        out.append("<rect x=\"").append(Svg.n(x)).append("\" y=\"").append(Svg.n(y));
        out.append("\" width=\"").append(Svg.n(width)).append("\" height=\"").append(Svg.n(height));
        out.append("\" class=\"").append(css).append('"');
        return titled("rect", title);
    }

    ThemedSvg line(double x1, double y1, double x2, double y2, String css) {
        return path("M" + Svg.n(x1) + " " + Svg.n(y1) + "L" + Svg.n(x2) + " " + Svg.n(y2), css);
    }

    ThemedSvg path(String data, String css) {
        out.append("<path d=\"").append(data).append("\" class=\"").append(css).append("\"/>\n");
        return this;
    }

    /** Hatch a rectangle: nobody knows what is there. */
    ThemedSvg hatch(double x, double y, double width, double height) {
        StringBuilder lines = new StringBuilder();
        for (double at = 5; at < width + height; at += 5) {
            double right = Math.min(at, width);
            double left = Math.max(0, at - height);
            lines.append('M').append(Svg.n(x + left)).append(' ').append(Svg.n(y + at - left));
            lines.append('L').append(Svg.n(x + right)).append(' ').append(Svg.n(y + at - right));
        }
        return path(lines.toString(), "st-h");
    }

    /**
     * Write a text.
     *
     * @param anchor {@code start}, {@code middle} or {@code end}
     * @param more further attributes, made here and not from outside
     */
    ThemedSvg text(double x, double y, String anchor, String css, String text, String more) {
        out.append("<text x=\"").append(Svg.n(x)).append("\" y=\"").append(Svg.n(y));
        out.append("\" text-anchor=\"").append(anchor).append("\" class=\"").append(css);
        out.append('"').append(more.isEmpty() ? "" : " ").append(more).append('>');
        out.append(Svg.escaped(text)).append("</text>\n");
        return this;
    }

    ThemedSvg text(double x, double y, String anchor, String css, String text) {
        return text(x, y, anchor, css, text, "");
    }

    /** Close the picture and return it. */
    String finish() {
        return out + "</svg>\n";
    }

    private ThemedSvg titled(String tag, String title) {
        if (title.isEmpty()) {
            out.append("/>\n");
        } else {
            out.append("><title>")
                    .append(Svg.escaped(title))
                    .append("</title></")
                    .append(tag)
                    .append(">\n");
        }
        return this;
    }
}
