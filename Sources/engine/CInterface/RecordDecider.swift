internal import Bytes
internal import CErrctl
internal import Engine
internal import Records

/// Decides one record at a time, in memory of its own.
///
/// `@unchecked Sendable`: a version of the rules leases it to one call at a time.
final class RecordDecider: @unchecked Sendable {
  private let rules: RulesInForce.Parts
  @exclusivity(unchecked) private var evaluator: Evaluator
  @exclusivity(unchecked) private var state: ChainState
  @exclusivity(unchecked) private var line = Buffer<UInt8>(capacity: 1 << 9)
  @exclusivity(unchecked) private var text = Buffer<UInt8>(capacity: 1 << 9)
  @exclusivity(unchecked) private var filled = Buffer<UInt8>(capacity: 1 << 9)
  @exclusivity(unchecked) private var gaps = Buffer<Gap>(capacity: 4)

  init(_ rules: RulesInForce.Parts) {
    self.rules = rules
    evaluator = Evaluator(rules.chain, limits: rules.limits)
    evaluator.seed = rules.seed
    state = ChainState(sharing: rules.state)
  }

  func decide(_ record: ByteSlice, _ moment: Moment, into resolution: inout errctl_resolution)
    -> errctl_status
  {
    line.removeAll()
    line.append(record)
    if evaluator.read(lineAt: 0, of: line.padded()) != record.count, let fault = evaluator.read(line.slice) {
      return conclude(fault, moment, into: &resolution)
    }
    let clock = moment.clock(after: evaluator.time)
    let ordinal = moment.nextOrdinal()
    text.removeAll()
    gaps.removeAll()
    let outcome: Outcome.Resolution
    switch evaluator.evaluate(&state, ordinal: ordinal, clock: clock) {
    case .known(let known):
      outcome = evaluator.resolution(known: known.number)
      evaluator.appendResolution(known: known.number, ordinal: ordinal, to: &text, gaps: &gaps)
    case .evaluated, .needsState:
      outcome = evaluator.outcome.resolution
      evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    }
    state.clearStateReads()
    resolution.take(outcome, ordinal)
    if let retry = outcome.retry {
      resolution.delay = evaluator.milliseconds(
        of: retry.delay, for: evaluator.drawIdentity(ordinal: ordinal))
    }
    write(into: &resolution)
    return errctl_status(ERRCTL_OK)
  }

  /// The resolution without its line feed.
  private func write(into resolution: inout errctl_resolution) {
    let end = text.count - 1
    if gaps.isEmpty {
      resolution.write(text.slice[0..<end])
      return
    }
    filled.removeAll()
    var place = GapFilling.Place()
    rules.filling.append(text.slice, gaps, from: &place, upTo: end, after: 0, to: &filled)
    resolution.write(filled.slice)
  }

  private func conclude(_ fault: RecordFault, _ moment: Moment, into resolution: inout errctl_resolution)
    -> errctl_status
  {
    switch fault {
    case .completed:
      _ = evaluator.complete(&state, clock: moment.clock(after: evaluator.time))
      state.clearStateReads()
      resolution.write("")
      return errctl_status(ERRCTL_COMPLETED)
    case .json(let fault):
      resolution.write("Column \(fault.offset + 1): \(fault.message(of: .record, limits: rules.limits))")
    case .notAnObject:
      resolution.write("This is not a JSON object. A record is one object.")
    case .notAnError(let wrong):
      let reason = wrong.map { " “\($0.field.name)” is \($0.fault)." } ?? ""
      resolution.write(
        "This is not a recorded error: one of type, domain, message, status, problem or event is needed.\(reason)"
      )
    }
    return errctl_status(ERRCTL_NOT_A_RECORD)
  }
}
