internal import Records
internal import Bytes
import Patterns

/// A predicate on texts: a pattern, or a number's decimal text. Each exists once; identity is equality.
final class TextPredicate {
  enum Question {
    case prefix(String)
    case suffix(String)
    case part(String)
    /// A glob in which `?` matches one character, or only itself.
    case glob(String, questionMark: Bool)
    /// An operator with case folding: the text and its place.
    case folded(String, Pattern.Place)
    case foldedGlob(String, questionMark: Bool)
    case pattern(Pattern)
    /// A name with these last dotted components.
    case typeName(String)
    case decimal(NumberSet)
    /// A moment in RFC 3339.
    case time
    /// Texts that satisfy another predicate between a prefix and a suffix.
    indirect case inside(TextPredicate, before: String, after: String)
  }

  let question: Question
  /// The position in the order of creation, for keys and sorting.
  let number: Int
  let content: ReasoningMemory.Content
  private let memory: ReasoningMemory?
  private let searchers: BusySearchers
  /// Made where they are asked for: most predicates of a large rule set are told apart without.
  private lazy var compiled = Compiled(question)

  /// Whether ``language`` is that of the predicate; otherwise it is too wide.
  var isExact: Bool { compiled.isExact }
  var language: Language { compiled.language }

  private final class Compiled {
    let searcher: Searcher?
    let isExact: Bool
    let language: Language

    init(_ question: Question) {
      let pattern: Pattern?
      switch question {
      case .prefix(let text): pattern = try? Pattern.text(text, at: .start)
      case .suffix(let text): pattern = try? Pattern.text(text, at: .end)
      case .part(let text): pattern = try? Pattern.text(text, at: .anywhere)
      case .glob(let glob, let questionMark): pattern = try? Pattern.glob(glob, questionMark: questionMark)
      case .folded(let text, let place): pattern = try? Pattern.text(text, at: place, ignoresCase: true)
      case .foldedGlob(let glob, let questionMark):
        pattern = try? Pattern.glob(glob, ignoresCase: true, questionMark: questionMark)
      case .pattern(let found): pattern = found
      case .typeName(let name):
        let whole = (try? Pattern.text(name, at: .whole)).map { Language($0) }
        let ending = (try? Pattern.text(".\(name)", at: .end)).map { Language($0) }
        let both = whole.flatMap { whole in ending.map { whole.union($0) } }
        (searcher, isExact, language) = (nil, both != nil, both ?? .all)
        return
      case .inside(let outer, let before, let after):
        (searcher, isExact) = (nil, outer.isExact)
        language = outer.language.inside(before: before, after: after)
        return
      case .decimal(let numbers):
        let expression = DecimalTexts.expression(numbers)
        // The prefix and the suffix must not overlap.
        pattern = try? Pattern(expression: expression ?? "x^")
      case .time: pattern = try? Pattern(expression: TextPredicate.moment)
      }
      searcher = pattern?.makeSearcher()
      isExact = pattern != nil
      language = pattern.map { Language($0) } ?? .all
    }
  }

  init(
    _ question: Question, _ content: ReasoningMemory.Content, number: Int, _ memory: ReasoningMemory?,
    _ searchers: BusySearchers
  ) {
    self.searchers = searchers
    self.question = question
    self.content = content
    self.number = number
    self.memory = memory
  }

  /// Every text that ``Timestamp`` reads, and no other.
  private static let moment = """
    ^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))\
    |(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)\
    [Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?(?:[Zz]|[-+](?:[01][0-9]|2[0-3]):[0-5][0-9])$
    """

  func holds(_ text: String) -> Bool {
    switch question {
    case .prefix(let wanted): text.utf8.starts(with: wanted.utf8)
    case .suffix(let wanted): text.utf8.reversed().starts(with: wanted.utf8.reversed())
    case .part(let wanted): Self.contains(text, wanted)
    case .typeName(let name): Self.endsWith(text, name)
    case .decimal(let numbers): DecimalTexts.number(text).map { numbers.contains($0) } ?? false
    case .time: Timestamp(text) != nil
    case .inside(let outer, let before, let after): outer.holds(before + text + after)
    case .glob, .folded, .foldedGlob, .pattern: matches(text)
    }
  }

  private func matches(_ text: String) -> Bool {
    guard let searcher = compiled.searcher else { return false }
    if searcher.isResting { searchers.add(searcher) }
    return searcher.matches(text)
  }

  private static func contains(_ text: String, _ wanted: String) -> Bool {
    var (text, wanted) = (text, wanted)
    return text.withUTF8 { text in
      wanted.withUTF8 {
        ByteSlice(UnsafeRawBufferPointer(text)).contains(ByteSlice(UnsafeRawBufferPointer($0)))
      }
    }
  }

  private static func endsWith(_ text: String, _ name: String) -> Bool {
    let (bytes, wanted) = (Array(text.utf8), Array(name.utf8))
    guard bytes.count >= wanted.count, bytes.suffix(wanted.count).elementsEqual(wanted) else { return false }
    return bytes.count == wanted.count || bytes[bytes.count - wanted.count - 1] == UInt8(ascii: ".")
  }

  static func canonicalInteger(_ text: String) -> Int64? {
    guard let integer = Int64(text), String(integer).utf8.elementsEqual(text.utf8) else { return nil }
    return integer
  }

