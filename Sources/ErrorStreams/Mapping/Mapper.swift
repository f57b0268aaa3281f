internal import RuleEngine

/// Makes recorded errors of documents, by a plan that may be another one for each.
struct Mapper: ~Copyable {
  /// The document: what reads our own lines quickly reads others as well, up to where it would ask what they mean.
  var scanned = ErrorRecord()
  private(set) var found = FoundPlaces()
  /// By slot: whether its value became a field's, so that it is no attribute too.
  private var isUsed = Buffer<Bool>()
  private var texts = ErrorTexts()
  /// Whether something that is there could not be read as its field.
  private(set) var hasUnread = false

  /// Finds the paths of a plan in the document that stands on the tape.
  mutating func find(_ plan: MappingPlan) {
    found.find(plan.paths, in: scanned.tape, keys: scanned.keyGeneration)
    isUsed.removeAll()
    isUsed.append(repeating: false, count: plan.paths.slotCount)
    hasUnread = false
  }

  /// Says that the value of a slot is told by other means.
  mutating func use(_ slot: Int32) { isUsed[Int(slot)] = true }

  /// Writes the fields that the document says and the record does not have yet.
  mutating func writeFields(_ plan: MappingPlan, to record: inout RecordWriter) {
    if plan.chain.count > 0 { writeChain(plan, to: &record) }
    for index in plan.fields.indices where !record.has(plan.fields[index].field) {
      write(plan.fields[index], plan, to: &record)
    }
    if plan.appleErrors.count > 0 { writeTexts(plan.appleErrors, plan, isTrace: false, to: &record) }
    if plan.stack.count > 0 { writeTexts(plan.stack, plan, isTrace: true, to: &record) }
    if plan.logMessage.count > 0, !record.has(.message) { writeLogMessage(plan, to: &record) }
  }

  /// Writes what became no field.
  mutating func writeAttributes(_ plan: MappingPlan, to record: inout RecordWriter) {
    if plan.paths.whole >= 0, isUsed[Int(plan.paths.whole)] { return }
    var index = 1
    var member = 0
    while index < scanned.tape.count {
      let branch = found.members[member]
      let isLeftOut: Bool
      if branch < 0 {
        isLeftOut = false
      } else {
        let branch = plan.paths.branches[Int(branch)]
        isLeftOut = branch.isDropped || branch.slot >= 0 && isUsed[Int(branch.slot)]
      }
      if !isLeftOut, scanned.tape[index + 1].kind != .null { record.writeAttribute(index, scanned.tape) }
      index = Int(scanned.tape[index + 1].end)
      member += 1
    }
    for list in 0..<plan.attributes.count {
      guard let object = found.place(plan.lists[plan.attributes.first + list]),
        scanned.tape[object].kind == .object
      else { continue }
      let node = plan.attributeObjects[list]
      var index = object + 1
      while index < Int(scanned.tape[object].end) {
        if !isUsed(scanned.tape.text(of: scanned.tape[index]), in: node, plan) {
          record.writeAttribute(index, scanned.tape)
        }
        index = Int(scanned.tape[index + 1].end)
      }
    }
  }

  /// Whether a member of an object became a field's.
  private func isUsed(_ key: ByteSlice, in object: Int32, _ plan: MappingPlan) -> Bool {
    guard object >= 0, let branch = plan.paths.find(key, in: object) else { return false }
    let slot = plan.paths.branches[Int(branch)].slot
    return slot >= 0 && isUsed[Int(slot)]
  }

  /// Whether the document is an error, once its fields are written.
  func isError(_ plan: MappingPlan, _ record: borrowing RecordWriter) -> Bool {
    guard let least = plan.atLeast else { return true }
    if let severity = record.severity, severity >= least { return true }
    return record.hasAny(of: plan.makesError)
  }

  /// Whether the document is surely none, before anything of it is written: so are most lines of most logs.
  mutating func isSurelyNoError(_ plan: MappingPlan) -> Bool {
    plan.isSurelyNoError(found, scanned.tape, &texts)
  }

  private mutating func write(
    _ field: MappingPlan.FieldPlan,
    _ plan: MappingPlan,
    to record: inout RecordWriter
  ) {
    var isThere = false
    for index in 0..<field.slots.count {
      let slot = plan.lists[field.slots.first + index]
      guard let place = found.place(slot) else { continue }
      isThere = true
      if write(field, at: place, plan, to: &record) {
        isUsed[Int(slot)] = true
        return
      }
    }
    if isThere { hasUnread = true }
    guard !field.fallback.isEmpty else { return }
    if field.fallbackNeeds >= 0, found.place(field.fallbackNeeds) == nil { return }
    record.write(field, json: field.fallback)
    record.note(field.fallbackSeverity)
  }

