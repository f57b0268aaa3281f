import Patterns

/// Every input is a pattern and a text: a byte of options, the pattern up to the first byte 0xFF, the text.
/// Whatever the input, compiling and searching end without a crash, the automaton, the simulation and the set
/// agree, and the language of the pattern agrees with running it.
///
///     scripts/seed-fuzz-corpus.py patterns
///     swift build --package-path Fuzz -c release --product FuzzPatterns \
///       --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=address,fuzzer
///     Fuzz/.build/release/FuzzPatterns -max_total_time=60 -max_len=256 Fuzz/corpus/patterns
///
/// The last option of the build is needed: SwiftPM passes the two sanitizers in an order of its own, and the
/// compiler counts coverage only where `fuzzer` comes last. A run that says "Loaded 1 modules" is guided.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatterns(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let options = bytes.first else { return 0 }
  let rest = bytes.dropFirst()
  let end = rest.firstIndex(of: 0xFF) ?? rest.endIndex
  let source = String(decoding: rest[..<end], as: UTF8.self)
  let text = Array(rest[end...].dropFirst())
  guard let pattern = compile(source, options) else { return 0 }
  text.withUnsafeBytes { check(pattern, $0) }
  return 0
}

private func compile(_ source: String, _ options: UInt8) -> Pattern? {
  let limits = PatternLimits(programSize: 3_000, dfaMemory: options & 8 == 0 ? 1 << 20 : 2_000)
  let ignoresCase = options & 4 != 0
  do {
    return switch options & 3 {
    case 0: try Pattern(expression: source, ignoresCase: ignoresCase, limits: limits)
    case 1: try Pattern(expression: source, ignoresCase: ignoresCase, coversWholeText: true, limits: limits)
    case 2:
      try Pattern.glob(source, ignoresCase: ignoresCase, questionMark: options & 16 != 0, limits: limits)
    default:
      try Pattern.text(
        source,
        at: [.whole, .start, .end, .anywhere][Int(options >> 4 & 3)],
        ignoresCase: ignoresCase,
        limits: limits
      )
    }
  } catch {
    precondition(error.range.lowerBound >= 0 && error.range.upperBound <= source.utf8.count)
    precondition(!error.message.isEmpty)
    return nil
  }
}

private func check(_ pattern: Pattern, _ text: UnsafeRawBufferPointer) {
  let searcher = pattern.makeSearcher()
  let isMatch = searcher.matches(text)
  precondition(searcher.matches(text) == isMatch, "a second search differs")
  let extractor = pattern.makeExtractor()
  // From an offset the simulation runs alone; from 0 it is asked only where the automaton has found a match.
  let simulated = simulate(pattern, text)
  precondition((simulated != nil) == isMatch, "the simulation differs from the automaton")
  let range = extractor.firstMatch(in: text)
  precondition(range == simulated, "the extractor differs from the simulation")
  for group in 0...pattern.groupCount {
    guard let held = extractor.range(ofGroup: group), let range else { continue }
    precondition(range.lowerBound <= held.lowerBound && held.upperBound <= range.upperBound)
  }
  if let set = try? PatternSet([pattern, pattern]) {
    let setSearcher = set.makeSearcher()
    precondition(setSearcher.search(text) == (isMatch ? 2 : 0), "the set differs")
  }
  reason(pattern, searcher, text, isMatch)
}

/// The first match by the simulation alone: a search that wants no yes or no first.
private func simulate(_ pattern: Pattern, _ text: UnsafeRawBufferPointer) -> Range<Int>? {
  pattern.makeExtractor(probesFirst: false).firstMatch(in: text, groups: false)
}

private func reason(_ pattern: Pattern, _ searcher: Searcher, _ text: UnsafeRawBufferPointer, _ isMatch: Bool)
{
  let language = Language(pattern)
  if let valid = String(validating: text, as: UTF8.self) {
    precondition(language.contains(valid) == isMatch, "the language differs")
  }
  let budget = ReasoningBudget(states: 300, steps: 30_000)
  switch language.shortestExample(budget: budget) {
  case .text(let example): precondition(searcher.matches(example), "the example does not match")
  case .none:
    precondition(!isMatch || String(validating: text, as: UTF8.self) == nil, "an empty language matches")
  case .notDecided: break
  }
  if case .text(let example) = language.complement.shortestExample(budget: budget) {
    precondition(!searcher.matches(example), "the counterexample matches")
  }
}
