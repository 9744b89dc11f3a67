# Reads the lines of client.sh; prints them as a table, then each ratio with its interval and verdict.
BEGIN {
  resamples = 2000
  srand(1) # the same rounds give the same interval
  print "round  write p50 us: ours perftest  min: ours perftest   send p50 us: ours perftest  min: ours perftest   write Mb/s: ours perftest"
}

NF == 11 {
  n++
  for (i = 1; i <= 11; i++) v[n, i] = $i
  printf "%5d  %18.1f %8.1f  %9.1f %8.1f   %17.1f %8.1f  %9.1f %8.1f   %16.2f %8.2f\n", $1, $2 / 1000, $4 / 1000, $3 / 1000, $5 / 1000,
    $6 / 1000, $8 / 1000, $7 / 1000, $9 / 1000, $10 / 1000000, $11 / 1000000
}

NF != 11 { print "not a round: " $0; broken = 1 }

END {
  if (n < 2) { print "bench: " n + 0 " rounds, which prove nothing"; exit 1 }
  judge("write latency, medians", 2, 4, 1.03, 1)
  judge("write latency, minima", 3, 5, 1.03, 1)
  judge("send latency, medians", 6, 8, 1.03, 1)
  judge("send latency, minima", 7, 9, 1.03, 1)
  judge("write bandwidth", 10, 11, 0.98, 0)
  exit broken
}

# judge NAME OURS THEIRS EDGE UPPER: UPPER 1 = the ratio is to stay below the edge, 0 = above it.
function judge(name, ours, theirs, edge, upper, i, j, ratio, low, high, word) {
  for (i = 1; i <= n; i++) pick[i] = i
  ratio = of_medians(ours, theirs)
  for (j = 1; j <= resamples; j++) {
    for (i = 1; i <= n; i++) pick[i] = int(rand() * n) + 1
    ratios[j] = of_medians(ours, theirs)
  }
  sort(ratios, resamples)
  low = ratios[int(resamples * 0.025) + 1]
  high = ratios[int(resamples * 0.975)]
  if (n < 5) word = "not resolvable here"
  else if (upper) word = high <= edge ? "holds" : low > edge ? "fails" : "not resolvable here"
  else word = low >= edge ? "holds" : high < edge ? "fails" : "not resolvable here"
  printf "%-23s ours / perftest = %.3f (%.3f .. %.3f), wanted %s %.2f: %s\n", name, ratio, low, high, upper ? "at most" : "at least", edge, word
}

function of_medians(ours, theirs, i) {
  for (i = 1; i <= n; i++) {
    a[i] = v[pick[i], ours]
    b[i] = v[pick[i], theirs]
  }
  sort(a, n)
  sort(b, n)
  return median(a) / median(b)
}

function median(list) {
  return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}

# Shell sort: fast enough for a few thousand values, and every awk has it.
function sort(list, length_, gap, i, j, one) {
  for (gap = int(length_ / 2); gap > 0; gap = int(gap / 2)) {
    for (i = gap + 1; i <= length_; i++) {
      one = list[i]
      for (j = i; j > gap && list[j - gap] + 0 > one + 0; j -= gap) list[j] = list[j - gap]
      list[j] = one
    }
  }
}