  /// Writes the value at a place as a field; false and nothing where it can't be read so.
  private mutating func write(
    _ field: MappingPlan.FieldPlan,
    at place: Int,
    _ plan: MappingPlan,
    to record: inout RecordWriter
  ) -> Bool {
    if field.values.count > 0 {
      let text = scanned.tape.text(of: scanned.tape[place])
      for index in field.values.first..<(field.values.first + field.values.count)
      where plan.translations[index].found == text {
        record.write(field, json: plan.translations[index].meant)
        record.note(plan.translations[index].severity)
        return true
      }
    }
    if Reading(of: field.field) == .severity {
      guard let severity = ValueReader.severity(at: place, scanned.tape, as: field.reading) else {
        return false
      }
      var name = severity.name
      name.withUTF8 { name in
        _ = record.write(field.key) { text in
          text.append(UInt8(ascii: "\""))
          text.append(ByteSlice(UnsafeRawBufferPointer(name)))
          text.append(UInt8(ascii: "\""))
          return true
        }
      }
      record.note(field.field)
      record.note(severity)
      return true
    }
    // Only what is borrowed can be read within the closure.
    let isWritten = record.write(at: place, field, scanned.tape)
    if isWritten { record.note(field.field) }
    return isWritten
  }

  /// Writes the thrown exception of a list, and the others as its causes.
  private mutating func writeChain(_ plan: MappingPlan, to record: inout RecordWriter) {
    for index in 0..<plan.chain.count {
      guard let list = found.place(plan.lists[plan.chain.first + index]) else { continue }
      if !plan.nested.isEmpty, scanned.tape[list].kind == .object {
        writeNested(list, plan, to: &record)
        return
      }
      guard scanned.tape[list].kind == .array else { continue }
      var first = -1
      var last = -1
      var place = list + 1
      while place < Int(scanned.tape[list].end) {
        if scanned.tape[place].kind == .object {
          if first < 0 { first = place }
          last = place
        }
        place = Int(scanned.tape[place].end)
      }
      guard first >= 0 else { continue }
      isUsed[Int(plan.lists[plan.chain.first + index])] = true
      let thrown = plan.isRootFirst ? last : first
      writeException(thrown, plan, isNested: false, to: &record)
      guard first != last, !record.has(.underlying) else { return }
      record.openArray("underlying")
      if plan.isRootFirst {
        writeCauses(before: thrown, of: list, plan, to: &record)
      } else {
        place = Int(scanned.tape[first].end)
        while place < Int(scanned.tape[list].end) {
          writeCause(place, plan, to: &record)
          place = Int(scanned.tape[place].end)
        }
      }
      record.closeArray()
      record.note(.underlying)
      return
    }
  }

  /// Writes an exception that has its cause in it.
  private mutating func writeNested(_ thrown: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    writeException(thrown, plan, isNested: false, to: &record)
    guard !record.has(.underlying), var cause = scanned.tape.place(of: plan.nested, in: thrown) else {
      return
    }
    record.openArray("underlying")
    while scanned.tape[cause].kind == .object {
      writeCause(cause, plan, to: &record)
      guard let next = scanned.tape.place(of: plan.nested, in: cause) else { break }
      cause = next
    }
    record.closeArray()
    record.note(.underlying)
  }

  /// Writes the exceptions before one, from the nearest to the first.
  private mutating func writeCauses(
    before thrown: Int,
    of list: Int,
    _ plan: MappingPlan,
    to record: inout RecordWriter
  ) {
    var places: [Int] = []
    var place = list + 1
    while place < thrown {
      places.append(place)
      place = Int(scanned.tape[place].end)
    }
    for place in places.reversed() { writeCause(place, plan, to: &record) }
  }

  private mutating func writeCause(_ place: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    guard scanned.tape[place].kind == .object else { return }
    let mark = record.mark
    record.openObject()
    let start = record.mark
    writeException(place, plan, isNested: true, to: &record)
    if record.mark == start { record.takeBack(to: mark) } else { record.closeObject() }
  }

