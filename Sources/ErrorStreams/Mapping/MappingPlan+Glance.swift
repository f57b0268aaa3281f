internal import RuleEngine

extension MappingPlan {
  /// Whether what stands in the slots is surely no error, before anything of it is written: so are most records of most
  /// logs.
  ///
  /// - Parameters:
  ///   - texts: where texts that tell of errors are read into.
  ///   - has: whether a slot has a value.
  ///   - text: the value of a slot, where it is a text.
  ///   - severity: what the value of a slot says as a severity.
  @inline(__always)
  func isSurelyNoError(
    _ texts: inout ErrorTexts,
    has: (Int32) -> Bool,
    text: (Int32) -> ByteSlice?,
    severity: (FieldPlan, Int32) -> Severity?
  ) -> Bool {
    guard let least = leastWorthALook else { return false }
    // Another log's record within says for itself what it is.
    if inner >= 0, has(inner) {
      guard let text = text(inner)?.trimmed, text.isEmpty || text[0] != UInt8(ascii: "{") else {
        return false
      }
    }
    for index in 0..<errorSigns.count where has(errorSigns[index]) { return false }
    for index in 0..<appleErrors.count {
      guard let text = text(lists[appleErrors.first + index]) else { continue }
      texts.removeAll()
      AppleErrorText.read(text, into: &texts)
      if texts.errors.count > 0 { return false }
    }
    for index in 0..<stack.count {
      guard let text = text(lists[stack.first + index]) else { continue }
      texts.removeAll()
      StackTraceText.read(text, into: &texts)
      if texts.errors.count > 0 { return false }
    }
    for index in severityFields {
      let field = fields[index]
      for index in 0..<field.slots.count {
        let slot = lists[field.slots.first + index]
        if has(slot), let severity = severity(field, slot) { return severity < least }
      }
      guard !field.fallback.isEmpty, field.fallbackNeeds < 0 || has(field.fallbackNeeds),
        let severity = field.fallbackSeverity
      else { continue }
      return severity < least
    }
    return true
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

  /// Whether the values that were found are surely no error.
  func isSurelyNoError(
    _ found: borrowing FoundPlaces,
    _ tape: borrowing JSONTape,
    _ texts: inout ErrorTexts
  ) -> Bool {
    isSurelyNoError(
      &texts,
      has: { found.place($0) != nil },
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
}
