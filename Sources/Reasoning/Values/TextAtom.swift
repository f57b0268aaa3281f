import Patterns
import RuleEngine

/// One question about a text: a pattern of some kind, or that it is a number's decimal text. Each exists once; two are the
/// same question where they are the same object.
final class TextAtom {
  enum Question {
    case prefix(String)
    case suffix(String)
    case part(String)
    /// A glob, in which `?` stands for one character or for itself.
    case glob(String, questionMark: Bool)
    /// The same operators with case folded: the text and where it stands.
    case folded(String, Pattern.Place)
    case foldedGlob(String, questionMark: Bool)
    case pattern(Pattern)
    /// A name with these last dotted components.
    case typeName(String)
    /// The canonical decimal text of a whole number of the set.
    case decimal(NumberSet)
    /// What satisfies another question once it stands between two texts.
    indirect case inside(TextAtom, before: String, after: String)
  }

  let question: Question
  /// In the order in which they were first asked: for keys and sorting.
  let number: Int
  /// Patterns that together mean the question; nil where a pattern can't say it, and then ``language`` is too wide.
  private let pattern: Pattern?
  private let searcher: Searcher?
  /// Whether the language says exactly what the question asks.
  let isExact: Bool
  let language: Language

  init(_ question: Question, number: Int) {
    self.question = question
    self.number = number
    var exact = true
    let pattern: Pattern?
    switch question {
    case .prefix(let text): pattern = try? Pattern.text(text, at: .start)
    case .suffix(let text): pattern = try? Pattern.text(text, at: .end)
    case .part(let text): pattern = try? Pattern.text(text, at: .anywhere)
    case .glob(let glob, let questionMark): pattern = try? Pattern.glob(glob, questionMark: questionMark)
    case .folded(let text, let place): pattern = try? Pattern.text(text, at: place, ignoresCase: true)
    case .foldedGlob(let glob, let questionMark):
      pattern = try? Pattern.glob(glob, ignoresCase: true, questionMark: questionMark)
    case .pattern(let asked): pattern = asked
    case .typeName(let name):
      let whole = (try? Pattern.text(name, at: .whole)).map { Language($0) }
      let ending = (try? Pattern.text(".\(name)", at: .end)).map { Language($0) }
      if let whole, let ending {
        language = whole.union(ending)
      } else {
        exact = false
        language = .all
      }
      self.pattern = nil
      searcher = nil
      isExact = exact
      return
    case .inside(let outer, let before, let after):
      language = outer.language.inside(before: before, after: after)
      self.pattern = nil
      searcher = nil
      isExact = outer.isExact
      return
    case .decimal(let numbers):
      let expression = DecimalTexts.expression(numbers)
      // A text never ends before it begins.
      pattern = try? Pattern(expression: expression ?? "x^")
    }
    self.pattern = pattern
    searcher = pattern?.makeSearcher()
    isExact = exact && pattern != nil
    language = pattern.map { Language($0) } ?? .all
  }

  /// Whether a text satisfies the question.
  func holds(_ text: String) -> Bool {
    switch question {
    case .prefix(let wanted): text.utf8.starts(with: wanted.utf8)
    case .suffix(let wanted): text.utf8.reversed().starts(with: wanted.utf8.reversed())
    case .typeName(let name): Self.endsWith(text, name)
    case .decimal(let numbers): DecimalTexts.number(text).map { numbers.contains($0) } ?? false
    case .inside(let outer, let before, let after): outer.holds(before + text + after)
    case .part, .glob, .folded, .foldedGlob, .pattern: searcher?.matches(text) ?? false
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

  /// What every text that satisfies the question begins with, and ends with.
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
          .unicodeScalars.reversed().map { Character($0) }
      )
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

  /// Texts that may satisfy the question, the natural ones first.
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
    case .inside(let outer, let before, let after):
      outer.suggestions.compactMap { $0.inner(before: before, after: after) }
        + (patternSuggestion.map { [$0] } ?? [])
    case .pattern: patternSuggestion.map { [$0] } ?? []
    }
  }

  /// A shortest text that satisfies the question, found once.
  private lazy var patternSuggestion: String? = {
    if case .text(let text) = language.shortestExample(budget: ReasoningBudget(states: 5_000, steps: 500_000))
    {
      return text
    }
    return nil
  }()
}

/// All questions about texts that were asked, each once.
final class TextAtoms {
  private var known: [ExactText: TextAtom] = [:]
  private var patterns: [SyntaxNode: TextAtom] = [:]
  private var count = 0

  func atom(_ question: TextAtom.Question) -> TextAtom {
    let key: String
    switch question {
    case .prefix(let text): key = "p\(text)"
    case .suffix(let text): key = "s\(text)"
    case .part(let text): key = "c\(text)"
    case .glob(let glob, let questionMark): key = "\(questionMark ? "G" : "g")\(glob)"
    case .folded(let text, let place): key = "f\(place) \(text)"
    case .foldedGlob(let glob, let questionMark): key = "\(questionMark ? "H" : "h")\(glob)"
    case .pattern(let pattern):
      if let atom = patterns[pattern.node] { return atom }
      let atom = make(question)
      patterns[pattern.node] = atom
      return atom
    case .typeName(let name): key = "t\(name)"
    case .decimal(let numbers): key = "d\(numbers)"
    case .inside(let outer, let before, let after): key = "i\(outer.number) \(before.json) \(after.json)"
    }
    if let atom = known[ExactText(key)] { return atom }
    let atom = make(question)
    known[ExactText(key)] = atom
    return atom
  }

  private func make(_ question: TextAtom.Question) -> TextAtom {
    count += 1
    return TextAtom(question, number: count)
  }
}

extension String {
  /// What stands between two texts that it begins and ends with; nil where it doesn't.
  func inner(before: String, after: String) -> String? {
    let bytes = utf8
    guard bytes.count >= before.utf8.count + after.utf8.count, bytes.starts(with: before.utf8),
      bytes.reversed().starts(with: after.utf8.reversed())
    else { return nil }
    return String(
      decoding: Array(bytes.dropFirst(before.utf8.count).dropLast(after.utf8.count)),
      as: UTF8.self
    )
  }
}
