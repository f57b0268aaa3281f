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

  /// Notes the error that replaced another, and finds its category.
  mutating func settle<Sink: StepSink & ~Copyable>(
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
