internal import RuleEngine

extension MappingPlan {
  /// What stands in the slots says of whether it is an error, before anything of it is written: most records of most logs
  /// are surely none.
  ///
  /// - Parameters:
  ///   - texts: where texts that tell of errors are read into.
  ///   - slot: one that is left out of what may tell of an error, or -1.
  ///   - has: whether a slot has a value.
  ///   - isList: whether the value of a slot is a list, whose texts may be the lines of a trace.
  ///   - text: the value of a slot, where it is a text.
  ///   - severity: what the value of a slot says as a severity.
  @inline(__always)
  func standing(
    _ texts: inout ErrorTexts,
    besides slot: Int32,
    has: (Int32) -> Bool,
    isList: (Int32) -> Bool,
    text: (Int32) -> ByteSlice?,
    severity: (FieldPlan, Int32) -> Severity?
  ) -> Standing {
    guard let least = leastWorthALook,
      hasNoSign(&texts, besides: slot, has: has, isList: isList, text: text)
    else {
      return .worthALook
    }
    return standing(to: least, has: has, severity: severity)
  }

  /// Whether nothing in the slots makes an error of it, whatever its severity.
  @inline(__always)
  func hasNoSign(
    _ texts: inout ErrorTexts,
    besides slot: Int32,
    has: (Int32) -> Bool,
    isList: (Int32) -> Bool,
    text: (Int32) -> ByteSlice?
  ) -> Bool {
    for index in 0..<errorSigns.count {
      let sign = errorSigns[index]
      guard sign.slot != slot, has(sign.slot) else { continue }
      if sign.meaning == .trace, isList(sign.slot) { return false }
      if sign.meaning.mayTell(text(sign.slot), &texts) { return false }
    }
    return true
  }

  /// How the severity that stands in the slots compares with `least`; one that can't be read is no sure sign.
  @inline(__always)
  func standing(
    to least: Severity,
    has: (Int32) -> Bool,
    severity: (FieldPlan, Int32) -> Severity?
  ) -> Standing {
    var isUnread = false
    for place in severityFields.indices {
      let field = fields[severityFields[place]]
      for index in 0..<field.slots.count {
        let slot = lists[field.slots.first + index]
        guard has(slot) else { continue }
        if let severity = severity(field, slot) { return severity < least ? .below : .worthALook }
        isUnread = true
      }
      guard !field.fallback.isEmpty, field.fallbackNeeds < 0 || has(field.fallbackNeeds),
        let severity = field.fallbackSeverity
      else { continue }
      return severity < least ? .below : .worthALook
    }
    return isUnread ? .worthALook : .silent
  }

  /// What a mapping's own table says of a text as a severity.
  @inline(__always)
  func translatedSeverity(of text: ByteSlice, as field: FieldPlan) -> Severity? {
    for index in field.values.first..<(field.values.first + field.values.count)
    where translations[index].found == text {
      return translations[index].severity
    }
    return nil
  }

  /// What the values that were found say of whether it is an error.
  ///
  /// - Parameter slot: one whose text tells of nothing, or -1.
  func standing(
    _ found: borrowing FoundPlaces,
    _ tape: borrowing JSONTape,
    _ texts: inout ErrorTexts,
    besides slot: Int32 = -1
  ) -> Standing {
    standing(
      &texts,
      besides: slot,
      has: { found.place($0) != nil },
      isList: { slot in found.place(slot).map { tape[$0].kind == .array } ?? false },
      text: { slot in
        guard let place = found.place(slot), tape[place].kind == .string else { return nil }
        return tape.text(of: tape[place])
      },
      severity: { field, slot in
        guard let place = found.place(slot) else { return nil }
        return translatedSeverity(of: tape.text(of: tape[place]), as: field)
          ?? ValueReader.severity(at: place, tape, as: field.reading)
      }
    )
  }

  /// Whether nothing that was found makes an error of it, whatever its severity.
  ///
  /// - Parameter slot: one whose text tells of nothing.
  func hasNoSign(
    _ found: borrowing FoundPlaces,
    _ tape: borrowing JSONTape,
    _ texts: inout ErrorTexts,
    besides slot: Int32
  ) -> Bool {
    hasNoSign(
      &texts,
      besides: slot,
      has: { found.place($0) != nil },
      isList: { slot in found.place(slot).map { tape[$0].kind == .array } ?? false },
      text: { slot in
        guard let place = found.place(slot), tape[place].kind == .string else { return nil }
        return tape.text(of: tape[place])
      }
    )
  }
}
