import Foundation
import Patterns

/// Runs one case; tells what went differently from what the case expects, or nil.
struct RustCaseRun {
  let testCase: RustCase

  func difference() -> String? {
    let compiled: [Pattern]
    do {
      compiled = try testCase.patterns.map { source in
        try Pattern(
          expression: Self.withoutUnicodeFlag(source),
          ignoresCase: testCase.ignoresCase,
          limits: PatternLimits(repetition: 2500)
        )
      }
    } catch {
      return testCase.compiles ? "does not compile: \(error)" : nil
    }
    guard testCase.compiles else { return "compiles" }
    guard let bounds else { return "searches within bounds that conditions see beyond" }
    if testCase.isSet, testCase.isAnchored || bounds.lowerBound > 0 { return "a set searched within bounds" }
    return Array(testCase.text[..<bounds.upperBound]).withRawBytes { text in
      if testCase.isSet { return differenceOfSet(compiled, text) }
      return differenceOfOne(compiled[0], text, from: bounds.lowerBound)
    }
  }

  /// Where to search, or nil where a condition could see what lies behind the end.
  private var bounds: Range<Int>? {
    guard let bounds = testCase.bounds, bounds.upperBound < testCase.text.count else {
      return testCase.bounds ?? 0..<testCase.text.count
    }
    let hasCondition = testCase.patterns.contains { pattern in
      ["$", "\\b", "\\B", "\\z"].contains { pattern.contains($0) }
    }
    return hasCondition ? nil : bounds
  }

  /// `source` without rust's flag `u`: with `-u` its classes and `\b` are ASCII, as RE2's always are.
  private static func withoutUnicodeFlag(_ source: String) -> String {
    var result = ""
    var rest = source[...]
    while let start = rest.range(of: "(?") {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let flags = rest.prefix { $0.isLetter || $0 == "-" }
      guard let end = rest[flags.endIndex...].first, end == ":" || end == ")", flags.contains("u") else {
        continue
      }
      let kept = flags.filter { $0 != "u" }
      result += kept.hasSuffix("-") ? kept.dropLast() : kept[...]
      rest = rest[flags.endIndex...]
    }
    return result + rest
  }

  private func differenceOfSet(_ patterns: [Pattern], _ text: UnsafeRawBufferPointer) -> String? {
    guard let set = try? PatternSet(patterns) else { return "the set does not compile" }
    let searcher = set.makeSearcher()
    searcher.search(text)
    let found = Set(patterns.indices.filter { searcher.matched($0) })
    let one = Set(patterns.indices.filter { patterns[$0].makeSearcher().matches(text) })
    if found != one { return "the set finds \(found.sorted()), the patterns alone \(one.sorted())" }
    let expected = Set(testCase.matches.map(\.pattern))
    if testCase.matchesAll && testCase.searchKind == .overlapping {
      return found == expected ? nil : "matched \(found.sorted()), not \(expected.sorted())"
    }
    return found.isEmpty == expected.isEmpty && expected.isSubset(of: found)
      ? nil : "matched \(found.sorted())"
  }

  private func differenceOfOne(_ pattern: Pattern, _ text: UnsafeRawBufferPointer, from: Int) -> String? {
    let expectsMatch = !testCase.matches.isEmpty
    if !testCase.isAnchored, from == 0 {
      let searcher = pattern.makeSearcher()
      for _ in 0..<2 where searcher.matches(text) != expectsMatch {
        return expectsMatch ? "no match" : "a match"
      }
    }
    let found = allMatches(pattern, text, from: from)
    if found.isEmpty == expectsMatch { return expectsMatch ? "no match" : "a match" }
    // Where other matches than the preferred ones are asked for, only yes or no can be compared.
    guard !testCase.matchesAll, testCase.searchKind == .leftmost else { return nil }
    return found == testCase.matches ? nil : "found \(found), not \(testCase.matches)"
  }

  /// All matches, one after the other, as rust-lang/regex iterates: an empty match never touches the last one.
  private func allMatches(_ pattern: Pattern, _ text: UnsafeRawBufferPointer, from start: Int) -> [RustCase
    .Match]
  {
    let extractor = pattern.makeExtractor()
    let wantsGroups = testCase.matches.contains { $0.groups.count > 1 }
    var matches: [RustCase.Match] = []
    var from = start
    var lastEnd: Int?
    while from <= text.count, matches.count < testCase.matchLimit ?? .max,
      let range = extractor.firstMatch(in: text, from: from)
    {
      // The leftmost match is the anchored one if it starts where the search does.
      if testCase.isAnchored, range.lowerBound != from { break }
      let splitsScalar =
        range.isEmpty && range.lowerBound < testCase.text.count
        && testCase.text[range.lowerBound] & 0xC0 == 0x80
      if splitsScalar, !testCase.options.contains("utf8") {
        if testCase.isAnchored { break }
        from = range.upperBound + 1
        continue
      }
      if range.isEmpty, range.lowerBound == lastEnd {
        from += 1
        continue
      }
      let groups = (0...pattern.groupCount).map { extractor.range(ofGroup: $0) }
      matches.append(RustCase.Match(groups: wantsGroups ? groups : [range]))
      lastEnd = range.upperBound
      from = range.upperBound
    }
    return matches
  }
}
