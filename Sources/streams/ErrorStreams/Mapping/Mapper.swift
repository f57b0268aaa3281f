internal import Bytes
internal import Records

/// Converts documents by a plan that may differ for each.
struct Mapper: ~Copyable {
  /// Scanned as if it were errctl's own line, without the meaning of its members.
  var scanned = ErrorRecord(isForeign: true)
  private(set) var found = ResolvedPaths()
  /// For each slot, whether the value became a field, so it is not an attribute.
  private var isUsed = Buffer<Bool>()
  private var texts = ErrorTexts()
  /// The record's type is the document's member `type`.
  private var hasPlainType = false
  /// The slot of a nested record that was read and has no other signs; or -1.
  private var read: Int32 = -1
  /// The slot of the message, if it is an error's text with more than a message; or -1.
  private var errorText: Int32 = -1
  /// The place of the record's type in the document; or -1.
  private var typePlace: Int32 = -1
  /// The place of the message that a field or an exception gave.
  private var messagePlace: Int32 = -1
  /// Whether the program is Python's.
  private var isPython = false
  /// The thrown exception of a chain; or -1.
  private var thrown = -1
  /// Keys that another document has as attributes.
  private var yielded = Buffer<Int>()
  private var lines = Buffer<UInt8>()
  private(set) var hasUnread = false
  /// Fields whose values could not be read, one bit each.
  private(set) var unreadFields: UInt64 = 0
  /// An unreadable severity could have made it an error.
  private(set) var hasUnreadSeverity = false

  /// Whether a report of torchrun was written since it was asked for last.
  private var hasReport = false

  mutating func takeReport() -> Bool {
    defer { hasReport = false }
    return hasReport
  }

  var times = PartialTimes()

  /// The quick rejects by the shape of a document.
  private var quickRejects = Buffer<QuickReject>()
  private var severities = SeverityCache()

  /// False if the document is invalid or exceeds the limits.
  mutating func scan(_ document: ByteSlice, _ limits: Limits) -> Bool {
    scanned.tape.scan(
      document, depthLimit: limits.recordDepth, valueLimit: limits.recordValues, repairs: true) == nil
  }

  @inline(__always)
  mutating func find(_ plan: MappingPlan) {
    if found.find(plan.paths, in: scanned.tape, keys: scanned.keyGeneration), found.shape >= 0 {
      addQuickReject(plan)
    }
  }

  private mutating func addQuickReject(_ plan: MappingPlan) {
    if quickRejects.isEmpty { quickRejects.append(repeating: QuickReject(), count: ShapeCache.limit) }
    quickRejects[found.shape] = plan.quickReject(found, scanned.tape)
  }

  mutating func begin(_ plan: MappingPlan) {
    isUsed.removeAll()
    isUsed.append(repeating: false, count: plan.paths.slotCount)
    hasUnread = false
    unreadFields = 0
    hasUnreadSeverity = false
    hasPlainType = false
    read = -1
    errorText = -1
    thrown = -1
    typePlace = -1
    messagePlace = -1
    yielded.removeAll()
    isPython = plan.language >= 0 && isText(at: plan.language, "python")
    times.begin()
  }

  private func isText(at slot: Int32, _ text: StaticString) -> Bool {
    guard let place = found.place(slot) else { return false }
    return scanned.tape.text(of: scanned.tape[place]) == ByteSlice(text)
  }

  private func isYielded(_ key: Int) -> Bool {
    for index in 0..<yielded.count where yielded[index] == key { return true }
    return false
  }

  /// The slot's value is a nested record that was read.
  mutating func use(_ slot: Int32) {
    isUsed[Int(slot)] = true
    read = slot
  }

  mutating func writeFields(_ plan: MappingPlan, to record: inout RecordWriter) {
    if plan.chain.lists.count > 0 { writeChain(plan, to: &record) }
    for index in plan.fields.indices where !record.has(plan.fields[index].field) {
      write(plan.fields[index], plan, to: &record)
    }
    if errorText >= 0 { writeErrorText(to: &record) }
    if plan.isText { writeNumberedError(plan, to: &record) }
    if plan.texts.appleErrors.count > 0 {
      writeTexts(plan.texts.appleErrors, plan, isTrace: false, to: &record)
    }
    if plan.texts.stack.count > 0 { writeTexts(plan.texts.stack, plan, isTrace: true, to: &record) }
    if !plan.isText, !plan.isNative { writeToldCode(plan, to: &record) }
    if !plan.isNative, !record.has(.type), !record.has(.code), !record.has(.status) {
      writeToldStatus(plan, to: &record)
    }
    if !plan.isText, !record.has(.type), !record.has(.underlying) { writeToldTrace(plan, to: &record) }
    if isPython, typePlace >= 0, thrown < 0 {
      Self.writeClasses(
        above: scanned.tape.text(of: scanned.tape[Int(typePlace)]), isCause: false, to: &record)
    }
    if plan.texts.logMessage.count > 0, !record.has(.message) { writeLogMessage(plan, to: &record) }
  }

