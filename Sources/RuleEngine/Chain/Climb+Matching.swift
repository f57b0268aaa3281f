internal import Bytes
internal import Patterns
internal import Records
internal import RuleLanguage

extension Climb {
  /// What a subject is worth in a frame; the outermost error's category is the one it was given.
  func value(ofSubject index: UInt32, _ frame: Int32) -> Value {
    let subject = tables.subjects[Int(index)]
    if subject.kind == .field, subject.member == Field.category.rawValue,
      let category = resolvedCategory(of: frame)
    {
      return category
    }
    if frame == ErrorRecord.recorded, let asked = record.asked(askedPlaces[Int(index)]) { return asked }
    let path = tables.bytes.slice(
      Place(offset: subject.kind == .payload ? 0 : subject.offset, length: subject.length)
    )
    return record.value(subject, path: path, of: frame)
  }

  /// The name of the category that an error was given; nil where nobody asked.
  private func resolvedCategory(of frame: Int32) -> Value? {
    guard let category = record.category(of: frame) else { return nil }
    guard category >= 0 else { return .missing }
    return Value(string: tables.bytes.slice(tables.categories[Int(category)].name))
  }

  /// Gives the error its category: its own if it is listed, else the first whose matcher holds, else the default.
  mutating func resolveCategory<Sink: StepSink & ~Copyable>(_ sink: inout Sink) {
    // What the error was before it was replaced, if it was, says nothing of what it is now.
    record.setCategory(ErrorFrame.unresolved, of: error)
    let category = category(&sink)
    record.setCategory(category, of: error)
    outcome.resolution.category = category
  }

  private mutating func category<Sink: StepSink & ~Copyable>(_ sink: inout Sink) -> Int32 {
    let own = record.value(.category, of: error)
    if own.kind == .string {
      if let category = categoryNames.find(own.text) {
        sink.takes(category: category, from: .record)
        return category
      }
      sink.ignores(category: own)
      if outcome.resolution.unknownCategory < 0 { outcome.resolution.unknownCategory = own.index }
    }
    if !Sink.listens { return shortlistedCategory(&sink) }
    for index in 0..<tables.categories.count {
      let condition = tables.categories[index].condition
      guard condition >= 0 else { continue }
      sink.asks(category: Int32(index))
      let isMatch = holds(Int(condition), error, &sink)
      sink.concludes(isMatch ? .matched : .notMatched)
      if isMatch { return Int32(index) }
    }
    if tables.defaultCategory >= 0 { sink.takes(category: tables.defaultCategory, from: .defaults) }
    return tables.defaultCategory
  }

  /// Whether the condition that begins at an instruction holds for the error of a frame.
  mutating func holds<Sink: StepSink & ~Copyable>(
    _ index: Int,
    _ frame: Int32,
    _ sink: inout Sink
  ) -> Bool {
    let step = tables.instructions[index]
    if !Sink.listens, trace.isOpen, step.operation.isQuestion { return holdsOnTrace(index, step, &sink) }
    switch step.operation {
    case .always:
      return true
    case .all, .any:
      let isAny = step.operation == .any
      sink.opens(isAny ? .any : .all)
      var part = index + 1
      var isMatch = !isAny
      while isMatch != isAny, part < Int(step.end) {
        isMatch = holds(part, frame, &sink)
        part = Int(tables.instructions[part].end)
      }
      sink.closes(holds: isMatch)
      return isMatch
    case .not:
      sink.opens(.not)
      let isMatch = !holds(index + 1, frame, &sink)
      sink.closes(holds: isMatch)
      return isMatch
    case .anyCause:
      return holdsForOneCause(index, frame, &sink)
    case .rootCause:
      sink.opens(.rootCause)
      let isMatch = holds(index + 1, record.causes(of: frame).last ?? frame, &sink)
      sink.closes(holds: isMatch)
      return isMatch
    case .payloadError:
      sink.opens(.payload(Int(step.operand)))
      let payload = record.value(.payload, of: frame)
      let element = record.element(Int(step.operand), of: payload.index)
      let nested = element.flatMap { record.nestedFrame(at: $0) }
      let isMatch = nested.map { holds(index + 1, $0, &sink) } ?? false
      sink.closes(holds: isMatch)
      return isMatch
    case .oneElement:
      return holdsForOneElement(index, frame, &sink)
    case .category:
      let category = Int(outcome.category)
      let isMatch = category >= 0 && tables.categoryFlags[Int(step.operand) + category]
      sink.compares(step, with: resolvedCategory(of: frame) ?? .missing, holds: isMatch)
      return isMatch
    case .predicate:
      let category = resolvedCategory(of: frame)
      let isMatch = chain.holds(predicate: Int(step.operand), record, frame, category: category)
      sink.compares(step, with: .missing, holds: isMatch)
      return isMatch
    case .assumed:
      trace.leave()
      outcome.resolution.isAssumed = true
      sink.compares(step, with: .missing, holds: step.operand == 1)
      return step.operand == 1
    case .exists, .isMissing, .equalText, .contains, .hasPrefix, .hasSuffix, .glob, .nameGlob, .equalNumber,
      .equalTrue, .equalFalse, .equalNull, .typeName, .typeGlob, .qualifiedCaseGlob, .number, .code,
      .duration,
      .severity, .strictProblem, .matches:
      if !Sink.listens, step.atom >= 0, frame == error, let isMatch = holdsByClass(step) { return isMatch }
      let value =
        boundElement >= 0 ? record.tape.value(at: boundElement) : value(ofSubject: step.subject, frame)
      let isMatch = compare(step, value, frame)
      sink.compares(step, with: value, holds: isMatch)
      return isMatch
    }
  }

