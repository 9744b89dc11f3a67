package io.seatrial.inventory;

import java.util.Comparator;

/** Orders names as people do: digits by their value, so that {@code leaf-9} comes before {@code leaf-10}. */
public enum NaturalOrder implements Comparator<String> {
    /** The only one. */
    INSTANCE;

    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endA = chunkEnd(a, i);
            int endB = chunkEnd(b, j);
            int order = compareChunks(a.substring(i, endA), b.substring(j, endB));
            if (order != 0) {
                return order;
            }
            i = endA;
            j = endB;
        }
        return i < a.length() ? 1 : j < b.length() ? -1 : a.compareTo(b);
    }

    private static int chunkEnd(String text, int start) {
        if (!isDigit(text.charAt(start))) {
            return start + 1;
        }
        int end = start;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static int compareChunks(String a, String b) {
        if (!isDigit(a.charAt(0)) || !isDigit(b.charAt(0))) {
            return a.compareTo(b);
        }
        String shortA = withoutZeros(a);
        String shortB = withoutZeros(b);
        int byLength = Integer.compare(shortA.length(), shortB.length());
        return byLength != 0 ? byLength : shortA.compareTo(shortB);
    }

    private static String withoutZeros(String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