  /// The fields of a completed operation, which is not an error.
  mutating func writeOperation(_ plan: MappingPlan, to record: inout RecordWriter) {
    for field in plan.fields
    where [.time, .origin, .operation, .attempt].contains(field.field) && !record.has(field.field) {
      write(field, plan, to: &record)
    }
  }

  /// Unless the record has a time.
  mutating func writeTime(_ plan: MappingPlan, in years: YearWindow?, to record: inout RecordWriter) {
    guard times.isWithoutYear, years != nil, !record.has(.time) else { return }
    times.years = years
    for field in plan.fields where field.field == .time && !record.has(.time) {
      write(field, plan, to: &record)
    }
    times.years = nil
  }

  mutating func writeAttributes(_ plan: MappingPlan, to record: inout RecordWriter) {
    if plan.paths.whole >= 0, isUsed[Int(plan.paths.whole)] { return }
    if plan.texts.request.count > 0 { writeRequest(plan, to: &record) }
    if record.has(.status), !plan.isNative, let told = RequestText(message(plan)) {
      record.writeRequest(told.request)
    }
    if thrown >= 0, !plan.chain.attribute.isEmpty,
      let value = scanned.tape.member(plan.chain.attribute, of: thrown)
    {
      record.writeAttribute(value - 1, scanned.tape)
    }
    var index = 1
    while index < scanned.tape.count {
      if isAttribute(index, plan), !isYielded(index) { record.writeAttribute(index, scanned.tape) }
      index = Int(scanned.tape[index + 1].end)
    }
    for list in 0..<plan.attributes.lists.count {
      guard let object = found.place(plan.lists[plan.attributes.lists.first + list]),
        scanned.tape[object].kind == .object
      else { continue }
      let node = plan.attributes.objects[list]
      var index = object + 1
      while index < Int(scanned.tape[object].end) {
        if !isUsed(scanned.tape.text(of: scanned.tape[index]), in: node, plan) {
          record.writeAttribute(index, scanned.tape)
        }
        index = Int(scanned.tape[index + 1].end)
      }
    }
  }

  /// The first text of the paths, and its route.
  private mutating func writeRequest(_ plan: MappingPlan, to record: inout RecordWriter) {
    for index in 0..<plan.texts.request.count {
      let slot = plan.lists[plan.texts.request.first + index]
      guard let place = found.place(slot), scanned.tape[place].kind == .string, scanned.tape[place].length > 0
      else { continue }
      isUsed[Int(slot)] = true
      return record.writeRequest(at: place, scanned.tape)
    }
  }

  private func isAttribute(_ key: Int, _ plan: MappingPlan) -> Bool {
    guard scanned.tape[key + 1].kind != .null else { return false }
    let branch = found.branch(ofKeyAt: key, plan.paths, scanned.tape)
    guard branch >= 0 else { return true }
    let member = plan.paths.branches[Int(branch)]
    return !member.isDropped && (member.isKept || !(member.slot >= 0 && isUsed[Int(member.slot)]))
  }

  func hasAttribute(_ name: ByteSlice, _ plan: MappingPlan) -> Bool {
    guard let value = scanned.tape.member(name, of: 0) else { return false }
    return isAttribute(value - 1, plan)
  }

  /// Leaves out attributes whose names a nested document has, too.
  mutating func yield(to inner: borrowing Mapper, _ innerPlan: MappingPlan) {
    var index = 1
    while index < scanned.tape.count {
      if inner.hasAttribute(scanned.tape.text(of: scanned.tape[index]), innerPlan) { yielded.append(index) }
      index = Int(scanned.tape[index + 1].end)
    }
  }

  private func isUsed(_ key: ByteSlice, in object: Int32, _ plan: MappingPlan) -> Bool {
    guard object >= 0, let branch = plan.paths.find(key, in: object) else { return false }
    let member = plan.paths.branches[Int(branch)]
    return !member.isKept && member.slot >= 0 && isUsed[Int(member.slot)]
  }

