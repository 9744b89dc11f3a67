package io.seatrial.report.signoff;

import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import com.openhtmltopdf.util.XRLog;
import io.seatrial.measurement.Message;
import io.seatrial.report.Texts;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/**
 * Prints a page to PDF. The letters are those of Liberation Sans, which PDFBox brings along and which knows Latin, Greek and Cyrillic; what
 * it does not know is printed as a question mark, and the print says so.
 */
public final class PrintedPage {
    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final String FAMILY = "Liberation Sans";
    private static final String END = "</body>";
    private static final char LAST_ASCII = 0x7e;

    private PrintedPage() {}

    /**
     * Print.
     *
     * @param page well-formed XHTML that loads nothing
     */
    public static byte[] pdf(String page) {
        XRLog.setLoggingEnabled(false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new PdfRendererBuilder()
                    .useFont(PrintedPage::font, FAMILY)
                    // an archival form takes no font that is not in the file, so none of this machine's are looked for
                    .usePdfAConformance(PdfRendererBuilder.PdfAConformance.PDFA_2_B)
                    .useColorProfile(ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData())
                    .withHtmlContent(printable(page), null)
                    .toStream(out)
                    .run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot print the page of the record: " + e, e);
        }
        return out.toByteArray();
    }

    private static InputStream font() {
        return Objects.requireNonNull(
                PrintedPage.class.getResourceAsStream(FONT), "font " + FONT + ": missing from the program");
    }

    private static String printable(String page) throws IOException {
        StringBuilder text = new StringBuilder();
        long unknown = 0;
        try (TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(font()))) {
            CmapLookup known = font.getUnicodeCmapLookup();
            for (int letter : page.codePoints().toArray()) {
                boolean has = letter <= LAST_ASCII || known.getGlyphId(letter) != 0;
                text.appendCodePoint(has ? letter : '?');
                unknown += has ? 0 : 1;
            }
        }
        if (unknown == 0) {
            return text.toString();
        }
        String note = Texts.sentence(Message.of("signoff.letters", "letters", unknown));
        int end = text.lastIndexOf(END);
        return text.insert(end, "<p>" + note + "</p>").toString();
    }
}
