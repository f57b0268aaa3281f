internal import Bytes
internal import Records
internal import RuleLanguage

extension TableBuilder {
  /// Appends a condition's instructions and returns the index of the first.
  mutating func compile(_ condition: Condition) -> Index<ConditionInstruction> {
    let start = tables.conditions.instructions.endIndex
    emit(condition)
    return start
  }

  private mutating func emit(_ condition: Condition) {
    switch condition {
    case .always: add(ConditionInstruction(operation: .always)) { _ in }
    case .all(let parts):
      add(ConditionInstruction(operation: .all)) { builder in parts.forEach { builder.emit($0) } }
    case .any(let parts):
      add(ConditionInstruction(operation: .any)) { builder in parts.forEach { builder.emit($0) } }
    case .not(let part): add(ConditionInstruction(operation: .not)) { $0.emit(part) }
    case .anyCause(let part): add(ConditionInstruction(operation: .anyCause)) { $0.emit(nested: part) }
    case .rootCause(let part): add(ConditionInstruction(operation: .rootCause)) { $0.emit(nested: part) }
    case .payloadError(let index, let part):
      add(ConditionInstruction(operation: .payloadError, operand: UInt32(index))) { $0.emit(nested: part) }
    case .anyInside(let part): add(ConditionInstruction(operation: .anyInside)) { $0.emit(nested: part) }
    case .oneElement(let subject, let part):
      let step = ConditionInstruction(operation: .oneElement, subject: self.subject(subject))
      add(step) { $0.emit(nested: part) }
    case .named(_, let part): emit(part)
    case .category(let indices, let source):
      var step = ConditionInstruction(operation: .category, operand: UInt32(tables.categoryFlags.count))
      step.count = UInt32(categoryCount)
      tables.categoryFlags.append(contentsOf: (0..<categoryCount).map { indices.contains($0) })
      step.source = self.source("category", source)
      add(step) { _ in }
    case .open(let names, let source):
      let asked = asked(names)
      var step = ConditionInstruction(operation: .open, operand: UInt32(asked.first))
      step.count = UInt32(asked.count)
      step.source = self.source("open", source)
      add(step) { _ in }
    case .predicate(let predicate, let source):
      predicates.append { predicate.holds(for: $0) }
      var step = ConditionInstruction(operation: .predicate, operand: UInt32(predicates.count - 1))
      step.source = self.source("predicate", source)
      add(step) { _ in }
    case .custom(let name, .known(let predicate), let source):
      predicates.append { predicate.holds(for: $0) }
      var step = ConditionInstruction(operation: .predicate, operand: UInt32(predicates.count - 1))
      step.source = self.source("custom \(name)", source)
      add(step) { _ in }
    case .custom(let name, .assumed(let stub), let source):
      unknownCustoms.insert(name)
      var step = ConditionInstruction(operation: .assumed, operand: stub == true ? 1 : 0)
      step.source = self.source("custom \(name)", source, assumed: stub == nil ? .unknown : .stub)
      add(step) { _ in }
    case .compare(let subject, let comparison, let source):
      var step = instruction(comparison)
      step.subject = self.subject(subject)
      step.isOwn = nesting == 0
      step.source = self.source(subject.name, source, comparison.operatorName(expected: source.expected))
      add(step) { _ in }
    }
  }

  private mutating func emit(nested condition: Condition) {
    nesting += 1
    emit(condition)
    nesting -= 1
  }

  private mutating func add(_ step: ConditionInstruction, below: (inout TableBuilder) -> Void) {
    let index = tables.conditions.instructions.append(step)
    below(&self)
    tables.conditions.instructions[index].end = tables.conditions.instructions.endIndex
  }

  private mutating func source(
    _ subject: String, _ source: Condition.Source, _ operatorName: String? = nil,
    assumed: ComparisonSource.Assumed? = nil
  ) -> UInt32 {
    sources.append(
      ComparisonSource(subject: subject, operator: operatorName, expected: source.expected, assumed: assumed))
    return UInt32(sources.count - 1)
  }

