internal import Bytes
internal import Records
internal import RuleLanguage

extension Evaluator {
  /// Replaces the error by a `transform`; false if a value is needed that is not known yet.
  mutating func replaceError<Sink: StepSink & ~Copyable>(
    by replacement: CompiledReplacement, _ sink: inout Sink
  ) -> Bool {
    guard readNamed(replacement.pieces) else { return false }
    let old = error
    let replaced = inputs.matcher.record.replace(
      old, replacement.kind, with: namedTape, wraps: replacement.wraps)
    inputs.matcher.change(to: replaced)
    settle(old, .transformed, &sink)
    return true
  }

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

  private mutating func settle<Sink: StepSink & ~Copyable>(
    _ old: ErrorNodeIndex, _ conclusion: Conclusion, _ sink: inout Sink
  ) {
    outcome.resolution.isReplaced = true
    sink.concludes(conclusion)
    sink.replaces(old, by: error, in: inputs.matcher.record)
    resolveCategory(&sink)
  }

  /// Fills a replacement's templates and parses the object; false if a value is not known yet.
  ///
  /// Rules may nest an error in itself again and again: values beyond the size or depth limit count as
  /// missing.
  mutating func readNamed(_ pieces: IndexRange<TemplatePiece>) -> Bool {
    guard fillNamed(pieces, leavesOutContainers: false) else { return false }
    // The recorded and the compiled parts are JSON, and so is their combination.
    let depthLimit = limits.recordDepth + limits.ruleFileDepth
    if namedTape.scan(scratch.slice, depthLimit: depthLimit, valueLimit: .max, repairs: true) == nil {
      return true
    }
    guard fillNamed(pieces, leavesOutContainers: true) else { return false }
    _ = namedTape.scan(scratch.slice, depthLimit: .max, valueLimit: .max, repairs: true)
    return true
  }

  private mutating func fillNamed(_ pieces: IndexRange<TemplatePiece>, leavesOutContainers: Bool) -> Bool {
    scratch.removeAll()
    var room = inputs.matcher.record.replacementRoom
    for index in pieces {
      let piece = tables.responses.pieces[index]
      guard piece.kind != .text else {
        scratch.append(tables.bytes.slice(piece.text))
        continue
      }
      let value = value(ofSubject: piece.subject, error)
      let start = scratch.count
      if value.isMissing, isOrdinal(piece.subject) {
        guard let ordinal = inputs.ordinal else { return false }
        let isWhole = piece.kind == .whole
        if isWhole { scratch.append(UInt8(ascii: "\"")) }
        JSONText.append(integer: Int64(ordinal), to: &scratch)
        if isWhole { scratch.append(UInt8(ascii: "\"")) }
      } else if value.isMissing || leavesOutContainers && (value.kind == .array || value.kind == .object) {
        scratch.append(tables.bytes.slice(piece.text))
      } else if piece.kind == .whole, isOrdinal(piece.subject) {
        // An id is always written as a string.
        JSONText.append(string: value.text, to: &scratch)
      } else if piece.kind == .whole {
        inputs.matcher.record.append(whole: value, to: &scratch)
      } else {
        inputs.matcher.record.append(inString: value, to: &scratch)
      }
      if scratch.count - start > room {
        scratch.removeLast(scratch.count - start)
        scratch.append(tables.bytes.slice(piece.text))
      }
      room = max(0, room - (scratch.count - start))
    }
    return true
  }

  /// Whether the subject is the `id`, which the ordinal replaces if it is missing.
  func isOrdinal(_ subject: SubjectIndex) -> Bool {
    let subject = tables.conditions.subjects[subject]
    return subject.kind == .field && subject.member == Field.id.rawValue
  }
}
