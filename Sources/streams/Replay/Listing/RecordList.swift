package import Records
internal import Reports
internal import Bytes
package import Engine
package import Source
package import Secrets

/// One line for each record: time, origin, error, rule, outcome, actions.
package struct RecordList: Sendable {
  private let columns: ListColumns
  private let terminalStyle: TerminalStyle
  private let redactor: Redactor
  private let zone: ShownZone
  /// The names of clauses and of actions, as they are shown.
  private let rules: [String]
  private let actions: [String]
  private let noRule: String
  private let ignored: String
  /// The longest message, in Unicode scalars.
  private static let longestMessage = 200

  /// The most tries that a rule may make. It is the budget of a policy of another system that has no end, so it tells nothing.
  private static let mostTries = 1_000

  /// - Parameter width: of the terminal; nil for none, where nothing but long messages is cut.
  package init(
    _ chain: ResponderChain, width: Int?, redactor: Redactor = .off, terminalStyle: TerminalStyle,
    in zone: ShownZone = .utc
  ) {
    (self.redactor, self.zone) = (redactor, zone)
    self.terminalStyle = terminalStyle
    let columns = ListColumns(chain, width: width)
    self.columns = columns
    rules = chain.clauses.indices.map {
      columns.fitted(EscapedText.of(chain.name(ofClause: $0)), columns.rule)
    }
    actions = chain.actionLabels.map { EscapedText.of($0) }
    noRule = columns.fitted("–", columns.rule)
    ignored = columns.fitted("(ignored)", columns.rule)
  }

  /// Appends the line of the last record, whose outcome is `evaluator.outcome`.
  func append(_ evaluator: borrowing Evaluator, to text: inout Buffer<UInt8>) {
    let own = evaluator.redactor(from: redactor)
    var line = terminalStyle(columns.fitted(time(of: evaluator), columns.time), .dim)
    line += " "
    if columns.origin > 0 {
      let origin = EscapedText.of(Self.text(of: Self.origin, evaluator, own))
      line += columns.fitted(origin, columns.origin, cutsStart: true)
      line += " "
    }
    line += columns.fitted(EscapedText.of(Self.name(of: evaluator, own)), columns.kind)
    line += " "
    line += rule(of: evaluator)
    line += " "
    let actions = actions(of: evaluator)
    let shown = columns.actions.map { EscapedText.cut(actions, to: $0) } ?? actions
    let word = Self.outcome(of: evaluator)
    let outcome = columns.isCut ? EscapedText.cut(word, to: columns.outcome) : word
    line += terminalStyle(
      shown.isEmpty ? outcome : columns.fitted(outcome, columns.outcome), Self.style(of: evaluator))
    line += shown.isEmpty ? "\n" : " \(shown)\n"
    line.withUTF8 { text.append(ByteSlice(UnsafeRawBufferPointer($0))) }
  }

  private func time(of evaluator: borrowing Evaluator) -> String {
    guard let time = evaluator.time else { return "–" }
    return String(zone.second(time).dropFirst(ListColumns.fullTime - columns.time))
  }

  /// The words of the kind, an event's after `event`; the status; the message in quotes.
  static func name(of evaluator: borrowing Evaluator, _ own: Redactor, withMessage: Bool = true) -> String {
    let parts = evaluator.kindParts
    var words = cut(own.text(parts.wordsBesidesStatus))
    if parts.isEvent { words = "event \(words)" }
    let status = text(of: Self.status, evaluator, own)
    if !status.isEmpty { words += words.isEmpty ? "status \(status)" : " \(status)" }
    let message = withMessage ? text(of: Self.message, evaluator, own) : ""
    if !message.isEmpty { words += words.isEmpty ? "“\(message)”" : " “\(message)”" }
    return words
  }

  private static let origin: [Subject] = [.field(.origin)]
  private static let status: [Subject] = [.field(.status)]
  private static let message: [Subject] = [.field(.message)]

  /// Cut if it is long; empty for none.
  private static func text(of field: [Subject], _ evaluator: borrowing Evaluator, _ own: Redactor) -> String {
    guard let text = evaluator.firstText(of: field) else { return "" }
    // As many bytes as hold the scalars shown, so that a long text is not decoded; with redaction, enough to know a
    // secret that begins among them.
    let shown =
      own.isOn ? own.beginning(text) : String(text[0..<min(text.count, 4 * (longestMessage + 1))])
    return cut(shown)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestMessage, text.unicodeScalars.count > longestMessage else { return text }
    return "\(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestMessage))))…"
  }

  private func rule(of evaluator: borrowing Evaluator) -> String {
    if let clause = evaluator.outcome.clause.place { return rules[clause] }
    return evaluator.outcome.isIgnored ? ignored : noRule
  }

  /// A word; a retry with its try, `?` for an unknown one; a question mark at the end if an answer was assumed.
  private static func outcome(of evaluator: borrowing Evaluator) -> String {
    let doubt = evaluator.outcome.isAssumed ? "?" : ""
    guard evaluator.outcome.isHandled else { return "unhandled\(doubt)" }
    if evaluator.outcome.isEvent { return "handled\(doubt)" }
    guard let retry = evaluator.outcome.retry else { return "\(evaluator.outcome.evaluation.name)\(doubt)" }
    let limit = retry.maxAttempts < mostTries ? "/\(retry.maxAttempts)" : ""
    return "retry \(retry.attempt == 0 ? "?" : "\(retry.attempt)")\(limit)\(doubt)"
  }

  private static func style(of evaluator: borrowing Evaluator) -> TerminalStyle.Style {
    guard evaluator.outcome.isHandled else { return .magenta }
    if evaluator.outcome.isEvent { return .green }
    switch evaluator.outcome.evaluation {
    case .proceed: return .green
    case .retry: return .cyan
    case .cancel: return .yellow
    case .abort: return .red
    }
  }

  /// The actions that ran, without those that a throttle skipped.
  private func actions(of evaluator: borrowing Evaluator) -> String {
    var text = ""
    for index in 0..<evaluator.outcome.actions.count {
      let ran = evaluator.outcome.actions[index]
      guard !ran.isThrottled, !ran.isCoalesced else { continue }
      if !text.isEmpty { text += ", " }
      text += actions[Int(ran.action)]
    }
    return text
  }
}