  private mutating func instruction(_ comparison: Comparison) -> ConditionInstruction {
    switch comparison {
    case .exists(let exists):
      return ConditionInstruction(operation: exists ? .exists : .isMissing)
    case .equal(.null):
      return ConditionInstruction(operation: .equalNull)
    case .equal(.bool(let flag)):
      return ConditionInstruction(operation: flag ? .equalTrue : .equalFalse)
    case .equal(.number(let number)):
      return rangeInstruction(.equalNumber, [NumberRange(number)])
    case .equal(.string(let text)):
      return ConditionInstruction(operation: .equalText, text: place(text))
    case .text(let test):
      let operation: ConditionInstruction.Operation =
        switch test.operator {
        case .equals: .equalText
        case .contains: .contains
        case .hasPrefix: .hasPrefix
        case .hasSuffix: .hasSuffix
        case .glob: .glob
        }
      let operand = test.ignoresCase ? FoldedText.fold(test.operand) : test.operand
      return ConditionInstruction(operation: operation, ignoresCase: test.ignoresCase, text: place(operand))
    case .matches(let pattern):
      patterns.append(pattern)
      return ConditionInstruction(operation: .matches, operand: UInt32(patterns.count - 1))
    case .name(let glob):
      return ConditionInstruction(
        operation: glob.contains(ascii: "*") ? .nameGlob : .equalText, text: place(glob))
    case .typeName(let name, let exactly):
      return ConditionInstruction(operation: .typeName, exactly: exactly, text: place(name))
    case .typeGlob(let glob, let exactly):
      return ConditionInstruction(operation: .typeGlob, exactly: exactly, text: place(glob))
    case .qualifiedCaseGlob(let glob):
      return ConditionInstruction(operation: .qualifiedCaseGlob, text: place(glob))
    case .number(let ranges): return rangeInstruction(.number, ranges)
    case .code(let ranges): return rangeInstruction(.code, ranges)
    case .duration(let ranges): return rangeInstruction(.duration, ranges)
    case .severity(let levels):
      return ConditionInstruction(
        operation: .severity, operand: levels.reduce(0) { $0 | 1 << UInt32($1.rawValue) })
    case .strictProblem:
      return ConditionInstruction(operation: .strictProblem)
    }
  }

  private mutating func rangeInstruction(_ operation: ConditionInstruction.Operation, _ ranges: [NumberRange])
    -> ConditionInstruction
  {
    let first = tables.conditions.ranges.count
    tables.conditions.ranges.append(contentsOf: ranges.map { CompiledRange($0) })
    return ConditionInstruction(operation: operation, operand: UInt32(first), count: UInt32(ranges.count))
  }
}

extension Comparison {
  /// The operator's name in rule files; nil for a bare value.
  fileprivate func operatorName(expected: String) -> String? {
    switch self {
    case .exists: "exists"
    case .text(let test): test.operator == .equals ? nil : test.operator.rawValue
    case .matches: "matches"
    case .strictProblem: "strict"
    case .number(let ranges), .code(let ranges), .duration(let ranges):
      ranges.count == 1 ? ranges[0].operatorName : nil
    case .severity(let levels): Severity.operatorName(of: levels, expected: expected)
    case .equal, .name, .typeName, .typeGlob, .qualifiedCaseGlob: nil
    }
  }
}

extension NumberRange {
  fileprivate var operatorName: String? {
    switch (lower, upper) {
    case (.some, nil): excludesLower ? "greaterThan" : "atLeast"
    case (nil, .some): excludesUpper ? "lessThan" : "atMost"
    case (.some, .some), (nil, nil): nil
    }
  }
}

extension Severity {
  /// The operator that yields these levels with the bound `expected`; nil if `expected` is the level itself.
  fileprivate static func operatorName(of levels: Set<Severity>, expected: String) -> String? {
    // The text is as written, so it may include quotation marks.
    let word = expected.filter { $0 != "\"" && $0 != "'" }
    let bound = Severity(name: word) ?? Int64(word).flatMap { Severity(number: $0) }
    let isInside = bound.map { levels.contains($0) } ?? false
    if levels.count == 1, isInside { return nil }
    if levels.contains(.fatal) { return isInside ? "atLeast" : "greaterThan" }
    return isInside ? "atMost" : "lessThan"
  }
}
