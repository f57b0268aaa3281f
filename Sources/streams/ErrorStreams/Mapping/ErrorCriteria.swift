internal import Bytes
internal import Records

/// The parts of a plan that decide whether a document is an error.
struct ErrorCriteria: ~Copyable {
  /// Nil if all documents are errors.
  let atLeast: Severity?
  /// Nil if no document may be skipped before its fields are written.
  let leastSeverity: Severity?
  /// Fields any of which makes a document an error, one bit each.
  let makesError: UInt64
  /// Signs of an error, whatever its severity.
  private(set) var indicators = Buffer<ErrorIndicator>()
  /// The indices of the fields with the severity.
  let severityFields: [Int]
  /// The slot of a document's member `type`, if it is the error's type; or -1.
  let plainType: Int32

  init(
    _ mapping: Mapping, _ fields: [MappingPlan.FieldPlan], _ texts: MappingPlan.Texts, inner: Int32,
    chain: MappingPlan.Span, _ builder: inout PlanBuilder
  ) {
    atLeast = mapping.errors.atLeast
    makesError = mapping.errors.or.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    severityFields = fields.indices.filter { fields[$0].field == .severity }
    let hasPlainType =
      mapping.text == nil && mapping.fields.contains { $0.field == .type && $0.from.contains("type") }
    plainType = hasPlainType ? builder.paths.slot(of: "type") : -1
    // A value that is always there makes every document worth a look.
    let isAlwaysThere = fields.contains {
      mapping.errors.or.contains($0.field) && !$0.fallback.isEmpty && $0.fallbackNeeds < 0
    }
    leastSeverity = isAlwaysThere ? nil : mapping.errors.atLeast
    if inner >= 0 { indicators.append(ErrorIndicator(slot: inner, meaning: .record)) }
    append(builder.lists, chain, .presence)
    for field in fields where mapping.errors.or.contains(field.field) {
      append(builder.lists, field.slots, .presence, plainType: plainType)
      if !field.fallback.isEmpty, field.fallbackNeeds >= 0 {
        indicators.append(ErrorIndicator(slot: field.fallbackNeeds, meaning: .presence))
      }
    }
    if mapping.errors.or.contains(.message) { append(builder.lists, texts.logMessage, .presence) }
    append(builder.lists, texts.appleErrors, .appleErrors)
    append(builder.lists, texts.stack, .trace)
  }

  /// Whether the value of a slot may decide.
  func uses(_ slot: Int32, _ fields: [MappingPlan.FieldPlan], _ lists: borrowing Buffer<Int32>) -> Bool {
    for index in 0..<indicators.count where indicators[index].slot == slot { return true }
    for place in severityFields {
      let field = fields[place]
      if field.fallbackNeeds == slot { return true }
      for index in 0..<field.slots.count where lists[field.slots.first + index] == slot { return true }
    }
    return false
  }

  private mutating func append(
    _ lists: borrowing Buffer<Int32>, _ slots: MappingPlan.Span, _ meaning: ErrorIndicator.Meaning,
    plainType: Int32 = -1
  ) {
    for index in slots.first..<(slots.first + slots.count) {
      let slot = lists[index]
      indicators.append(ErrorIndicator(slot: slot, meaning: slot == plainType ? .plainType : meaning))
    }
  }
}
