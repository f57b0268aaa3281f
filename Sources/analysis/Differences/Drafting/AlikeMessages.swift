internal import Counting
internal import Source

/// Patterns of the messages of one kind, by which one of them is widened where the others show that it varies.
struct AlikeMessages {
  /// So many different words at one place are names.
  private static let names = 5

  private let patterns: [[Substring]]

  /// - Parameter patterns: the messages' patterns, with `*` for what was folded.
  init(_ patterns: [String]) { self.patterns = patterns.map { Self.words(of: $0) } }

  private static func words(of text: String) -> [Substring] {
    text.split(separator: " ", omittingEmptySubsequences: false)
  }

  /// The pattern with `*` for each word that others have otherwise, if it is folded in one of them, or if there are many of these words.
  /// What is left says still what happened: most words are the same.
  func widened(_ pattern: String) -> String {
    let own = Self.words(of: pattern)
    var found = own.map { Set([$0]) }
    var isFolded = own.map { _ in false }
    for other in patterns where other.count == own.count {
      let differing = own.indices.filter { own[$0] != other[$0] }
      let same = own.indices.count { own[$0] == other[$0] && Self.isWord(own[$0]) }
      let isNamedAlike = differing.allSatisfy { own[$0].contains("*") }
      guard !differing.isEmpty, same * 4 >= own.count * (isNamedAlike ? 2 : 3) else { continue }
      let folded = differing.filter { own[$0].contains("*") || other[$0].contains("*") }
      if folded.count == differing.count {
        for index in differing {
          found[index].insert(other[index])
          isFolded[index] = true
        }
      } else if differing.count == 1, same >= 3 {
        found[differing[0]].insert(other[differing[0]])
      }
    }
    let words = own.indices.map { index in
      isFolded[index] || found[index].count >= Self.names ? Self.widened(Array(found[index])) : own[index]
    }
    return words.joined(separator: " ")
  }

  /// Whether a word says something, the same in all messages.
  private static func isWord(_ word: Substring) -> Bool {
    !word.contains("*") && word.contains { $0.isLetter }
  }

  /// One word for several: the punctuation around them that they share, and `*`.
  private static func widened(_ words: [Substring]) -> Substring {
    func isKept(_ character: Character) -> Bool {
      !character.isLetter && !character.isNumber && character != "*"
    }
    func common(_ parts: [Substring]) -> Substring {
      parts.dropFirst().reduce(parts.first ?? "") { $0.commonPrefix(with: $1) }
    }
    let before = common(words.map { $0.prefix(while: isKept) })
    let behind = common(words.map { Substring(String($0.reversed().prefix(while: isKept))) })
    return Substring("\(before)*\(String(behind.reversed()))")
  }
}

extension Substring {
  fileprivate func commonPrefix(with other: Substring) -> Substring {
    prefix(zip(self, other).prefix { $0 == $1 }.count { _ in true })
  }
}

/// The folded messages of a stream's errors, by the errors' types.
struct MessagesOfTypes {
  private var messages: [String: [String]] = [:]

  init(_ shapes: ErrorShapes?) {
    for shape in shapes?.shapes ?? [] {
      guard let record = Node.made(json: String(decoding: shape.record, as: UTF8.self)),
        let type = record["type"]?.string, let message = record["message"]?.string
      else { continue }
      messages[type, default: []].append(message)
    }
  }

  subscript(type: String) -> [String] { messages[type] ?? [] }
}
