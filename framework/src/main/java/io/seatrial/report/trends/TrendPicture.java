package io.seatrial.report.trends;

import io.seatrial.archive.history.OfRounds;
import io.seatrial.archive.history.Trend;
import io.seatrial.report.Texts;
import io.seatrial.report.picture.TrendChart;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;

/** Turns a series into its picture. */
public final class TrendPicture {
    private TrendPicture() {}

    /**
     * Return the picture of a series.
     *
     * @throws IllegalArgumentException if no run gave a value
     */
    public static String of(Trend trend) {
        return TrendChart.svg(new TrendChart.Story(
                trend.subject() + ": " + trend.of().metric().id(),
                trend.of().metric().unit(),
                trend.points().stream().map(TrendPicture::dot).toList(),
                usual(trend.values()),
                List.of(
                        trend.of().ask() + ", " + trend.of().cluster() + ", "
                                + trend.of().conditions(),
                        Texts.text("trends.legend"))));
    }

    private static TrendChart.Dot dot(Trend.Point point) {
        return new TrendChart.Dot(
                point.run().run(),
                point.run().started().atZone(ZoneOffset.UTC).toLocalDate().toString(),
                point.asked(),
                point.value().map(value -> new TrendChart.Value(value.median(), value.least(), value.most())));
    }

    /** The last value is what one looks at; it is no part of what is usual. */
    private static OptionalLong usual(List<OfRounds> values) {
        List<Long> earlier = values.subList(0, Math.max(0, values.size() - 1)).stream()
                .map(OfRounds::median)
                .sorted()
                .toList();
        return earlier.isEmpty() ? OptionalLong.empty() : OptionalLong.of(earlier.get((earlier.size() - 1) / 2));
    }
}
