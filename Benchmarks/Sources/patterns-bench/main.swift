// Compares Patterns with RE2 and prints tables; exits with 1 where a promise is not kept.
//
//     swift run -c release --package-path Benchmarks patterns-bench [rounds]
//
// The promises: at most 1.3 times RE2's time for one pattern (the geometric mean of all), less than RE2::Set's
// for a hundred at once; the catastrophic patterns under 50 ms on 1 MB and at most 2.5 times that on 2 MB.

import CAllocations
import Foundation
import Patterns

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 21
let messages = Messages(count: 5_000)
var isKept = true

func column(_ text: String, _ width: Int) -> String {
  let missing = width - text.count
  return missing > 0 ? String(repeating: " ", count: missing) + text : text
}

func number(_ value: Double, _ digits: Int = 1) -> String { String(format: "%.\(digits)f", value) }

func forEachMessage(_ body: (UnsafeRawBufferPointer) -> Void) {
  messages.bytes.withUnsafeBytes { bytes in
    for range in messages.ranges { body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
  }
}

func nanoseconds(_ seconds: Double) -> String { number(seconds / Double(messages.ranges.count) * 1e9) }

print(
  "\(messages.ranges.count) messages, \(messages.totalBytes / messages.ranges.count) bytes each; ns a message, medians of \(rounds) paired rounds\n"
)
print("  ours     RE2   ratio  matched  pattern")
var logarithms = 0.0
for source in ComparedPatterns.single {
  let searcher = try Pattern(expression: source).makeSearcher()
  guard let re2 = RE2Pattern(source) else { fatalError("RE2 refuses \(source)") }
  var ours = 0
  var theirs = 0
  let times = PairedTimes(rounds: rounds) {
    ours = 0
    forEachMessage { if searcher.matches($0) { ours += 1 } }
  } theirs: {
    theirs = 0
    forEachMessage { if re2.matches($0) { theirs += 1 } }
  }
  guard ours == theirs else { fatalError("\(source): \(ours) matches, RE2 \(theirs)") }
  logarithms += log(times.ratio)
  print(
    column(nanoseconds(times.ours), 6), column(nanoseconds(times.theirs), 7),
    column(number(times.ratio, 2), 7), column("\(ours)", 8), "", source)
}
let mean = exp(logarithms / Double(ComparedPatterns.single.count))
isKept = isKept && mean <= 1.3
print("geometric mean of the ratios: \(number(mean, 2)) (promised: at most 1.3)\n")

let patterns = try ComparedPatterns.hundred.map { try Pattern(expression: $0) }
let setSearcher = try PatternSet(patterns).makeSearcher()
guard let re2Set = RE2Set(ComparedPatterns.hundred) else { fatalError("RE2 refuses the set") }
var ours = 0
var theirs = 0
let setTimes = PairedTimes(rounds: rounds) {
  ours = 0
  forEachMessage { ours += setSearcher.search($0) }
} theirs: {
  theirs = 0
  forEachMessage { theirs += re2Set.matches($0) }
}
guard ours == theirs else { fatalError("the set: \(ours) matches, RE2 \(theirs)") }
isKept = isKept && setTimes.ratio < 1
print(
  "\(patterns.count) patterns at once: \(nanoseconds(setTimes.ours)) ns, RE2::Set \(nanoseconds(setTimes.theirs)) ns, ratio \(number(setTimes.ratio, 2)) (promised: below 1), \(ours) matches, automaton \(setSearcher.automatonByteCount / 1024) KiB\n"
)

let grouped = "connection to (?P<host>[^: ]+):(?P<port>\\d+) timed out after (?P<ms>\\d+) ms"
let extractor = try Pattern(expression: grouped).makeExtractor()
guard let re2Grouped = RE2Pattern(grouped) else { fatalError("RE2 refuses \(grouped)") }
var offsets = [Int](repeating: 0, count: 8)
let groupTimes = PairedTimes(rounds: rounds) {
  forEachMessage { _ = extractor.firstMatch(in: $0) }
} theirs: {
  forEachMessage { _ = re2Grouped.groups($0, count: 3, into: &offsets) }
}
print(
  "three named groups: \(nanoseconds(groupTimes.ours)) ns, RE2 \(nanoseconds(groupTimes.theirs)) ns, ratio \(number(groupTimes.ratio, 2)) (no promise)\n"
)

let searchers = try ComparedPatterns.single.map { try Pattern(expression: $0).makeSearcher() }
@MainActor func searchWithAll() {
  forEachMessage { message in
    for searcher in searchers { _ = searcher.matches(message) }
    setSearcher.search(message)
    _ = extractor.firstMatch(in: message)
    _ = extractor.range(ofGroup: 1)
  }
}
searchWithAll()
let allocationsBefore = callocations_count()
searchWithAll()
let allocations = callocations_count() - allocationsBefore
isKept = isKept && (allocations == 0 || allocationsBefore <= 0)
print(
  allocationsBefore <= 0
    ? "allocations are not counted here\n"
    : "\(allocations) allocations in \(messages.ranges.count * (searchers.count + 2)) searches after a first round "
      + "(promised: none)\n")

let compiling = ContinuousClock().measure {
  for source in ComparedPatterns.hundred { _ = try? Pattern(expression: source) }
}
print("compiling: \(number(compiling / .microseconds(patterns.count))) µs a pattern")
let languages = patterns.map { Language($0) }
var decisions: [Decision: Int] = [:]
let reasoning = ContinuousClock().measure {
  for left in languages {
    for right in languages { decisions[left.isSubset(of: right), default: 0] += 1 }
  }
}
let questions = languages.count * languages.count
print(
  "reasoning: \(number(reasoning / .microseconds(questions))) µs for each of \(questions) questions whether one "
    + "pattern covers another: \(decisions[.yes, default: 0]) yes, \(decisions[.no, default: 0]) no, "
    + "\(decisions[.notDecided, default: 0]) not decided\n")

print("  1 MB    2 MB   ratio  catastrophic pattern (ms; a fresh searcher each time)")
for catastrophe in try Catastrophe.read() {
  do {
    let pattern = try Pattern(expression: catastrophe.pattern)
    let one = Catastrophe.time(pattern, catastrophe.text(length: 1_000_000), rounds: 5) * 1e3
    let two = Catastrophe.time(pattern, catastrophe.text(length: 2_000_000), rounds: 5) * 1e3
    let isFine = one < 50 && (two <= 2.5 * one || two < 1) && catastrophe.refused == nil
    isKept = isKept && isFine
    print(
      column(number(one, 2), 6), column(number(two, 2), 7), column(number(two / one, 2), 7),
      isFine ? " " : "!", catastrophe.pattern)
  } catch {
    let isFine = error.limit?.rawValue == catastrophe.refused
    isKept = isKept && isFine
    print("  refused: \(error.limit?.rawValue ?? error.message)", isFine ? "" : "!", catastrophe.pattern)
  }
}
exit(isKept ? 0 : 1)
