package import RuleEngine

/// One line for each record, for people: time, origin, error, rule, outcome, actions.
package struct RecordList: Sendable {
  private let chain: ResponderChain
  private let columns: ListColumns
  private let terminalStyle: TerminalStyle
  /// The longest message, in Unicode scalars.
  private static let longestMessage = 200

  /// - Parameter width: the columns of the terminal; nil for none, where nothing but long messages is cut.
  package init(_ chain: ResponderChain, width: Int?, terminalStyle: TerminalStyle) {
    self.chain = chain
    self.terminalStyle = terminalStyle
    columns = ListColumns(chain, width: width)
  }

  /// Appends the line of the last record, whose outcome is `evaluator.outcome`.
  func append(_ evaluator: borrowing Evaluator, to text: inout Buffer<UInt8>) {
    let outcome = columns.fitted(Self.outcome(of: evaluator), columns.outcome)
    var line = "\(terminalStyle(columns.fitted(time(of: evaluator), columns.time), .dim)) "
    let origin = EscapedText.of(Self.text(of: .origin, evaluator))
    if columns.origin > 0 { line += "\(columns.fitted(origin, columns.origin, cutsStart: true)) " }
    line += "\(columns.fitted(Self.kind(of: evaluator), columns.kind)) "
    line += "\(columns.fitted(EscapedText.of(rule(of: evaluator)), columns.rule)) "
    line += terminalStyle(outcome, Self.style(of: evaluator))
    let actions = actions(of: evaluator)
    line += " \(columns.actions.map { ListColumns.cut(actions, to: $0) } ?? actions)"
    while line.last == " " { line.removeLast() }
    line += "\n"
    line.withUTF8 { text.append(ByteSlice(UnsafeRawBufferPointer($0))) }
  }

  private func time(of evaluator: borrowing Evaluator) -> String {
    guard let time = evaluator.time else { return "–" }
    let full = time.text.prefix(ListColumns.fullTime).map { $0 == "T" ? " " : "\($0)" }.joined()
    return columns.time < ListColumns.fullTime ? String(full.suffix(columns.time)) : full
  }

  /// Type and case, or domain and code, or the event; the status; the message in quotes.
  private static func kind(of evaluator: borrowing Evaluator) -> String {
    var words: [String] = []
    let (type, domain) = (text(of: .type, evaluator), text(of: .domain, evaluator))
    let event = text(of: .event, evaluator)
    if !type.isEmpty {
      words.append([type, text(of: .case, evaluator)].filter { !$0.isEmpty }.joined(separator: "."))
    } else if !domain.isEmpty {
      words += [domain, text(of: .code, evaluator)].filter { !$0.isEmpty }
    } else if !event.isEmpty {
      words.append("event \(event)")
    }
    let status = text(of: .status, evaluator)
    if !status.isEmpty { words.append(words.isEmpty ? "status \(status)" : status) }
    let message = text(of: .message, evaluator)
    if !message.isEmpty { words.append("“\(message)”") }
    return EscapedText.of(words.isEmpty ? evaluator.identityName : words.joined(separator: " "))
  }

  /// A field's text, cut if it is long; empty for none.
  private static func text(of field: Field, _ evaluator: borrowing Evaluator) -> String {
    guard let text = evaluator.firstText(of: [.field(field)]) else { return "" }
    // As many bytes as hold the scalars shown, so that a long text is not decoded.
    let start = String(text[0..<min(text.count, 4 * (longestMessage + 1))]).unicodeScalars
    guard text.count > longestMessage, start.count > longestMessage else { return String(start) }
    return "\(String(String.UnicodeScalarView(start.prefix(longestMessage))))…"
  }

  private func rule(of evaluator: borrowing Evaluator) -> String {
    if let clause = evaluator.outcome.clause.place { return chain.name(ofClause: clause) }
    return evaluator.outcome.isIgnored ? "(ignored)" : "–"
  }

  /// The outcome in a word; a retry with its try; a question mark if an answer was assumed.
  private static func outcome(of evaluator: borrowing Evaluator) -> String {
    let doubt = evaluator.outcome.isAssumed ? "?" : ""
    guard evaluator.outcome.isHandled else { return "unhandled\(doubt)" }
    if evaluator.outcome.isEvent { return "handled\(doubt)" }
    guard let retry = evaluator.outcome.retry else { return "\(evaluator.outcome.evaluation.name)\(doubt)" }
    return retry.attempt == 0 ? "untracked" : "retry \(retry.attempt)/\(retry.maxAttempts)\(doubt)"
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
    var labels: [String] = []
    for index in 0..<evaluator.outcome.actions.count {
      let ran = evaluator.outcome.actions[index]
      if !ran.isThrottled, !ran.isCoalesced { labels.append(chain.actionLabels[Int(ran.action)]) }
    }
    return EscapedText.of(labels.joined(separator: ", "))
  }
}