  /// The same, while questions are written down.
  private mutating func holdsOnTrace<Sink: StepSink & ~Copyable>(
    _ index: Int,
    _ step: Instruction,
    _ sink: inout Sink
  ) -> Bool {
    trace.suspend()
    let isMatch = holds(index, error, &sink)
    trace.resume()
    switch dependence(of: index, step) {
    case .none: if trace.isOpen, !isToldByKind(step) { trace.note(question: Int32(index), isMatch) }
    // Whoever gets to this place by the same answers has the same category.
    case .all: break
    case .part: trace.leave()
    }
    return isMatch
  }

  /// How much of a question asks for the category that the error was given, which is not there when it is asked again.
  private enum CategoryDependence { case none, part, all }

  private func dependence(of index: Int, _ step: Instruction) -> CategoryDependence {
    if step.operation.isComparison { return isOfCategory(step) ? .all : .none }
    // A plugin is told the category.
    if step.operation == .predicate { return .part }
    for part in (index + 1)..<max(index + 1, Int(step.end)) {
      let inner = tables.instructions[part]
      let asks =
        inner.operation == .category || inner.operation == .predicate
        || inner.operation.isComparison && isOfCategory(inner)
      if asks { return .part }
    }
    return .none
  }

  private func isOfCategory(_ step: Instruction) -> Bool {
    let subject = tables.subjects[Int(step.subject)]
    return subject.kind == .field && subject.member == Field.category.rawValue
  }