  /// Whether the document has a level.
  func hasLevel(_ plan: MappingPlan) -> Bool {
    plan.errors.severityFields.contains { index in
      let slots = plan.fields[index].slots
      return (slots.first..<(slots.first + slots.count)).contains { found.place(plan.lists[$0]) != nil }
    }
  }

  func isError(_ plan: MappingPlan, _ record: borrowing RecordWriter) -> Bool {
    guard let least = plan.errors.atLeast else { return true }
    if let severity = record.severity, severity >= least { return true }
    let isPlain = hasPlainType && record.severity != nil
    return record.hasAny(
      of: isPlain ? plan.errors.makesError & ~(1 << UInt64(Field.type.rawValue)) : plan.errors.makesError)
  }

  /// Decided before anything is written; most lines of most logs are not errors.
  @inline(__always)
  mutating func isSurelyNoError(_ plan: MappingPlan) -> Bool {
    if found.shape >= 0 {
      switch quickRejects[found.shape].errors {
      case .none: return true
      case .perhaps: return false
      case .bySeverity(let field, let place):
        if let isBelow = severities.isBelow(at: Int(place), scanned.tape, Int(field), plan) { return isBelow }
      case .byContent: break
      }
    }
    return status(plan) != .possible
  }

  /// - Parameter slot: its text has no signs; -1 for none.
  mutating func status(_ plan: MappingPlan, besides slot: Int32 = -1) -> ErrorStatus {
    plan.status(found, scanned.tape, &texts, besides: slot)
  }

  mutating func hasNoSign(_ plan: MappingPlan, besides slot: Int32) -> Bool {
    plan.errors.leastSeverity != nil && plan.hasNoSign(found, scanned.tape, &texts, besides: slot)
  }

  @inline(__always)
  func isMarked(_ plan: MappingPlan) -> Bool {
    if found.shape >= 0 {
      switch quickRejects[found.shape].marks {
      case .hold: return true
      case .lack: return false
      case .byContent: break
      }
    }
    return plan.isMarked(found, scanned.tape)
  }

  private mutating func write(
    _ field: MappingPlan.FieldPlan, _ plan: MappingPlan, to record: inout RecordWriter
  ) {
    var isThere = false
    // An object is the message only if there is no other.
    let takesObjects = field.field == .message && !hasLogMessage(plan)
    for index in 0..<field.slots.count {
      let slot = plan.lists[field.slots.first + index]
      guard let place = found.place(slot) else { continue }
      if field.field == .message, !takesObjects, scanned.tape[place].kind == .object { continue }
      if field.field == .message, !plan.isNative, isErrorText(at: place) {
        errorText = slot
        return
      }
      // A stack trace has its own type.
      if field.field == .type, isTrace(slot, at: place, plan) { continue }
      if field.field == .operation, !plan.isNative, isNoName(at: place) { continue }
      // An exception without a text has an empty message.
      if field.field == .message, isEmptyText(at: place) { continue }
      // A code that is not HTTP status may stand where one could.
      if field.field != .status || field.reading != .http { isThere = true }
      let isWritten =
        if field.reading == .retries {
          write(plan.reading(field, ofSlot: slot), at: place, plan, to: &record)
        } else {
          write(field, at: place, plan, to: &record)
        }
      if isWritten {
        isUsed[Int(slot)] = true
        if field.field == .type { typePlace = Int32(truncatingIfNeeded: place) }
        if field.field == .message { messagePlace = Int32(truncatingIfNeeded: place) }
        if slot == plan.errors.plainType { hasPlainType = true }
        return
      }
    }
    if isThere, !(field.field == .time && times.isWithoutYear) {
      hasUnread = true
      unreadFields |= 1 << UInt64(field.field.rawValue)
      if field.field == .severity { hasUnreadSeverity = true }
    }
    guard !field.fallback.isEmpty else { return }
    if field.fallbackNeeds >= 0, found.place(field.fallbackNeeds) == nil { return }
    record.write(field, json: field.fallback)
    record.note(field.fallbackSeverity)
  }

  private func isEmptyText(at place: Int) -> Bool {
    scanned.tape[place].kind == .string && scanned.tape[place].length == 0
  }

