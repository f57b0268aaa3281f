internal import Counting
package import Replay

/// The figures of two streams under the same rules for `--fail-on`.
package enum StreamDifferenceFigures {
  private static let changes = KindChange.Change.allCases.filter { $0 != .similar }

  package static let vocabulary = GateVocabulary(
    words: changes.map { $0.rawValue } + ["newUnhandled", "newErrors", "kinds"], example: "new > 0")

  /// - Parameter errors: those of the second stream.
  static func values(_ kinds: [KindChange], errors: Int) -> [GateFigure: GateValue] {
    var values: [GateFigure: GateValue] = [:]
    func kindCount(_ count: Int) -> GateValue { GateValue(count, of: kinds.count, "kinds") }
    for change in changes {
      values[.word(change.rawValue)] = kindCount(kinds.count { $0.change == change })
    }
    let new = kinds.filter { $0.change == .new }.compactMap { $0.after }
    values[.word("newUnhandled")] = kindCount(new.count { $0.unhandled > 0 })
    values[.word("newErrors")] = GateValue(new.reduce(0) { $0 + $1.kind.count }, of: errors, "errors")
    values[.word("kinds")] = kindCount(kinds.count)
    return values
  }
}