  private mutating func holdsForOneCause<Sink: StepSink & ~Copyable>(
    _ index: Int,
    _ frame: Int32,
    _ sink: inout Sink
  ) -> Bool {
    sink.opens(.causes)
    let causes = record.causes(of: frame)
    var isMatch = false
    for cause in causes where !isMatch {
      sink.opens(.cause(Int(cause - causes.startIndex) + 1))
      isMatch = holds(index + 1, cause, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  /// Whether what follows, all of it about one subject, holds for the same element of its array.
  private mutating func holdsForOneElement<Sink: StepSink & ~Copyable>(
    _ index: Int,
    _ frame: Int32,
    _ sink: inout Sink
  ) -> Bool {
    let array = value(ofSubject: tables.instructions[index].subject, frame)
    guard array.kind == .array else { return holds(index + 1, frame, &sink) }
    defer { boundElement = -1 }
    sink.opens(.elements)
    var position = 0
    var isMatch = false
    while !isMatch, let element = record.element(position, of: array.index) {
      boundElement = element
      position += 1
      sink.opens(.element(position))
      isMatch = holds(index + 1, frame, &sink)
      sink.closes(holds: isMatch)
    }
    sink.closes(holds: isMatch)
    return isMatch
  }

  mutating func compare(_ step: Instruction, _ value: Value, _ frame: Int32) -> Bool {
    switch step.operation {
    case .exists: return !value.isMissing
    case .isMissing: return value.isMissing
    case .strictProblem: return record.hasStrictProblem(frame)
    case .severity:
      guard let severity = record.severity(of: frame) else { return false }
      return step.operand & 1 << UInt32(severity.rawValue) != 0
    case .typeName, .typeGlob: return compareType(step, value, frame)
    case .qualifiedCaseGlob: return compareQualifiedCase(step, value, frame)
    default:
      guard value.kind == .array, boundElement < 0, isAttribute(step.subject) else {
        return compareOne(step, value)
      }
      var position = 0
      while let element = record.element(position, of: value.index) {
        if compareOne(step, record.tape.value(at: element)) { return true }
        position += 1
      }
      return false
    }
  }

  /// Whether an array as the subject's value matches where one element does.
  private func isAttribute(_ subject: UInt32) -> Bool {
    let kind = tables.subjects[Int(subject)].kind
    return kind == .attribute || kind == .problemExtension || kind == .with
  }

  private mutating func compareOne(_ step: Instruction, _ value: Value) -> Bool {
    switch step.operation {
    case .equalNull: return value.kind == .null
    case .equalTrue: return value.bool == true
    case .equalFalse: return value.bool == false
    case .equalNumber, .number: return isInRanges(value.number, step)
    case .code: return isInRanges(code(value), step)
    case .duration:
      guard value.kind == .string, let span = TimeSpan(value.text) else { return false }
      return isInRanges(.integer(span.microseconds), step)
    case .matches:
      return value.kind == .string && searchers[Int(step.operand)].matches(value.text.buffer)
    default:
      guard value.kind == .string || (tables.subjects[Int(step.subject)].isText && value.isInteger) else {
        return false
      }
      return compareText(step, value.text)
    }
  }

  private mutating func compareText(_ step: Instruction, _ text: ByteSlice) -> Bool {
    var text = text
    let operand = tables.bytes.slice(step.text)
    if step.ignoresCase {
      FoldedText.fold(text, into: &scratch)
      text = scratch.slice
    }
    switch step.operation {
    case .equalText: return text == operand
    case .contains: return text.contains(operand)
    case .hasPrefix: return text.hasPrefix(operand)
    case .hasSuffix: return text.hasSuffix(operand)
    case .nameGlob: return GlobPattern.matches(text, operand, questionMark: false)
    case .glob: return GlobPattern.matches(text, operand, questionMark: true)
    default: return false
    }
  }

  private func isInRanges(_ number: Number?, _ step: Instruction) -> Bool {
    guard let number else { return false }
    for index in Int(step.operand)..<Int(step.operand + step.count)
    where tables.ranges[index].contains(number) {
      return true
    }
    return false
  }

  /// A code as a number: an integer, or a string that is one's canonical decimal text. Of an integer beyond 64 bits it only
  /// counts that it is beyond them: no bound of a code is.
  private func code(_ value: Value) -> Number? {
    if value.kind == .integer { return value.number }
    guard value.kind == .string || value.kind == .decimal else { return nil }
    if let integer = value.text.canonicalInteger { return .integer(integer) }
    guard value.text.isCanonicalInteger else { return value.number }
    return .decimal(value.text[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
  }

  private func compareType(_ step: Instruction, _ value: Value, _ frame: Int32) -> Bool {
    let operand = tables.bytes.slice(step.text)
    let isGlob = step.operation == .typeGlob
    if value.kind == .string, Self.isType(value.text, operand, isGlob: isGlob) { return true }
    if step.exactly { return false }
    let ancestors = record.value(.is, of: frame).index
    var position = 0
    while let element = record.element(position, of: ancestors) {
      let name = record.tape.value(at: element)
      if name.kind == .string, Self.isType(name.text, operand, isGlob: isGlob) { return true }
      position += 1
    }
    return false
  }

  /// Whether a qualified name is the wanted one: the same dotted components from the right.
  private static func isType(_ name: ByteSlice, _ wanted: ByteSlice, isGlob: Bool) -> Bool {
    if isGlob { return GlobPattern.matches(name, wanted, questionMark: false) }
    guard name.hasSuffix(wanted) else { return false }
    return name.count == wanted.count || name[name.count - wanted.count - 1] == UInt8(ascii: ".")
  }

  private mutating func compareQualifiedCase(_ step: Instruction, _ value: Value, _ frame: Int32) -> Bool {
    let type = record.value(.type, of: frame)
    guard value.kind == .string, type.kind == .string else { return false }
    scratch.removeAll()
    scratch.append(type.text)
    scratch.append(UInt8(ascii: "."))
    scratch.append(value.text)
    return GlobPattern.matches(scratch.slice, tables.bytes.slice(step.text), questionMark: false)
  }
}

extension SubjectReference {
  /// Whether an integer is compared as its text too: a code (`4*` finds 404) or an id.
  var isText: Bool { kind == .field && (member == Field.code.rawValue || member == Field.id.rawValue) }
}