  /// Whether the log has no id here: an empty text, a minus, OpenTelemetry's invalid trace of zeros, Lambda's `undefined`.
  func isNoName(at place: Int) -> Bool {
    guard scanned.tape[place].kind == .string else { return false }
    let text = scanned.tape.text(of: scanned.tape[place])
    for index in 0..<text.count where text[index] != UInt8(ascii: "0") && text[index] != UInt8(ascii: "-") {
      return text == "undefined"
    }
    return true
  }

  private func hasLogMessage(_ plan: MappingPlan) -> Bool {
    for index in 0..<plan.texts.logMessage.count {
      guard let place = found.place(plan.lists[plan.texts.logMessage.first + index]) else { continue }
      if scanned.tape[place].kind == .string, scanned.tape[place].length > 0 { return true }
    }
    return false
  }

  /// The text has a type, a domain or a code, and perhaps a message, apart from the whole.
  private mutating func isErrorText(at place: Int) -> Bool {
    guard scanned.tape[place].kind == .string else { return false }
    ErrorMemberText.read(scanned.tape.text(of: scanned.tape[place]), into: &texts)
    return texts.errors.count > 0
  }

  /// Once all fields of the log are written, which come first.
  private mutating func writeErrorText(to record: inout RecordWriter) {
    guard let place = found.place(errorText), isErrorText(at: place) else { return }
    let text = scanned.tape.text(of: scanned.tape[place])
    writeErrors(to: &record)
    isUsed[Int(errorText)] = !record.has(.message) || texts.errors[0].message.count == text.count
    record.write("message", .message, text: text)
  }

  private mutating func isTrace(_ slot: Int32, at place: Int, _ plan: MappingPlan) -> Bool {
    for index in 0..<plan.texts.stack.count where plan.lists[plan.texts.stack.first + index] == slot {
      guard scanned.tape[place].kind == .string else { return false }
      let text = scanned.tape.text(of: scanned.tape[place])
      // The name of an error alone is only its type.
      guard text.firstIndex(of: UInt8(ascii: "\n")) != nil else { return false }
      texts.removeAll()
      StackTraceText.read(text, into: &texts)
      return texts.errors.count > 0
    }
    return false
  }

