internal import Bytes

/// The data that the shards of one replay have in common.
package struct PartialHead: Sendable {
  /// The version of errctl.
  package var program = ""
  package var rules = RuleSources()
  /// The options that affect what is counted, as words of a command line.
  package var words: [String] = []
  /// The bytes of a mapping file; empty without one.
  package var mapping: [UInt8] = []

  package init() {}

  mutating func code(with coder: inout ByteCoder) {
    coder.code(&program)
    var digest = coder.isWriting ? rules.digest : ""
    coder.code(&digest)
    rules.code(with: &coder)
    coder.code(&words)
    coder.code(&mapping)
    if digest != rules.digest { coder.fail() }
  }

  /// The reason why another head can't be merged, as a sentence; nil if it can.
  package func difference(from other: PartialHead) -> String? {
    if program != other.program {
      return "it is of errctl \(other.program), but the others are of errctl \(program). "
        + "Make all partial results with one version."
    }
    if rules != other.rules {
      return "it is of other rules (\(other.rules.digest), not \(rules.digest)). "
        + "Replay its shard with the rules of the others."
    }
    if words != other.words {
      let (mine, theirs) = (Self.shown(words), Self.shown(other.words))
      return
        "it was made with other options (\(theirs), not \(mine)). Replay its shard with those of the others."
    }
    if mapping != other.mapping {
      return "it was made with another mapping. Replay its shard with that of the others."
    }
    return nil
  }

  private static func shown(_ words: [String]) -> String {
    words.isEmpty
      ? "none" : words.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }.joined(separator: " ")
  }
}