  var knownPrefix: String? {
    switch question {
    case .prefix(let text): text
    case .glob(let glob, let questionMark): Self.literalStart(glob, questionMark)
    default: nil
    }
  }

  var knownSuffix: String? {
    switch question {
    case .suffix(let text): text
    case .typeName(let name): name
    case .glob(let glob, let questionMark):
      String(
        Self.literalStart(String(String.UnicodeScalarView(glob.unicodeScalars.reversed())), questionMark)
          .unicodeScalars.reversed().map { Character($0) })
    default: nil
    }
  }

  private static func literalStart(_ glob: String, _ questionMark: Bool) -> String {
    var start = String.UnicodeScalarView()
    for scalar in glob.unicodeScalars {
      if scalar == "*" || (questionMark && scalar == "?") { break }
      start.append(scalar)
    }
    return String(start)
  }

  /// The natural ones first.
  var suggestions: [String] {
    switch question {
    case .prefix(let text): [text, text + "a"]
    case .suffix(let text): [text, "a" + text]
    case .part(let text): [text]
    case .folded(let text, _): [text]
    case .glob(let glob, let questionMark), .foldedGlob(let glob, let questionMark):
      ["", "a"].map { filling in
        var text = ""
        for scalar in glob.unicodeScalars {
          if scalar == "*" {
            text += filling
          } else if questionMark, scalar == "?" {
            text += "a"
          } else {
            text.unicodeScalars.append(scalar)
          }
        }
        return text
      }
    case .typeName(let name): [name, "App.\(name)"]
    case .decimal(let numbers):
      ([0, 1, 404] + numbers.landmarks).filter { numbers.contains(.integer($0)) }.map { String($0) }
        + DecimalTexts.beyond(numbers, 0)
    case .time: ["2026-11-20T08:15:02Z"]
    case .inside(let outer, let before, let after):
      outer.suggestions.compactMap { $0.inner(before: before, after: after) }
        + (patternSuggestion.map { [$0] } ?? [])
    case .pattern: patternSuggestion.map { [$0] } ?? []
    }
  }

  private lazy var patternSuggestion: String? =
    memory.map { $0.suggestion(for: content) { findSuggestion() } } ?? findSuggestion()

  private func findSuggestion() -> String? {
    if case .text(let text) = language.shortestExample(budget: ReasoningBudget(states: 5_000, steps: 500_000))
    {
      return text
    }
    return nil
  }

  /// The number in the memory.
  private(set) lazy var memoryNumber: Int? = memory?.number(of: content)
}

final class TextPredicates {
  private var known: [ExactText: TextPredicate] = [:]
  private var patterns: [SyntaxNode: TextPredicate] = [:]
  private var count = 0
  private let searchers = BusySearchers()
  /// The memory of the predicates that are made from here on.
  var memory: ReasoningMemory?

  func textPredicate(_ question: TextPredicate.Question) -> TextPredicate {
    let key: String
    switch question {
    case .prefix(let text): key = "p\(text)"
    case .suffix(let text): key = "s\(text)"
    case .part(let text): key = "c\(text)"
    case .glob(let glob, let questionMark): key = "\(questionMark ? "G" : "g")\(glob)"
    case .folded(let text, let place): key = "f\(place) \(text)"
    case .foldedGlob(let glob, let questionMark): key = "\(questionMark ? "H" : "h")\(glob)"
    case .pattern(let pattern):
      if let textPredicate = patterns[pattern.node] { return textPredicate }
      let textPredicate = make(question, .pattern(pattern.node))
      patterns[pattern.node] = textPredicate
      return textPredicate
    case .typeName(let name): key = "t\(name)"
    case .decimal(let numbers): key = "d\(numbers.written)"
    case .time: key = "T"
    case .inside(let outer, let before, let after): key = "i\(outer.number) \(before.json) \(after.json)"
    }
    if let textPredicate = known[ExactText(key)] { return textPredicate }
    var content = ReasoningMemory.Content.text(ExactText(key))
    if case .inside(let outer, let before, let after) = question {
      content = .inside(outer.content, before: ExactText(before), after: ExactText(after))
    }
    let textPredicate = make(question, content)
    known[ExactText(key)] = textPredicate
    return textPredicate
  }

  private func make(_ question: TextPredicate.Question, _ content: ReasoningMemory.Content) -> TextPredicate {
    count += 1
    return TextPredicate(question, content, number: count, memory, searchers)
  }
}

/// The searchers that have memory: with tens of thousands of patterns, those of the last thousand.
final class BusySearchers {
  private var all: [Searcher] = []

  func add(_ searcher: Searcher) {
    if all.count == 1_000 {
      for searcher in all { searcher.rest() }
      all.removeAll(keepingCapacity: true)
    }
    all.append(searcher)
  }
}

extension String {
  /// Nil if the text does not have the prefix and the suffix.
  func inner(before: String, after: String) -> String? {
    let bytes = utf8
    guard bytes.count >= before.utf8.count + after.utf8.count, bytes.starts(with: before.utf8),
      bytes.reversed().starts(with: after.utf8.reversed())
    else { return nil }
    return String(
      decoding: Array(bytes.dropFirst(before.utf8.count).dropLast(after.utf8.count)), as: UTF8.self)
  }
}
