internal import Reports
internal import Bytes
internal import Engine

struct ListColumns: Sendable {
  let time: Int
  /// 0 on a narrow terminal.
  let origin: Int
  let kind: Int
  let rule: Int
  let outcome = 10
  /// The width at the end of the line; 0 on a narrow terminal; nil if nothing is cut.
  let actions: Int?
  /// A narrower terminal wraps the lines.
  private static let narrowest = 50

  /// - Parameter width: of the terminal; nil if nothing is cut.
  init(_ chain: ResponderChain, width: Int?) {
    let longest = chain.clauses.indices.map { EscapedText.width(of: chain.name(ofClause: $0)) }.max() ?? 0
    guard let width else {
      (time, origin, kind, rule, actions) = (Self.fullTime, 16, 40, min(32, longest), nil)
      return
    }
    time = width < 110 ? Self.shortTime : Self.fullTime
    origin = width < 60 ? 0 : min(24, width / 8)
    rule = min(longest, max(8, width / 6))
    let actions = chain.actionLabels.isEmpty || width < 72 ? 0 : width / 8
    self.actions = actions
    // One space between two columns.
    let used = [time, origin, rule, outcome, actions].filter { $0 > 0 }
    kind = max(Self.narrowest, width) - used.reduce(0) { $0 + $1 + 1 }
  }

  /// `2026-11-20 08:15:02`, and without the year.
  static let fullTime = 19
  static let shortTime = 14

  var isCut: Bool { actions != nil }

  /// The text in exactly `width` columns, unless nothing is cut.
  func fitted(_ text: String, _ width: Int, cutsStart: Bool = false) -> String {
    let shown = isCut ? EscapedText.cut(text, to: width, atStart: cutsStart) : text
    return shown + String(repeating: " ", count: max(0, width - EscapedText.width(of: shown)))
  }
}