  private mutating func writeException(
    _ object: Int,
    _ plan: MappingPlan,
    isNested: Bool,
    to record: inout RecordWriter
  ) {
    for field in plan.chainFields where isNested || !record.has(field.field) {
      for index in field.slots.first..<(field.slots.first + field.slots.count) {
        guard let place = scanned.tape.place(of: plan.chainPaths[index], in: object) else { continue }
        let isWritten: Bool
        if field.field == .type, !plan.qualifier.isEmpty,
          let qualifier = scanned.tape.place(of: plan.qualifier, in: object),
          scanned.tape[qualifier].kind == .string
        {
          isWritten = record.write(
            at: place,
            field,
            scanned.tape,
            qualifiedBy: scanned.tape.text(of: scanned.tape[qualifier])
          )
        } else {
          isWritten = record.write(at: place, field, scanned.tape)
        }
        guard isWritten else { continue }
        if !isNested { record.note(field.field) }
        break
      }
    }
  }

  /// Writes the errors that texts tell of: an `Error Domain=…`, or a stack trace.
  private mutating func writeTexts(
    _ span: MappingPlan.Span,
    _ plan: MappingPlan,
    isTrace: Bool,
    to record: inout RecordWriter
  ) {
    for index in 0..<span.count {
      let slot = plan.lists[span.first + index]
      guard let place = found.place(slot), scanned.tape[place].kind == .string else { continue }
      texts.removeAll()
      let text = scanned.tape.text(of: scanned.tape[place])
      if isTrace { StackTraceText.read(text, into: &texts) } else { AppleErrorText.read(text, into: &texts) }
      guard texts.errors.count > 0 else { continue }
      let thrown = texts.errors[0]
      // Of an error that is known already a trace says the causes.
      if !isTrace || !record.has(.type) {
        record.write("type", .type, text: thrown.type)
        record.write("domain", .domain, text: thrown.domain)
        record.write("code", .code, number: thrown.code)
        record.write("message", .message, text: thrown.message)
      }
      if texts.errors.count > 1, !record.has(.underlying) {
        record.openArray("underlying")
        for cause in 1..<texts.errors.count {
          let error = texts.errors[cause]
          record.openObject()
          record.write("type", nil, text: error.type)
          record.write("domain", nil, text: error.domain)
          record.write("code", nil, number: error.code)
          record.write("message", nil, text: error.message)
          record.closeObject()
        }
        record.closeArray()
        record.note(.underlying)
      }
      return
    }
  }

  private mutating func writeLogMessage(_ plan: MappingPlan, to record: inout RecordWriter) {
    for index in 0..<plan.logMessage.count {
      let slot = plan.lists[plan.logMessage.first + index]
      guard let place = found.place(slot) else { continue }
      let entry = scanned.tape[place]
      let text = scanned.tape.text(of: entry)
      if entry.kind == .string, text.trimmed.count < text.count {
        record.write("message", .message, text: text.trimmed)
        guard record.has(.message) else { continue }
      } else {
        let isWritten = record.write(ByteSlice("\"message\":")) { text in
          ValueReader.append(at: place, scanned.tape, as: .bytes, takesObjects: true, to: &text)
        }
        guard isWritten else { continue }
        record.note(.message)
      }
      isUsed[Int(slot)] = true
      return
    }
  }
}

extension RecordWriter {
  /// Writes the value at a place of a tape as a field; false and nothing where it can't be read so.
  mutating func write(at place: Int, _ field: MappingPlan.FieldPlan, _ tape: borrowing JSONTape) -> Bool {
    let before = mark
    openPlain(field.key)
    let isWritten = append { text in
      field.field == .retryAfter
        ? ValueReader.appendDuration(at: place, tape, as: field.reading, to: &text)
        : ValueReader.append(
          at: place,
          tape,
          as: field.reading,
          takesObjects: field.field == .message,
          to: &text
        )
    }
    if !isWritten { takeBack(to: before) }
    return isWritten
  }

  /// Writes a type behind what qualifies it, unless it does so itself.
  mutating func write(
    at place: Int,
    _ field: MappingPlan.FieldPlan,
    _ tape: borrowing JSONTape,
    qualifiedBy qualifier: ByteSlice
  ) -> Bool {
    guard tape[place].kind == .string, !qualifier.isEmpty,
      !tape.text(of: tape[place]).contains("."), !tape.text(of: tape[place]).isEmpty
    else { return write(at: place, field, tape) }
    openPlain(field.key)
    return append { text in
      text.append(UInt8(ascii: "\""))
      JSONText.append(escaped: qualifier, to: &text)
      text.append(UInt8(ascii: "."))
      JSONText.append(escaped: tape.text(of: tape[place]), to: &text)
      text.append(UInt8(ascii: "\""))
      return true
    }
  }
}
