internal import RuleEngine

/// Makes the recorded error of one document, perhaps with that of another log within it.
struct DocumentDecoder: ~Copyable {
  /// What became of a document.
  enum Outcome {
    case record
    case notAnError
    /// It is of no format, or not of the one that is asked for.
    case stranger
  }

  private let limits: Limits
  var outer = Mapper()
  private var inner = Mapper()
  private(set) var record = RecordWriter()
  private let native = NativeFormat.plan

  init(_ limits: Limits) {
    self.limits = limits
  }

  mutating func removeAll() { record.removeAll() }

  mutating func paddedText() -> PaddedBytes { record.padded() }

  /// Whether something of the last record could not be read as its field.
  private(set) var hasUnread = false

  /// Decodes the document on the outer tape: by a plan, or by the first that knows it.
  mutating func decode(by plan: MappingPlan?, _ table: FormatTable?, checksMarkers: Bool) -> Outcome {
    guard let plan = plan ?? FormatDetector.plan(for: &outer, table, native) else { return .stranger }
    outer.find(plan)
    if checksMarkers, !plan.isMarked(outer.found, outer.scanned.tape) { return .stranger }
    let innerPlan = plan.inner >= 0 ? openInner(plan, table) : nil
    if innerPlan == nil, outer.isSurelyNoError(plan) { return .notAnError }
    record.begin()
    hasUnread = false
    if let innerPlan {
      inner.find(innerPlan)
      inner.writeFields(innerPlan, to: &record)
      hasUnread = inner.hasUnread
      outer.use(plan.inner)
    }
    outer.writeFields(plan, to: &record)
    hasUnread = hasUnread || outer.hasUnread
    // Of a record in a record the inner format says what an error is.
    let isError =
      innerPlan.map { inner.isError($0, record) } ?? outer.isError(plan, record)
    // A message that is kept back says nothing of what the severity says.
    let saysSomething = record.hasAny(of: Self.required) || record.severity != nil
    guard isError, saysSomething else {
      record.takeBack()
      return .notAnError
    }
    if !record.hasAny(of: Self.required) { record.writeEmptyMessage() }
    if let innerPlan { inner.writeAttributes(innerPlan, to: &record) }
    outer.writeAttributes(plan, to: &record)
    record.end()
    return .record
  }

  /// The fields of which a recorded error must have one, a bit each.
  private static let required = Field.required.reduce(0 as UInt64) { $0 | 1 << UInt64($1.rawValue) }

  /// Why the document on the outer tape is not of a plan's format.
  func reason(against plan: MappingPlan) -> String? { plan.missingMarker(outer.found, outer.scanned.tape) }

  /// Reads the text of another log's record, where there is one and it is known.
  private mutating func openInner(_ plan: MappingPlan, _ table: FormatTable?) -> MappingPlan? {
    guard let place = outer.found.place(plan.inner) else { return nil }
    let entry = outer.scanned.tape[place]
    let text: ByteSlice
    switch entry.kind {
    case .string: text = outer.scanned.tape.text(of: entry).trimmed
    case .object: text = outer.scanned.tape.text(of: entry)
    default: return nil
    }
    guard !text.isEmpty, text[0] == UInt8(ascii: "{"),
      inner.scanned.tape.scan(
        text,
        depthLimit: limits.recordDepth,
        valueLimit: limits.recordValues,
        repairs: true
      ) == nil,
      inner.scanned.tape[0].kind == .object
    else { return nil }
    return FormatDetector.plan(for: &inner, table, native)
  }
}

/// Our own records, where they stand in another log's.
enum NativeFormat {
  static let plan = MappingPlan(mapping)

  private static var mapping: Mapping {
    var mapping = Mapping(name: "errctl")
    mapping.fields = Field.allCases.filter { $0 != .attributes }.map { field in
      FieldMapping(field, field.name, as: Reading(of: field) == .code || field == .time ? nil : .json)
    }
    mapping.attributes = ["attributes"]
    mapping.errors = .all
    return mapping
  }
}
