internal import Bytes
package import Records

/// An outcome apart from the error: what all errors share that end at the same clauses with the same actions.
///
/// The granted try is not part of it, nor are the values of the error that actions show.
package final class SavedOutcome: Sendable {
  fileprivate let resolution: Outcome.Resolution
  fileprivate let path: [ResponderIndex]
  fileprivate let actions: [Outcome.RanAction]
  fileprivate let exhausted: [Outcome.Exhausted]
  fileprivate let outOfContract: [ResponderIndex]
  /// Whether an action shows values of the error.
  package let showsValues: Bool
  /// The actions without their places, and with the names of values instead of the values.
  package let effects: String

  fileprivate init(
    _ resolution: Outcome.Resolution, path: [ResponderIndex], actions: [Outcome.RanAction],
    exhausted: [Outcome.Exhausted], outOfContract: [ResponderIndex], showsValues: Bool, effects: String
  ) {
    self.resolution = resolution
    self.path = path
    self.actions = actions
    self.exhausted = exhausted
    self.outOfContract = outOfContract
    self.showsValues = showsValues
    self.effects = effects
  }
}

extension Evaluator {
  /// The current outcome; nil if it has parts that depend on the error: events, replaced and raised errors.
  package var savedOutcome: SavedOutcome? {
    let own = outcome.resolution
    guard outcome.events.isEmpty, outcome.raised.isEmpty, !own.isReplaced, !own.isEvent,
      own.error == ErrorRecord.recorded, own.unknownCategory.isNone
    else { return nil }
    var resolution = own
    resolution.retry = nil
    var actions: [Outcome.RanAction] = []
    var showsValues = false
    var effects = Buffer<UInt8>()
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      guard ran.errorNode == ErrorRecord.recorded else { return nil }
      actions.append(ran)
      for index in tables.responses.actions[ran.action].pieces {
        let piece = tables.responses.pieces[index]
        if piece.kind != .text {
          showsValues = true
          effects.append(UInt8(ascii: "{"))
          let name = piece.kind == .optionTitles ? "options" : tables.name(ofSubject: piece.subject)
          effects.append(contentsOf: name.utf8)
          effects.append(UInt8(ascii: "}"))
        }
        effects.append(tables.bytes.slice(piece.text))
      }
      appendAnswer(of: ran, to: &effects)
      effects.append(UInt8(ascii: "\n"))
    }
    return SavedOutcome(
      resolution, path: (0..<outcome.path.count).map { outcome.path[$0] }, actions: actions,
      exhausted: (0..<outcome.exhausted.count).map { outcome.exhausted[$0] },
      outOfContract: (0..<outcome.outOfContract.count).map { outcome.outOfContract[$0] },
      showsValues: showsValues, effects: String(effects.slice))
  }

  /// Whether the current outcome is the saved one, but for the granted try.
  package func hasOutcome(_ saved: SavedOutcome) -> Bool {
    guard outcome.events.isEmpty, outcome.raised.isEmpty, outcome.path.count == saved.path.count,
      outcome.actions.count == saved.actions.count, outcome.exhausted.count == saved.exhausted.count,
      outcome.outOfContract.count == saved.outOfContract.count
    else { return false }
    var resolution = outcome.resolution
    resolution.retry = nil
    guard resolution == saved.resolution else { return false }
    for index in 0..<saved.path.count where outcome.path[index] != saved.path[index] { return false }
    for index in 0..<saved.actions.count where outcome.actions[index] != saved.actions[index] { return false }
    for index in 0..<saved.exhausted.count where outcome.exhausted[index] != saved.exhausted[index] {
      return false
    }
    for index in 0..<saved.outOfContract.count
    where outcome.outOfContract[index] != saved.outOfContract[index] {
      return false
    }
    return true
  }

  /// Makes a saved outcome that of the last record, which has the values that its actions show.
  package mutating func restore(_ saved: SavedOutcome, retry: Outcome.Retry?) {
    inputs.begin()
    outcome.reset()
    outcome.resolution = saved.resolution
    outcome.resolution.retry = retry
    for index in 0..<saved.path.count { outcome.path.append(saved.path[index]) }
    for index in 0..<saved.actions.count { outcome.actions.append(saved.actions[index]) }
    for index in 0..<saved.exhausted.count { outcome.exhausted.append(saved.exhausted[index]) }
    for index in 0..<saved.outOfContract.count { outcome.outOfContract.append(saved.outOfContract[index]) }
    inputs.matcher.record.setCategory(saved.resolution.category.raw, of: ErrorRecord.recorded)
  }

  /// The responder of the last record's origin, by index; -1 if there is none.
  package var firstResponder: Int {
    mutating get { Int(inputs.firstResponder().raw) }
  }

  /// Evaluates the last record in a running program, without inputs so far.
  ///
  /// The values that the state returned stay in `state` until they are cleared, for a rerun with all that is
  /// to be known of the error.
  ///
  /// - Parameters:
  ///   - isActing: whether alerts ask; otherwise their first button is assumed.
  ///   - connections: by responder: whether code is connected there. Empty if there is none.
  ///   - start: the first responder, that of the record's origin.
  /// - Returns: false if an input is needed; `outcome` is meaningless then.
  package mutating func evaluateAlone(
    _ state: inout ChainState, isActing: Bool, connections: [Bool], ordinal: UInt64, clock: Timestamp?,
    from start: Int
  ) -> Bool {
    if isActing {
      inputs.live = LiveInputs(isOn: true, given: [], connections: connections, stateReads: [])
    }
    defer { if isActing { inputs.live = LiveInputs() } }
    var sink = NoSteps()
    let isDone = evaluate(&state, reportingTo: &sink, ordinal: ordinal, clock: clock, from: start)
    return isDone && (!isActing || inputs.live.question == nil)
  }
}

extension ResponderChain {
  /// Milliseconds of a delay after the error of an ordinal, which is its id in a recording.
  package func milliseconds(of delay: PendingDelay, ordinal: UInt64, attempt: Int?, seed: UInt64) -> Int64 {
    let identity = DrawIdentity(seed: seed, decimalID: ordinal, attempt: attempt.map { Int64($0) })
    return tables.milliseconds(of: delay, identity, seed: seed)
  }
}
