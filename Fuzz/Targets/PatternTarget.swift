import Patterns

/// A pattern and a text: a byte of options, the pattern up to the first byte 0xFF, the text. Whatever they are, compiling
/// and searching end without a crash, the automaton, the simulation and the set agree, and the language of the pattern
/// agrees with running it.
struct PatternTarget: FuzzTarget {
  init(root: String) {}

  func check(_ input: [UInt8]) {
    guard let options = input.first else { return }
    let (pattern, text) = halves(Array(input.dropFirst()))
    guard let pattern = compile(String(decoding: pattern, as: UTF8.self), options) else { return }
    (text ?? []).withUnsafeBytes { search(pattern, $0) }
  }
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
        source, at: [.whole, .start, .end, .anywhere][Int(options >> 4 & 3)], ignoresCase: ignoresCase,
        limits: limits)
    }
  } catch {
    require(
      error.range.lowerBound >= 0 && error.range.upperBound <= source.utf8.count, "the place of the fault")
    require(!error.message.isEmpty, "the fault says nothing")
    return nil
  }
}

private func search(_ pattern: Pattern, _ text: UnsafeRawBufferPointer) {
  let searcher = pattern.makeSearcher()
  let isMatch = searcher.matches(text)
  require(searcher.matches(text) == isMatch, "a second search differs")
  let extractor = pattern.makeExtractor()
  // From an offset the simulation runs alone; from 0 it is asked only where the automaton has found a match.
  let simulated = simulate(pattern, text)
  require((simulated != nil) == isMatch, "the simulation differs from the automaton")
  let range = extractor.firstMatch(in: text)
  require(range == simulated, "the extractor differs from the simulation")
  for group in 0...pattern.groupCount {
    guard let held = extractor.range(ofGroup: group), let range else { continue }
    require(
      range.lowerBound <= held.lowerBound && held.upperBound <= range.upperBound, "a group leaves the match")
  }
  if let set = try? PatternSet([pattern, pattern]) {
    let setSearcher = set.makeSearcher()
    require(setSearcher.search(text) == (isMatch ? 2 : 0), "the set differs")
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
    require(language.contains(valid) == isMatch, "the language differs")
  }
  let budget = ReasoningBudget(states: 300, steps: 30_000)
  switch language.shortestExample(budget: budget) {
  case .text(let example): require(searcher.matches(example), "the example does not match")
  case .none:
    require(!isMatch || String(validating: text, as: UTF8.self) == nil, "an empty language matches")
  case .notDecided: break
  }
  if case .text(let example) = language.complement.shortestExample(budget: budget) {
    require(!searcher.matches(example), "the counterexample matches")
  }
}
