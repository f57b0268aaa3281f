internal import Bytes
internal import Records

extension MappingPlan {
  /// An unreadable severity is not a certain sign.
  ///
  /// - Parameters:
  ///   - has: whether a slot has a value.
  ///   - severity: of a slot's value.
  @inline(__always)
  func status(to least: Severity, has: (Int32) -> Bool, severity: (FieldPlan, Int32) -> Severity?)
    -> ErrorStatus
  {
    var isUnread = false
    for place in errors.severityFields.indices {
      let field = fields[errors.severityFields[place]]
      for index in 0..<field.slots.count {
        let slot = lists[field.slots.first + index]
        guard has(slot) else { continue }
        if let severity = severity(field, slot) { return severity < least ? .below : .possible }
        isUnread = true
      }
      guard !field.fallback.isEmpty, field.fallbackNeeds < 0 || has(field.fallbackNeeds),
        let severity = field.fallbackSeverity
      else { continue }
      return severity < least ? .below : .possible
    }
    return isUnread ? .possible : .silent
  }

  @inline(__always)
  func translatedSeverity(of text: ByteSlice, as field: FieldPlan) -> Severity? {
    for index in field.values.first..<(field.values.first + field.values.count)
    where translations[index].found == text {
      return translations[index].severity
    }
    return nil
  }

  /// - Parameter slot: its text has no signs; -1 for none.
  func status(
    _ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape, _ texts: inout ErrorTexts,
    besides slot: Int32 = -1
  ) -> ErrorStatus {
    guard let least = errors.leastSeverity, hasNoSign(found, tape, &texts, besides: slot) else {
      return .possible
    }
    let status = status(
      to: least,
      has: { found.place($0) != nil },
      severity: { field, slot in
        guard let place = found.place(slot) else { return nil }
        return translatedSeverity(of: tape.text(of: tape[place]), as: field)
          ?? ValueReader.severity(at: place, tape, as: field.reading)
      }
    )
    return status == .silent && errors.plainType >= 0 && found.place(errors.plainType) != nil
      ? .possible : status
  }

  /// Whatever its severity.
  ///
  /// - Parameter slot: its text has no signs; -1 for none.
  func hasNoSign(
    _ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape, _ texts: inout ErrorTexts,
    besides slot: Int32
  ) -> Bool {
    for index in 0..<errors.indicators.count {
      let sign = errors.indicators[index]
      guard sign.slot != slot, let place = found.place(sign.slot) else { continue }
      let kind = tape[place].kind
      // A list's texts may be the lines of a trace.
      if sign.meaning == .trace, kind == .array { return false }
      if sign.meaning.mayIndicateError(kind == .string ? tape.text(of: tape[place]) : nil, &texts) {
        return false
      }
    }
    return true
  }
}
