internal import RuleLanguage
internal import Bytes
internal import Records
internal import Patterns

extension ErrorMatcher {
  mutating func compare(_ step: ConditionInstruction, _ value: Value, _ errorNode: ErrorNodeIndex) -> Bool {
    if value.kind == .string, step.operation.comparesText { return compareText(step, value.text) }
    switch step.operation {
    case .exists: return !value.isMissing
    case .isMissing: return value.isMissing
    case .strictProblem: return record.hasStrictProblem(errorNode)
    case .severity:
      guard let severity = record.severity(of: errorNode) else { return false }
      return step.operand & 1 << UInt32(severity.rawValue) != 0
    case .typeName, .typeGlob: return compareType(step, value, errorNode)
    case .qualifiedCaseGlob: return compareQualifiedCase(step, value, errorNode)
    default:
      guard value.kind == .array, boundElement.isNone, isAttribute(step.subject) else {
        return compareOne(step, value, errorNode)
      }
      var position = 0
      while let element = record.element(position, of: value.index) {
        if compareOne(step, record.tape.value(at: element), errorNode) { return true }
        position += 1
      }
      return false
    }
  }

  private func isAttribute(_ subject: SubjectIndex) -> Bool {
    let kind = tables.conditions.subjects[subject].kind
    return kind == .attribute || kind == .problemExtension || kind == .with
  }

  private mutating func compareOne(_ step: ConditionInstruction, _ value: Value, _ errorNode: ErrorNodeIndex)
    -> Bool
  {
    switch step.operation {
    case .equalNull: return value.kind == .null
    case .equalTrue: return value.bool == true
    case .equalFalse: return value.bool == false
    case .equalNumber, .number: return isInRanges(value.number, step)
    case .code: return isInRanges(code(value) ?? namedCode(value, errorNode), step)
    case .duration:
      guard let span = TimeSpan(value) else { return false }
      return isInRanges(.integer(span.microseconds), step)
    case .matches:
      return value.kind == .string && searchers[Int(step.operand)].matches(value.text.buffer)
    default:
      guard value.kind == .string || (tables.conditions.subjects[step.subject].isText && value.isInteger)
      else {
        return false
      }
      return compareText(step, value.text)
    }
  }

  mutating func compareText(_ step: ConditionInstruction, _ text: ByteSlice) -> Bool {
    var text = text
    let operand = tables.bytes.slice(step.text)
    if step.ignoresCase { text = foldedValue.fold(text, epoch: index.epoch) }
    switch step.operation {
    case .equalText: return text == operand
    case .contains: return text.contains(operand)
    case .hasPrefix: return text.hasPrefix(operand)
    case .hasSuffix: return text.hasSuffix(operand)
    case .nameGlob: return GlobPattern.matches(text, operand, questionMark: false)
    case .glob: return GlobPattern.matches(text, operand, questionMark: true)
    // The others compare no text, or were handled above. They are listed one by one so that a new operation
    // is not forgotten.
    case .always, .all, .any, .not, .anyCause, .rootCause, .payloadError, .anyInside, .oneElement, .exists,
      .isMissing,
      .category, .equalNumber, .equalTrue, .equalFalse, .equalNull, .typeName, .typeGlob, .qualifiedCaseGlob,
      .number, .code, .duration, .severity, .strictProblem, .matches, .predicate, .assumed, .open:
      return false
    }
  }

  private func isInRanges(_ number: Number?, _ step: ConditionInstruction) -> Bool {
    guard let number else { return false }
    for index in Int(step.operand)..<Int(step.operand + step.count)
    where tables.conditions.ranges[index].contains(number) {
      return true
    }
    return false
  }

  /// A code as a number: an integer, or a canonical decimal string. Beyond 64 bits it is out of any range.
  func code(_ value: Value) -> Number? {
    if value.kind == .integer { return value.number }
    guard value.kind == .string || value.kind == .decimal else { return nil }
    if let integer = value.text.canonicalInteger { return .integer(integer) }
    guard value.text.isCanonicalInteger else { return value.number }
    return .decimal(value.text[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
  }

  /// The number of a text code that is a symbol of its error's domain.
  func namedCode(_ value: Value, _ errorNode: ErrorNodeIndex) -> Number? {
    let domain = record.value(.domain, of: errorNode)
    guard value.kind == .string, domain.kind == .string else { return nil }
    let platform = record.platform(of: errorNode)
    return tables.codeSymbols.number(of: value.text, in: domain.text, on: platform, tables.bytes)
      .map { .integer($0) }
  }

  private func compareType(_ step: ConditionInstruction, _ value: Value, _ errorNode: ErrorNodeIndex) -> Bool
  {
    let operand = tables.bytes.slice(step.text)
    let isGlob = step.operation == .typeGlob
    if value.kind == .string, Self.isType(value.text, operand, isGlob: isGlob) { return true }
    if step.exactly { return false }
    let ancestors = record.value(.is, of: errorNode).index
    var position = 0
    while let element = record.element(position, of: ancestors) {
      let name = record.tape.value(at: element)
      if name.kind == .string, Self.isType(name.text, operand, isGlob: isGlob) { return true }
      position += 1
    }
    return false
  }

  /// Whether a qualified name matches the wanted one: equal dotted components from the right.
  private static func isType(_ name: ByteSlice, _ wanted: ByteSlice, isGlob: Bool) -> Bool {
    if isGlob { return GlobPattern.matches(name, wanted, questionMark: false) }
    guard name.hasSuffix(wanted) else { return false }
    return name.count == wanted.count || name[name.count - wanted.count - 1] == UInt8(ascii: ".")
  }

  private mutating func compareQualifiedCase(
    _ step: ConditionInstruction, _ value: Value, _ errorNode: ErrorNodeIndex
  ) -> Bool {
    let type = record.value(.type, of: errorNode)
    guard value.kind == .string, type.kind == .string else { return false }
    scratch.removeAll()
    scratch.append(type.text)
    scratch.append(UInt8(ascii: "."))
    scratch.append(value.text)
    return GlobPattern.matches(scratch.slice, tables.bytes.slice(step.text), questionMark: false)
  }
}

extension SubjectReference {
  /// Whether an integer is also compared as text: a code (`4*` matches 404) or an id.
  var isText: Bool { kind == .field && (member == Field.code.rawValue || member == Field.id.rawValue) }
}