  /// False and nothing if the value can't be read so.
  private mutating func write(
    _ field: MappingPlan.FieldPlan, at place: Int, _ plan: MappingPlan, to record: inout RecordWriter
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
    if ValueEncoding(of: field.field) == .severity {
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
    // The closure can read only what is borrowed.
    let isWritten = record.write(at: place, field, plan, scanned.tape, &times)
    if isWritten { record.note(field.field) }
    return isWritten
  }

  /// The thrown exception, and the others as its causes.
  private mutating func writeChain(_ plan: MappingPlan, to record: inout RecordWriter) {
    for index in 0..<plan.chain.lists.count {
      guard let list = found.place(plan.lists[plan.chain.lists.first + index]) else { continue }
      if !plan.chain.nested.isEmpty, scanned.tape[list].kind == .object {
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
      isUsed[Int(plan.lists[plan.chain.lists.first + index])] = true
      let thrown = plan.chain.isRootFirst ? last : first
      writeException(thrown, plan, isNested: false, to: &record)
      guard
        first != last || self.cause(in: thrown, plan) != nil || members(of: thrown) != nil,
        !record.has(.underlying)
      else { return }
      record.openArray("underlying")
      writeCauses(in: thrown, plan, to: &record)
      writeMembers(of: thrown, plan, to: &record)
      if plan.chain.isRootFirst {
        writeCauses(before: thrown, of: list, plan, to: &record)
      } else {
        place = Int(scanned.tape[first].end)
        while place < Int(scanned.tape[list].end) {
          writeCause(place, plan, to: &record)
          writeCauses(in: place, plan, to: &record)
          writeMembers(of: place, plan, to: &record)
          place = Int(scanned.tape[place].end)
        }
      }
      record.closeArray()
      record.note(.underlying)
      return
    }
  }

  private mutating func writeNested(_ thrown: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    writeException(thrown, plan, isNested: false, to: &record)
    guard !record.has(.underlying), cause(in: thrown, plan) != nil else { return }
    record.openArray("underlying")
    writeCauses(in: thrown, plan, to: &record)
    record.closeArray()
    record.note(.underlying)
  }

  private func cause(in exception: Int, _ plan: MappingPlan) -> Int? {
    guard !plan.chain.nested.isEmpty, scanned.tape[exception].kind == .object,
      let cause = scanned.tape.place(of: plan.chain.nested, in: exception),
      scanned.tape[cause].kind == .object
    else { return nil }
    return cause
  }

  /// The list of a group's exceptions, if it has some.
  private func members(of exception: Int) -> Int? {
    guard scanned.tape[exception].kind == .object,
      let list = scanned.tape.place(of: ByteSlice("exceptions"), in: exception),
      scanned.tape[list].kind == .array, Int(scanned.tape[list].end) > list + 1
    else { return nil }
    return list
  }

  /// Writes the exceptions of a group and those of the groups among them. Recursion is bounded by the depth of a record.
  private mutating func writeMembers(of exception: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    guard let list = members(of: exception) else { return }
    writeMembers(in: list, plan, to: &record)
  }

  private mutating func writeMembers(in list: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    var place = list + 1
    while place < Int(scanned.tape[list].end) {
      if scanned.tape[place].kind == .array {
        writeMembers(in: place, plan, to: &record)
      } else {
        writeCause(place, plan, to: &record)
        writeMembers(of: place, plan, to: &record)
      }
      place = Int(scanned.tape[place].end)
    }
  }

  private mutating func writeCauses(in exception: Int, _ plan: MappingPlan, to record: inout RecordWriter) {
    var next = cause(in: exception, plan)
    while let cause = next {
      writeCause(cause, plan, to: &record)
      next = self.cause(in: cause, plan)
    }
  }

  private mutating func writeCauses(
    before thrown: Int, of list: Int, _ plan: MappingPlan, to record: inout RecordWriter
  ) {
    var places: [Int] = []
    var place = list + 1
    while place < thrown {
      places.append(place)
      place = Int(scanned.tape[place].end)
    }
    for place in places.reversed() {
      writeCause(place, plan, to: &record)
      writeCauses(in: place, plan, to: &record)
    }
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
    _ object: Int, _ plan: MappingPlan, isNested: Bool, to record: inout RecordWriter
  ) {
    if !isNested { thrown = object }
    for field in plan.chain.fields where isNested || !record.has(field.field) {
      if field.values.count > 0 {
        // An error as a whole is fatal, not one of its causes.
        if !isNested { writeMeaning(of: field, in: object, plan, to: &record) }
        continue
      }
      for index in field.slots.first..<(field.slots.first + field.slots.count) {
        guard let place = scanned.tape.place(of: plan.chain.paths[index], in: object) else { continue }
        let isWritten: Bool
        if field.field == .type, !plan.chain.qualifier.isEmpty,
          let qualifier = scanned.tape.place(of: plan.chain.qualifier, in: object),
          scanned.tape[qualifier].kind == .string
        {
          isWritten = record.write(
            at: place, field, plan, scanned.tape, &times,
            qualifiedBy: scanned.tape.text(of: scanned.tape[qualifier]))
        } else {
          isWritten = record.write(at: place, field, plan, scanned.tape, &times)
        }
        guard isWritten else { continue }
        if !isNested { record.note(field.field) }
        if !isNested, field.field == .type { typePlace = Int32(truncatingIfNeeded: place) }
        if !isNested, field.field == .message { messagePlace = Int32(truncatingIfNeeded: place) }
        break
      }
    }
    if isPython { writeClasses(ofException: object, plan, isCause: isNested, to: &record) }
  }

  /// Writes the classes above an exception, whose type and module are members of an object.
  private mutating func writeClasses(
    ofException object: Int, _ plan: MappingPlan, isCause: Bool, to record: inout RecordWriter
  ) {
    for field in plan.chain.fields where field.field == .type {
      for index in field.slots.first..<(field.slots.first + field.slots.count) {
        guard let place = scanned.tape.place(of: plan.chain.paths[index], in: object) else { continue }
        lines.removeAll()
        if let module = scanned.tape.place(of: plan.chain.qualifier, in: object),
          scanned.tape[module].kind == .string, scanned.tape[module].length > 0
        {
          lines.append(scanned.tape.text(of: scanned.tape[module]))
          lines.append(UInt8(ascii: "."))
        }
        lines.append(scanned.tape.text(of: scanned.tape[place]))
        return Self.writeClasses(above: lines.slice, isCause: isCause, to: &record)
      }
    }
  }

  /// Writes what the name of one of Python's own exceptions tells.
  private static func writeClasses(above name: ByteSlice, isCause: Bool, to record: inout RecordWriter) {
    let builtin = ByteSlice("builtins.")
    let name = name.hasPrefix(builtin) ? name[builtin.count..<name.count] : name
    record.write("is", isCause ? nil : .is, json: PythonClasses.above(name))
    if PythonClasses.isCancelled(name) {
      record.write("cancelled", isCause ? nil : .cancelled, json: ByteSlice("true"))
    }
  }

  /// The meaning of one of the words that a field of the exception may have.
  private mutating func writeMeaning(
    of field: MappingPlan.FieldPlan, in object: Int, _ plan: MappingPlan, to record: inout RecordWriter
  ) {
    for index in field.slots.first..<(field.slots.first + field.slots.count) {
      guard let place = scanned.tape.place(of: plan.chain.paths[index], in: object) else { continue }
      let word = scanned.tape.text(of: scanned.tape[place])
      for meaning in field.values.first..<(field.values.first + field.values.count)
      where plan.translations[meaning].found == word {
        return record.write(field, json: plan.translations[meaning].meant)
      }
    }
  }

  /// An `Error Domain=…`, or a stack trace.
  private mutating func writeTexts(
    _ span: MappingPlan.Span, _ plan: MappingPlan, isTrace: Bool, to record: inout RecordWriter
  ) {
    var isRead = false
    for index in 0..<span.count {
      let slot = plan.lists[span.first + index]
      guard slot != read, let place = found.place(slot) else { continue }
      let text: ByteSlice
      switch scanned.tape[place].kind {
      case .string: text = scanned.tape.text(of: scanned.tape[place])
      case .array where isTrace:
        lines.removeAll()
        guard scanned.tape.appendLines(ofListAt: place, to: &lines) else { continue }
        text = lines.slice
      default: continue
      }
      texts.removeAll()
      if isTrace {
        StackTraceText.read(text, into: &texts)
      } else if isLogMessage(slot, plan) {
        AppleErrorText.read(text, into: &texts)
        if texts.errors.count == 0, let error = SwiftErrorText.lastError(of: text) { texts.append(error) }
      } else {
        ErrorMemberText.read(text, into: &texts)
      }
      guard texts.errors.count > 0 else { continue }
      let thrown = texts.errors[0]
      if isTrace, thrown.type.hasSuffix(ByteSlice("ChildFailedError")) { hasReport = true }
      // After the text of the thrown error, another may have the causes alone.
      if isTrace, isRead, !thrown.type.isEmpty { continue }
      // For an error that is already known, a trace adds the causes.
      let isNew = !isTrace || !record.has(.type)
      writeErrors(withThrown: isNew, to: &record)
      if !isNew, isKnownType(thrown.type) { Self.writeDetails(thrown, isCause: false, to: &record) }
      if !isTrace || record.has(.underlying) { return }
      isRead = true
    }
  }

  /// The error of a stack trace inside the message of a record whose level makes it an error.
  private mutating func writeToldTrace(_ plan: MappingPlan, to record: inout RecordWriter) {
    guard let least = plan.errors.atLeast, let severity = record.severity, severity >= least else { return }
    for index in 0..<plan.texts.logMessage.count {
      guard let place = found.place(plan.lists[plan.texts.logMessage.first + index]),
        case let entry = scanned.tape[place], entry.kind == .string
      else { continue }
      let text = scanned.tape.text(of: entry)
      guard text.firstIndex(of: UInt8(ascii: "\n")) != nil else { return }
      texts.removeAll()
      StackTraceText.read(text, into: &texts)
      // A word before a colon is an error's name only if it looks like one.
      guard texts.errors.count > 0, case let type = texts.errors[0].type,
        type == "panic" || TraceLines.isExceptionName(type) || type.firstIndex(of: UInt8(ascii: ".")) != nil
      else { return }
      return writeErrors(to: &record)
    }
  }

  /// The code or the status that a client's text has, where the log has none.
  private mutating func writeToldCode(_ plan: MappingPlan, to record: inout RecordWriter) {
    guard typePlace >= 0, messagePlace >= 0, !record.has(.code), !record.has(.status),
      scanned.tape[Int(typePlace)].kind == .string, scanned.tape[Int(messagePlace)].kind == .string
    else { return }
    let name = scanned.tape.text(of: scanned.tape[Int(typePlace)])
    lines.removeAll()
    if thrown >= 0, !plan.chain.qualifier.isEmpty, !name.contains("."),
      let module = scanned.tape.place(of: plan.chain.qualifier, in: thrown)
    {
      lines.append(scanned.tape.text(of: scanned.tape[module]))
      lines.append(UInt8(ascii: "."))
    }
    lines.append(name)
    let message = scanned.tape.text(of: scanned.tape[Int(messagePlace)])
    // Without its module, a class is nobody's: the text has to tell it all.
    guard name.contains(".") || lines.count > name.count || ClientErrorText.mayBe(message),
      let error = PythonErrorText.told(lines.slice, message)
    else { return }
    if error.isCodeText {
      record.write("code", .code, text: error.code)
    } else {
      record.write("code", .code, code: error.code)
    }
    record.write("status", .status, code: error.status)
    record.write("retryAfter", .retryAfter, seconds: error.retryAfter)
    record.write("attempt", .attempt, number: error.attempt)
  }

  /// Writes the status and the code that clients and servers put into a message, `Error code: 429 - {…}`, `404 GET /pay (…)`,
  /// `… [Errno 2] …`, if the level makes it an error.
  private mutating func writeToldStatus(_ plan: MappingPlan, to record: inout RecordWriter) {
    guard let least = plan.errors.atLeast, let severity = record.severity, severity >= least else { return }
    var error = ErrorTexts.Error(message: message(plan))
    if let told = RequestText(error.message) {
      error.status = told.status
    } else {
      ClientErrorText.complete(&error)
      PythonErrorText.readToldSystemCode(&error)
    }
    Self.writeDetails(error, isCause: false, to: &record)
  }

  /// Writes the type and the code of pgBackRest's error, whose further lines are traces only by their looks.
  private mutating func writeNumberedError(_ plan: MappingPlan, to record: inout RecordWriter) {
    guard let least = plan.errors.atLeast, let severity = record.severity, severity >= least,
      !record.has(.type), !record.has(.code), let error = PgBackRestError.read(message(plan))
    else { return }
    record.write("type", .type, text: error.type)
    Self.writeDetails(error, isCause: false, to: &record)
  }

  /// The text of the record's message, or of the log's; empty without one.
  private func message(_ plan: MappingPlan) -> ByteSlice {
    var place = Int(messagePlace)
    if place < 0 {
      for index in 0..<plan.texts.logMessage.count where place < 0 {
        place = found.place(plan.lists[plan.texts.logMessage.first + index]) ?? -1
      }
    }
    guard place >= 0, scanned.tape[place].kind == .string else { return ByteSlice("") }
    return scanned.tape.text(of: scanned.tape[place])
  }

  /// Whether the record's type has the same name, but for its module.
  private func isKnownType(_ type: ByteSlice) -> Bool {
    guard typePlace >= 0, case let entry = scanned.tape[Int(typePlace)], entry.kind == .string else {
      return false
    }
    let known = scanned.tape.text(of: entry)
    return known.behindLastDot == type.behindLastDot
  }

  private func isLogMessage(_ slot: Int32, _ plan: MappingPlan) -> Bool {
    for index in 0..<plan.texts.logMessage.count
    where plan.lists[plan.texts.logMessage.first + index] == slot { return true }
    return false
  }

  /// The errors of the text that was read last.
  private func writeErrors(withThrown: Bool = true, to record: inout RecordWriter) {
    if withThrown { Self.write(texts.errors[0], isCause: false, to: &record) }
    guard texts.errors.count > 1, !record.has(.underlying) else { return }
    record.openArray("underlying")
    for cause in 1..<texts.errors.count {
      record.openObject()
      Self.write(texts.errors[cause], isCause: true, to: &record)
      record.closeObject()
    }
    record.closeArray()
    record.note(.underlying)
  }

  private static func write(_ error: ErrorTexts.Error, isCause: Bool, to record: inout RecordWriter) {
    // A case is of the type in its own text.
    if isCause || !record.has(.type) {
      record.write("type", isCause ? nil : .type, text: error.type)
      record.write("case", isCause ? nil : .case, text: error.caseName)
    }
    writeDetails(error, isCause: isCause, to: &record)
    record.write("message", isCause ? nil : .message, text: error.message)
  }

  /// The members that a name or a text tells of an error whose type the record has.
  private static func writeDetails(_ error: ErrorTexts.Error, isCause: Bool, to record: inout RecordWriter) {
    record.write("is", isCause ? nil : .is, json: error.above)
    if isCause || !record.has(.code) {
      record.write("domain", isCause ? nil : .domain, text: error.domain)
      if error.isCodeText {
        record.write("code", isCause ? nil : .code, text: error.code)
      } else {
        record.write("code", isCause ? nil : .code, code: error.code)
      }
      record.write("platform", isCause ? nil : .platform, text: error.platform)
    }
    record.write("status", isCause ? nil : .status, code: error.status)
    record.write("retryAfter", isCause ? nil : .retryAfter, seconds: error.retryAfter)
    if !isCause { record.write("attempt", .attempt, number: error.attempt) }
    if error.isCancelled { record.write("cancelled", isCause ? nil : .cancelled, json: ByteSlice("true")) }
  }

  private mutating func writeLogMessage(_ plan: MappingPlan, to record: inout RecordWriter) {
    for index in 0..<plan.texts.logMessage.count {
      let slot = plan.lists[plan.texts.logMessage.first + index]
      guard let place = found.place(slot) else { continue }
      let entry = scanned.tape[place]
      let text = scanned.tape.text(of: entry)
      // A trace that was read is not a message, if its error has none.
      if record.has(.type), isTrace(slot, at: place, plan) { continue }
      if entry.kind == .string, text.trimmed.count < text.count {
        record.write("message", .message, text: text.trimmed)
        guard record.has(.message) else { continue }
      } else {
        let isWritten = record.write(ByteSlice("\"message\":")) { text in
          ValueReader.append(at: place, scanned.tape, as: .bytes, takesObjects: true, &times, to: &text)
        }
        guard isWritten else { continue }
        record.note(.message)
      }
      isUsed[Int(slot)] = true
      return
    }
  }
}

extension ByteSlice {
  fileprivate var behindLastDot: ByteSlice {
    lastIndex(of: UInt8(ascii: ".")).map { self[($0 + 1)..<count] } ?? self
  }
}

extension JSONTape {
  /// One per line; false, perhaps after partial output, if the list is empty or contains anything else.
  func appendLines(ofListAt place: Int, to text: inout Buffer<UInt8>) -> Bool {
    var index = place + 1
    while index < Int(self[place].end) {
      guard self[index].kind == .string else { return false }
      text.append(self.text(of: self[index]))
      text.append(UInt8(ascii: "\n"))
      index = Int(self[index].end)
    }
    return !text.isEmpty
  }
}

extension RecordWriter {
  /// False and nothing if the value can't be read so.
  mutating func write(
    at place: Int, _ field: MappingPlan.FieldPlan, _ plan: MappingPlan, _ tape: borrowing JSONTape,
    _ times: inout PartialTimes
  ) -> Bool {
    let before = mark
    openPlain(field.key)
    let isWritten = append { text in
      if field.formats.count > 0 { return plan.appendTime(at: place, field, tape, &times, to: &text) }
      return field.field == .retryAfter
        ? ValueReader.appendDuration(at: place, tape, as: field.reading, to: &text)
        : ValueReader.append(
          at: place, tape, as: field.reading, takesObjects: field.field == .message, &times, to: &text)
    }
    if !isWritten { takeBack(to: before) }
    return isWritten
  }

  /// Writes the value with the qualifier, unless the type is already qualified.
  mutating func write(
    at place: Int, _ field: MappingPlan.FieldPlan, _ plan: MappingPlan, _ tape: borrowing JSONTape,
    _ times: inout PartialTimes, qualifiedBy qualifier: ByteSlice
  ) -> Bool {
    guard tape[place].kind == .string, !qualifier.isEmpty,
      !tape.text(of: tape[place]).contains("."), !tape.text(of: tape[place]).isEmpty
    else { return write(at: place, field, plan, tape, &times) }
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

extension MappingPlan {
  /// Appends the time by the first pattern that fits; false and nothing if none does.
  func appendTime(
    at place: Int, _ field: FieldPlan, _ tape: borrowing JSONTape, _ times: inout PartialTimes,
    to output: inout Buffer<UInt8>
  ) -> Bool {
    switch tape[place].kind {
    case .string, .integer, .decimal: break
    case .null, .false, .true, .array, .object: return false
    }
    let text = tape.text(of: tape[place])
    for index in field.formats.first..<(field.formats.first + field.formats.count) {
      let span = self.times.patterns[index]
      let range = span.first..<(span.first + span.count)
      if TimePattern.append(text, by: self.times.parts, range, &times, to: &output) { return true }
    }
    return false
  }
}
