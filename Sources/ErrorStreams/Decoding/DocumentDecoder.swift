internal import Bytes
internal import Records

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
  /// What reads texts of other logs in documents, where some are asked for.
  private var texts: InnerTexts?

  init(_ limits: Limits) {
    self.limits = limits
  }

  mutating func removeAll() { record.removeAll() }

  /// Scans a line that is as most lines are, one object in full; returns where it ends, or nil for any other.
  @inline(__always)
  mutating func scan(lineAt start: Int, of text: PaddedBytes) -> Int? {
    outer.scanned.scan(
      lineAt: start,
      of: text,
      depthLimit: limits.recordDepth,
      valueLimit: limits.recordValues,
      byteLimit: limits.recordBytes
    )
  }

  mutating func paddedText() -> PaddedBytes { record.padded() }

  /// Whether something of the last record could not be read as its field.
  private(set) var hasUnread = false
  /// Whether the last document, which was no error, has a severity that could not be read: it may have been one.
  private(set) var hasUnreadSeverity = false

  /// Decodes the document on the outer tape: by a plan, or by the first that knows it.
  mutating func decode(by plan: MappingPlan?, _ table: FormatTable?, checksMarkers: Bool) -> Outcome {
    if let plan { return decode(by: plan, table, checksMarkers: checksMarkers) }
    guard let plan = FormatDetector.plan(for: &outer, table, native) else { return .stranger }
    return decode(by: plan, table, checksMarkers: checksMarkers)
  }

  /// Decodes it by a plan.
  mutating func decode(by plan: MappingPlan, _ table: FormatTable?, checksMarkers: Bool) -> Outcome {
    outer.find(plan)
    hasUnread = false
    hasUnreadSeverity = false
    if checksMarkers, !outer.isMarked(plan) { return .stranger }
    var innerPlan: MappingPlan?
    if plan.inner >= 0 {
      switch openInner(plan, table) {
      case .none: break
      case .noError: return .notAnError
      case .record(let plan): innerPlan = plan
      }
    }
    if innerPlan == nil, outer.isSurelyNoError(plan) { return .notAnError }
    record.begin()
    outer.begin(plan)
    if let innerPlan {
      inner.find(innerPlan)
      inner.begin(innerPlan)
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
      hasUnreadSeverity = innerPlan == nil ? outer.hasUnreadSeverity : inner.hasUnreadSeverity
      record.takeBack()
      return .notAnError
    }
    if !record.hasAny(of: Self.required) { record.writeEmptyMessage() }
    if let innerPlan {
      inner.writeAttributes(innerPlan, to: &record)
      outer.yield(to: inner, innerPlan)
    }
    outer.writeAttributes(plan, to: &record)
    record.end()
    return .record
  }

  /// The fields of which a recorded error must have one, a bit each.
  private static let required = Field.required.reduce(0 as UInt64) { $0 | 1 << UInt64($1.rawValue) }

  /// Why the document on the outer tape is not of a plan's format.
  func reason(against plan: MappingPlan) -> String? { plan.missingMarker(outer.found, outer.scanned.tape) }

  /// What came of another log's record in a document.
  private enum Inner {
    /// There is none that is known.
    case none
    /// The document is surely no error.
    case noError
    /// It stands on the inner tape.
    case record(MappingPlan)
  }

  /// Reads the text of another log's record, where there is one and it is known.
  private mutating func openInner(_ plan: MappingPlan, _ table: FormatTable?) -> Inner {
    guard let place = outer.found.place(plan.inner) else { return .none }
    let entry = outer.scanned.tape[place]
    let text: ByteSlice
    switch entry.kind {
    case .string:
      text = outer.scanned.tape.text(of: entry).trimmedAtEnd
      if let table, !text.trimmed.hasPrefix(ByteSlice("{")) { return openText(text, plan, table) }
    case .object: text = outer.scanned.tape.text(of: entry)
    default: return .none
    }
    guard !text.isEmpty, scanInner(text), inner.scanned.tape[0].kind == .object,
      let found = FormatDetector.plan(for: &inner, table, native)
    else { return .none }
    return .record(found)
  }

  /// Reads a text that is no JSON.
  ///
  /// What it says itself decides; where it says no severity, that of the document around it counts.
  private mutating func openText(_ text: ByteSlice, _ plan: MappingPlan, _ table: FormatTable) -> Inner {
    let texts = innerTexts(table)
    let found: MappingPlan
    switch texts.read(text) {
    case .stranger: return .none
    case .below(let inner):
      if outer.hasNoSign(plan, besides: plan.inner) { return .noError }
      found = inner
    case .silent(let inner):
      if outer.standing(plan, besides: plan.inner) != .worthALook { return .noError }
      found = inner
    case .record(let inner): found = inner
    }
    guard texts.makeDocument(of: text, found), scanInner(texts.document.slice) else { return .none }
    return .record(found)
  }

  /// What reads texts of other logs in documents, made once something asks for it.
  mutating func innerTexts(_ table: FormatTable) -> InnerTexts {
    if let texts { return texts }
    let made = InnerTexts(table, limits)
    texts = made
    return made
  }

  private mutating func scanInner(_ text: ByteSlice) -> Bool {
    inner.scan(text, limits)
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
