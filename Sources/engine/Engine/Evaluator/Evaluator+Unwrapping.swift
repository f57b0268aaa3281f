internal import Bytes
internal import Records
internal import RuleLanguage

extension Evaluator {
  /// Replaces the error by what it wraps, for a rule with `then: unwrap`.
  mutating func unwrapError<Sink: StepSink & ~Copyable>(_ verdict: CompiledVerdict, _ sink: inout Sink) {
    let old = error
    guard inputs.matcher.unwrap(verdict) else {
      sink.concludes(.continued)
      return
    }
    settle(old, .unwrapped, &sink)
  }

  /// Replaces a raised error by what it wraps, by the entries of `defaults.unwrap`, before it has a category.
  @inline(never)
  mutating func unwrapRaised<Sink: StepSink & ~Copyable>(_ sink: inout Sink) {
    var entry = firstUnwrap(&sink)
    var count = 0
    while !entry.isNone, count < Unwrap.limit {
      let old = error
      guard inputs.matcher.unwrap(tables.unwraps[entry].verdict) else { return }
      outcome.resolution.isReplaced = true
      sink.concludes(.unwrapped)
      sink.replaces(old, by: error, in: inputs.matcher.record)
      count += 1
      if count < Unwrap.limit { entry = nextUnwrap(&sink) }
    }
  }

  private mutating func firstUnwrap<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> UnwrapIndex {
    Sink.isRecording ? nextUnwrap(&sink) : UnwrapIndex(result(of: Question(kind: .unwrap)))
  }

  private mutating func nextUnwrap<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> UnwrapIndex {
    guard Sink.isRecording else {
      defer { if inputs.takeAssumption() { outcome.resolution.isAssumed = true } }
      return inputs.matcher.nextUnwrap()
    }
    for entry in tables.unwraps.indices {
      sink.begins(unwrap: entry)
      if !holds(tables.unwraps[entry].condition, &sink) {
        sink.concludes(.notMatched)
      } else if inputs.matcher.hasInner(tables.unwraps[entry].verdict) {
        return entry
      } else {
        sink.concludes(.nothingInside)
      }
    }
    return .nowhere
  }
}
