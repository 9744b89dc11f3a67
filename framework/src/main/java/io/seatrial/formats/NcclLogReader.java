package io.seatrial.formats;

import io.seatrial.formats.NcclLog.Abort;
import io.seatrial.formats.NcclLog.DisabledPair;
import io.seatrial.formats.NcclLog.Hca;
import io.seatrial.formats.NcclLog.Report;
import io.seatrial.formats.NcclLog.SocketInterface;
import io.seatrial.formats.NcclLog.SuspectLink;
import io.seatrial.formats.NcclLog.Timeout;
import io.seatrial.formats.NcclLog.Warning;
import io.seatrial.formats.text.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects what {@link NcclLog} tells, line by line. A message is looked at by its first words before any pattern is tried. */
final class NcclLogReader {
    /** So many warnings and completion errors are kept: a job that fails repeats them without end. */
    static final int KEPT = 1000;

    private static final Pattern ENV = Pattern.compile("\\b([NR]CCL_\\w+) set by environment to (.*?)\\.?\\s*$");
    // PORT, with rail and plane behind it in 2.29 and later. A list that is cut has no blank behind its last whole
    // entry.
    private static final Pattern HCA =
            Pattern.compile(" \\[(\\d{1,4})\\]([^\\s:]+):(\\d{1,3})(?::\\d*){0,2}/(\\w+)(?=\\s)");
    private static final Pattern OOB = Pattern.compile("; OOB ([^\\s:]+):(\\S+)<\\d+>");
    private static final Pattern SOCKET = Pattern.compile(" \\[\\d+\\]([^\\s:]+):(\\S+)<\\d+>");
    private static final Pattern DIRECT = Pattern.compile("GPU Direct RDMA (Enabled|Disabled) for HCA \\d+ '([^']+)'");
    private static final Pattern DIRECT_OLD = Pattern.compile(
            "GPU Direct RDMA Disabled for GPU (?:(\\d{1,4})\\[([0-9a-f]+)\\]|([0-9a-f]{3,})(?:\\[(\\d{1,4})\\])?|(\\d{1,4})) / HCA (\\d{1,4})\\b");
    private static final Pattern RANKS = Pattern.compile(" nranks (\\d{1,8}) .*- Init (START|COMPLETE)");
    private static final Pattern TIMEOUT = Pattern.compile(
            "(?:Rank (\\d{1,8})\\] ?)?"
                    + "((?:Watchdog caught collective operation timeout|(?:NCCL|Process group) watchdog thread terminated with exception).*)");
    /** The words of seatrial-probe (wire/FORMAT.md, collectives), and those of files that were kept before it counted warnings. */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "(?:\\.\\.\\. )?(\\d{1,10}) lines (?:more are not shown|are left out)(?:, (\\d{1,10}) of them warnings)?\\s*");

    private static final String INFO = "] NCCL INFO ";
    private static final String NETWORK = "Using network ";

    private final Set<String> hosts = new LinkedHashSet<>();
    private final Set<String> loggers = new LinkedHashSet<>();
    private final Map<String, String> networks = new LinkedHashMap<>();
    private final Map<String, List<Hca>> hcas = new LinkedHashMap<>();
    private final Map<String, Boolean> truncated = new LinkedHashMap<>();
    private final Map<String, Boolean> direct = new LinkedHashMap<>();
    private final Set<DisabledPair> disabled = new LinkedHashSet<>();
    private final Map<String, String> env = new TreeMap<>();
    private final Set<String> models = new LinkedHashSet<>();
    private final List<NcclCompletionError> errors = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final NcclJobReader job = new NcclJobReader();
    private final Set<SocketInterface> sockets = new LinkedHashSet<>();
    private final Set<String> versions = new LinkedHashSet<>();
    private final List<Abort> aborts = new ArrayList<>();
    private final Map<Integer, Timeout> timeouts = new LinkedHashMap<>();
    private String lastHost = "";
    private boolean isVersionCut;
    private long linesLeftOut;
    private long warningsLeftOut;
    private Boolean libraryMissing;
    private Boolean relaxedOrdering;
    private String oobInterface;
    private String oobAddress;
    private Integer ranks;
    private Boolean initComplete;
    private Boolean pluginMissing;
    private Boolean emptyGids;
    private long warningCount;

    /** Take a whole line. */
    void take(Line line) {
        if (isBulkOfKnownHost(line.text())) {
            return;
        }
        Optional<NcclLine> logged = NcclLine.of(line);
        if (logged.isPresent()) {
            take(logged.get());
        } else {
            besides(line);
        }
    }

    /** Take the last line, which is cut: only a list of devices can be read as far as it goes. */
    void takeCut(Line line) {
        isVersionCut = NcclLine.version(line.text()) != null;
        NcclLine.of(line)
                .filter(cut -> cut.message().startsWith("NET/IB : Using"))
                .ifPresent(cut -> {
                    seen(cut.host());
                    if (!hcas.containsKey(cut.host())) {
                        devices(cut);
                        truncated.put(cut.host(), true);
                    }
                });
    }

    private void besides(Line line) {
        CollectiveDevice.of(line).ifPresent(device -> {
            hosts.add(device.host());
            if (device.gpu() != null) {
                models.add(device.gpu());
            }
        });
        version(line.text());
        timeout(line.text());
        leftOut(line.text());
    }

    /** Where warnings are not counted, each line may have been one. */
    private void leftOut(String text) {
        Matcher found = text.contains(" lines ") ? LEFT_OUT.matcher(text) : null;
        if (found != null && found.matches()) {
            linesLeftOut += Long.parseLong(found.group(1));
            warningsLeftOut += Long.parseLong(found.group(2) == null ? found.group(1) : found.group(2));
        }
    }

    private void version(String text) {
        String version = versions.size() < KEPT ? NcclLine.version(text) : null;
        if (version != null) {
            versions.add(version);
        }
    }

    /** The line comes again where the exception is thrown and where it is caught. */
    private void timeout(String text) {
        Matcher found = text.contains("atchdog ") && timeouts.size() < KEPT ? TIMEOUT.matcher(text) : null;
        if (found != null && found.find()) {
            Integer rank = found.group(1) == null ? null : Integer.valueOf(found.group(1));
            timeouts.putIfAbsent(rank, new Timeout(rank, found.group(2).strip()));
        }
    }

    private void abort(NcclLine line) {
        if (line.message().contains(" - Abort COMPLETE") && aborts.size() < KEPT) {
            aborts.add(new Abort(line.host(), line.gpu(), line.message()));
        }
    }

    private void take(NcclLine line) {
        seen(line.host());
        String text = line.message();
        if (line.isWarning()) {
            warn(line);
        }
        if (isBulk(text, 0)) {
            return;
        }
        job.take(line);
        network(line);
        version(text);
        settings(text);
        direct(line);
        start(text);
        abort(line);
    }

    /** Tell without taking the line apart whether it adds nothing: most lines of a large log end here. */
    private boolean isBulkOfKnownHost(String text) {
        int level = text.indexOf(INFO);
        if (level < 0 || !isBulk(text, level + INFO.length())) {
            return false;
        }
        int colon = text.indexOf(':');
        return text.startsWith(lastHost) && colon == lastHost.length() || loggers.contains(text.substring(0, colon));
    }

    /** The lines that make a log large: channels, rings, and one for each call of a collective. */
    private static boolean isBulk(String text, int from) {
        return NcclJobReader.isBulk(text, from)
                || text.startsWith("Trees ", from)
                || text.startsWith(": opCount ", text.indexOf(':', from));
    }

    /** Most lines of a log come from the host of the line before. */
    private void seen(String host) {
        if (!host.equals(lastHost)) {
            hosts.add(host);
            loggers.add(host);
            lastHost = host;
        }
    }

    private void warn(NcclLine line) {
        warningCount++;
        if (warnings.size() < KEPT) {
            warnings.add(new Warning(line.host(), line.gpu(), line.file(), line.message()));
        }
        if (errors.size() < KEPT) {
            NcclCompletionError.of(line).ifPresent(errors::add);
        }
        if (line.message().contains("ncclIbRoceGetVersionNum")) {
            emptyGids = true;
        }
    }

    private void network(NcclLine line) {
        String text = line.message();
        if (text.startsWith(NETWORK)) {
            networks.put(line.host(), text.substring(NETWORK.length()).strip());
        } else if (text.startsWith("NET/IB : Using")) {
            devices(line);
        } else if (text.startsWith("NET/IB : No device found")) {
            hcas.put(line.host(), List.of());
        } else if (text.startsWith("NET/Socket : Using")) {
            interfaces(line.host(), text);
        } else if (text.contains("Failed to open libibverbs")) {
            libraryMissing = true;
        } else if (text.startsWith("NET/Plugin") && isPluginMissing(text)) {
            pluginMissing = true;
        }
    }

    private static boolean isPluginMissing(String text) {
        return text.contains("No plugin found")
                || text.contains("cannot open shared object file")
                || text.contains("Could not find: ");
    }

    private void devices(NcclLine line) {
        String text = line.message();
        List<Hca> found = new ArrayList<>();
        Matcher hca = HCA.matcher(text);
        while (hca.find()) {
            found.add(new Hca(
                    Integer.parseInt(hca.group(1)), hca.group(2), Integer.parseInt(hca.group(3)), hca.group(4)));
        }
        hcas.put(line.host(), List.copyOf(found));
        libraryMissing = libraryMissing == null ? Boolean.FALSE : libraryMissing;
        int oob = text.indexOf("; OOB");
        if (oob >= 0) {
            relaxedOrdering = text.lastIndexOf("[RO]", oob) >= 0 && !Boolean.FALSE.equals(relaxedOrdering);
            oob(text);
        }
    }

    private void oob(String text) {
        Matcher found = OOB.matcher(text);
        if (oobInterface == null && found.find()) {
            oobInterface = found.group(1);
            oobAddress = found.group(2);
        }
    }

    private void interfaces(String host, String text) {
        Matcher socket = SOCKET.matcher(text);
        while (socket.find() && sockets.size() < KEPT) {
            sockets.add(new SocketInterface(host, socket.group(1), socket.group(2)));
        }
    }

    private void settings(String text) {
        if (text.contains("set by environment")) {
            Matcher found = ENV.matcher(text);
            if (found.find()) {
                env.putIfAbsent(found.group(1), found.group(2));
            }
        }
        // A queue pair's own address, printed as two halves.
        if (text.contains(" GID ") && text.contains("(0/0)")) {
            emptyGids = true;
        }
    }

    private void direct(NcclLine line) {
        if (!line.message().contains("GPU Direct RDMA")) {
            return;
        }
        Matcher device = DIRECT.matcher(line.message());
        if (device.find()) {
            direct.merge(device.group(2), device.group(1).equals("Enabled"), Boolean::logicalAnd);
        }
        Matcher pair = line.message().contains(" for GPU ") ? DIRECT_OLD.matcher(line.message()) : null;
        if (pair != null && pair.find()) {
            String gpu = Optional.ofNullable(pair.group(1))
                    .or(() -> Optional.ofNullable(pair.group(4)))
                    .orElse(pair.group(5));
            String bus = pair.group(2) != null ? pair.group(2) : pair.group(3);
            disabled.add(new DisabledPair(
                    line.host(), gpu == null ? null : Integer.valueOf(gpu), bus, Integer.parseInt(pair.group(6))));
        }
    }

    private void start(String text) {
        if (!text.contains(" - Init ")) {
            return;
        }
        Matcher found = RANKS.matcher(text);
        if (found.find()) {
            int count = Integer.parseInt(found.group(1));
            ranks = ranks == null ? count : Math.max(ranks, count);
            initComplete = found.group(2).equals("COMPLETE") || Boolean.TRUE.equals(initComplete);
        }
    }

    /** Tell whether any line was the library's, be it the one that says its release and nothing else. */
    boolean hasLogged() {
        return !loggers.isEmpty() || !versions.isEmpty() || isVersionCut;
    }

    Report report(Boolean complete) {
        Map<String, String> byHost = networkByHost();
        Set<String> used = new LinkedHashSet<>(byHost.values());
        used.remove(null);
        NcclCompletionError root = errors.stream()
                .filter(NcclCompletionError::rootEvent)
                .findFirst()
                .orElse(null);
        Boolean fallsBack =
                used.contains("Socket") ? Boolean.TRUE : used.isEmpty() || complete != null ? null : Boolean.FALSE;
        Set<List<Hca>> lists = new LinkedHashSet<>(hcas.values());
        return new Report(
                versions.stream().findFirst().orElse(null),
                List.copyOf(versions),
                List.copyOf(hosts),
                used.size() == 1 ? used.iterator().next() : null,
                byHost,
                fallsBack,
                sockets.isEmpty() || fallsBack == null ? null : (Boolean) !fallsBack,
                libraryMissing,
                lists.size() == 1 && truncated.isEmpty() ? lists.iterator().next() : null,
                hcas,
                truncated,
                relaxedOrdering,
                oobInterface,
                oobAddress,
                List.copyOf(sockets),
                direct,
                List.copyOf(disabled),
                env,
                List.copyOf(models),
                ranks,
                complete != null && Boolean.FALSE.equals(initComplete) ? null : initComplete,
                pluginMissing,
                emptyGids,
                errors,
                errors.isEmpty() ? null : (Integer) errors.get(0).status(),
                root == null ? null : new SuspectLink(root.host(), root.hca(), root.remoteGid()),
                warnings,
                warningCount,
                aborts,
                List.copyOf(timeouts.values()),
                linesLeftOut,
                warningsLeftOut,
                job.job(complete),
                complete);
    }

    private Map<String, String> networkByHost() {
        Map<String, String> byHost = new LinkedHashMap<>();
        hosts.forEach(host -> byHost.put(host, networks.get(host)));
        loggers.forEach(host -> byHost.computeIfAbsent(
                host, h -> hcas.getOrDefault(h, List.of()).isEmpty() ? null : "IB"));
        return byHost;
    }
}
