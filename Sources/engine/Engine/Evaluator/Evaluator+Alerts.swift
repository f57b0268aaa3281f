internal import Bytes
internal import Records

struct AlertAnswer: BitwiseCopyable {
  /// The button, or ``Outcome/RanAction/unanswered``.
  var button: Index<CompiledButton>
  /// The chosen recovery option, if the buttons are the error's options.
  var option = Index<RecoveryOption>.nowhere
  /// Whether no answer was given, so that the first button is taken.
  var isAssumed = false
  /// Whether the answer was given to an earlier, still open alert.
  var isCoalesced = false
  /// Microseconds for which the alert was open.
  var after: Int64 = 0
}

private struct ShownBefore {
  let last: ShownAlert?
  let now: Int64

  init(_ state: borrowing ChainState.Contents) {
    last = state.lastAlert
    now = state.now
  }
}

extension Evaluator {
  /// The answer of an open alert with which it coalesces, or else its own. Nil if state or a person is
  /// needed.
  mutating func answer<Sink: StepSink & ~Copyable>(
    to alert: CompiledAlert, of action: Index<CompiledAction>, at clause: ClauseIndex,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> AlertAnswer? {
    if inputs.live.isOn { return liveAnswer(to: alert, of: action, at: clause, &state) }
    let key = alert.coalesces ? key(alert.coalesce) : 0
    if alert.coalesces {
      guard let shown = state.consult(inputs, { ShownBefore($0) }) else { return nil }
      let taken = openAnswer(to: alert, of: action, key, shown)
      sink.reads(.alertQueue(isOpen: taken != nil), key: alert.coalesce, within: 0)
      if let taken { return taken }
    }
    let answer = alert.decides ? ownAnswer(to: alert, at: clause) : firstButton(of: alert, at: clause)
    guard tables.remembersAlerts else { return answer }
    let title = alert.isRecovery ? titleDigest(of: answer) : 0
    let isShown: Void? = state.consult(inputs) {
      let (closing, isNever) = $0.now.addingReportingOverflow(answer.after)
      $0.show(
        ShownAlert(
          action: action, key: key, closing: isNever ? .max : closing, button: answer.button, title: title,
          isAssumed: answer.isAssumed))
    }
    return isShown.map { answer }
  }

  /// The answer of the last alert, if it has the same action and key and is still open.
  private func openAnswer(
    to alert: CompiledAlert, of action: Index<CompiledAction>, _ key: UInt128, _ shown: ShownBefore
  ) -> AlertAnswer? {
    guard let last = shown.last, last.action == action, last.key == key, shown.now < last.closing
    else { return nil }
    var answer = AlertAnswer(button: last.button, isAssumed: last.isAssumed, isCoalesced: true)
    guard alert.isRecovery else { return answer }
    // This error may have other options. It takes the one with the same title; without one, the alert is
    // shown again.
    let own = buttons(of: alert) { Self.digest($0) == last.title }
    guard let own else { return nil }
    (answer.button, answer.option) = (own.button, own.option)
    return answer
  }

  /// The first button of an alert that does not decide. No answer to it is recorded; in `always`, where it can't
  /// decide, the button is assumed if others have actions of their own.
  func firstButton(of alert: CompiledAlert, at clause: ClauseIndex) -> AlertAnswer {
    AlertAnswer(
      button: alert.buttons.startIndex,
      isAssumed: alert.selectsActions && tables.clauses[clause].kind == .always)
  }

  private mutating func ownAnswer(to alert: CompiledAlert, at clause: ClauseIndex) -> AlertAnswer {
    let answers = inputs.matcher.record.value(.answers, of: ErrorRecord.recorded)
    if let index = inputs.matcher.record.element(nextAnswer, of: answers.index) {
      nextAnswer += 1
      return recordedAnswer(at: index, to: alert)
    }
    if var title = inputs.presetAnswer(at: clause) {
      let found = title.withUTF8 { button(titled: ByteSlice(UnsafeRawBufferPointer($0)), of: alert) }
      if let found { return found }
      outcome.wrongAnswers += 1
    }
    return assumed(alert)
  }

  /// A title, an index, null, or an object with one of these and the time it took.
  private mutating func recordedAnswer(at index: TapeIndex, to alert: CompiledAlert) -> AlertAnswer {
    var recorded = inputs.matcher.record.tape.value(at: index)
    if recorded.kind == .null { return AlertAnswer(button: Outcome.RanAction.unanswered) }
    var after: Int64 = 0
    if recorded.kind == .object {
      recorded = inputs.matcher.record.member(ByteSlice("title"), below: index)
      let length = inputs.matcher.record.member(ByteSlice("after"), below: index)
      if length.kind == .string { after = TimeSpan(length.text)?.microseconds ?? 0 }
    }
    var answer: AlertAnswer?
    if case .integer(let choice) = recorded.number {
      answer = button(at: choice, of: alert)
    } else if recorded.kind == .string {
      answer = button(titled: recorded.text, of: alert)
    }
    if answer == nil { outcome.wrongAnswers += 1 }
    var given = answer ?? assumed(alert)
    given.after = after
    return given
  }

  func assumed(_ alert: CompiledAlert) -> AlertAnswer {
    var first = button(at: 0, of: alert) ?? AlertAnswer(button: alert.buttons.startIndex)
    first.isAssumed = true
    return first
  }

  private func button(titled title: ByteSlice, of alert: CompiledAlert) -> AlertAnswer? {
    buttons(of: alert) { $0 == title }
  }

  func button(at position: Int64, of alert: CompiledAlert) -> AlertAnswer? {
    guard position >= 0 else { return nil }
    var left = position
    return buttons(of: alert) { _ in
      left -= 1
      return left < 0
    }
  }

  private func buttons(of alert: CompiledAlert, where isWanted: (ByteSlice) -> Bool) -> AlertAnswer? {
    if alert.isRecovery, option(0, of: error) != nil {
      guard let (position, option) = firstOption(of: error, where: { isWanted($0.title) }) else { return nil }
      return AlertAnswer(button: alert.buttons.startIndex + (option.recovers ? 1 : 0), option: position)
    }
    // Without options there is a single OK button, which does not recover.
    for button in alert.isRecovery ? alert.buttons.prefix(1) : alert.buttons[...]
    where isWanted(tables.bytes.slice(tables.responses.buttons[button].title)) {
      return AlertAnswer(button: button)
    }
    return nil
  }

  private func titleDigest(of answer: AlertAnswer) -> UInt128 {
    guard let button = tables.responses.buttons.element(at: answer.button) else { return 0 }
    guard !answer.option.isNone else { return Self.digest(tables.bytes.slice(button.title)) }
    return option(Int(answer.option), of: error).map { Self.digest($0.title) } ?? 0
  }

  private static func digest(_ title: ByteSlice) -> UInt128 {
    var digest = KeyDigest()
    digest.add(Value(string: title))
    return digest.value
  }
}
