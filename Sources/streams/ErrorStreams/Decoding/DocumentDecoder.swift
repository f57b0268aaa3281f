internal import Bytes
internal import Records

/// Converts one document, perhaps with another log's nested record.
struct DocumentDecoder: ~Copyable {
  enum Decoded {
    case record
    case notAnError
    /// Not in a known format, or not in the requested one.
    case unrecognized
  }

  private let limits: Limits
  var outer = Mapper()
  private var inner = Mapper()
  private(set) var record = RecordWriter()
  private let native = NativeFormat.plan
  private var texts: EmbeddedTexts?
  private let extractors = MemberExtractors()

  /// - Parameter zone: that of times without one; nil for UTC.
  init(_ limits: Limits, _ zone: ZoneOffsets?) {
    self.limits = limits
    outer.times.zone = zone
    inner.times.zone = zone
  }

  mutating func removeAll() { record.removeAll() }

  var lastRecord: ByteSlice { record.last }

  mutating func replaceRecords(_ lines: inout Buffer<UInt8>) { record.replace(&lines) }

  /// Sets the years of the next documents' dates without one.
  mutating func use(_ years: YearWindow?) {
    self.years = years
    // A nested document gets none: the enclosing one may know better.
    outer.times.years = years
  }

  private var years: YearWindow?

  /// The year given to the last record's date; 0 if it has one.
  var assumedYear: Int { max(outer.times.assumedYear, inner.times.assumedYear) }

  /// The end of a usual line with one whole object; nil for any other line.
  @inline(__always)
  mutating func scan(lineAt start: Int, of text: PaddedBytes) -> Int? {
    outer.scanned.scan(
      lineAt: start, of: text, depthLimit: limits.recordDepth, valueLimit: limits.recordValues,
      byteLimit: limits.recordBytes)
  }

  mutating func paddedText() -> PaddedBytes { record.padded() }

  private(set) var hasUnread = false
  /// Fields of the last record whose values could not be read, one bit each.
  private(set) var unreadFields: UInt64 = 0
  private(set) var hasUnreadSeverity = false

  /// Decodes the document by a plan, or by the first format that matches.
  mutating func decode(by plan: MappingPlan?, _ table: FormatTable?, checksMarkers: Bool) -> Decoded {
    if let plan { return decode(by: plan, table, checksMarkers: checksMarkers) }
    guard let plan = FormatDetector.plan(for: &outer, table, native) else { return .unrecognized }
    return decode(by: plan, table, checksMarkers: checksMarkers)
  }

  mutating func decode(by plan: MappingPlan, _ table: FormatTable?, checksMarkers: Bool) -> Decoded {
    if !plan.extract.isEmpty { extractors.extractor(of: plan).extend(&outer, limits) }
    outer.find(plan)
    hasUnread = false
    unreadFields = 0
    hasUnreadSeverity = false
    if checksMarkers, !outer.isMarked(plan) { return .unrecognized }
    if plan.isNative, writeCompletion(plan) { return .record }
    if plan.isCompletion(outer.found, outer.scanned.tape) {
      return writeOperation(plan)
    }
    // An evaluation wants the text of a message, and counts what has none of the required members.
    if plan.isNative, plan.errors.atLeast == nil, NativeLikeness(outer.scanned.tape) == .none {
      return .notAnError
    }
    var innerPlan: MappingPlan?
    if plan.inner >= 0 {
      switch openInner(plan, table) {
      case .none: break
      case .noError: return .notAnError
      case .record(let inner):
        if isCompletion(inner) { return writeOperation(inner, in: plan) }
        innerPlan = inner
      }
    }
    if innerPlan == nil, outer.isSurelyNoError(plan) { return .notAnError }
    record.begin()
    outer.begin(plan)
    inner.times.begin()
    if let innerPlan {
      if !innerPlan.extract.isEmpty { extractors.extractor(of: innerPlan).extend(&inner, limits) }
      inner.find(innerPlan)
      inner.begin(innerPlan)
      inner.writeFields(innerPlan, to: &record)
      hasUnread = inner.hasUnread
      unreadFields = inner.unreadFields
      outer.use(plan.inner)
    }
    outer.writeFields(plan, to: &record)
    if let innerPlan { inner.writeTime(innerPlan, in: years, to: &record) }
    hasUnread = hasUnread || outer.hasUnread
    unreadFields |= outer.unreadFields
    // For a nested record, the inner format decides whether it is an error.
    let isError =
      innerPlan.map { inner.isError($0, record) } ?? outer.isError(plan, record)
    // An omitted message adds nothing to the severity.
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

  /// The document says that an operation ended well.
  mutating func decodeCompletion(by plan: MappingPlan) -> Decoded {
    outer.find(plan)
    hasUnread = false
    unreadFields = 0
    hasUnreadSeverity = false
    return writeOperation(plan)
  }

  private mutating func writeOperation(_ plan: MappingPlan) -> Decoded {
    record.begin()
    record.writeCompletion()
    outer.begin(plan)
    outer.writeOperation(plan, to: &record)
    record.end()
    return .record
  }

  /// Whether the nested record says that an operation ended well.
  private mutating func isCompletion(_ plan: MappingPlan) -> Bool {
    guard plan.hasCompletions else { return false }
    inner.find(plan)
    return plan.isCompletion(inner.found, inner.scanned.tape)
  }

  /// Writes the completion that is nested in a record, with what that one knows.
  private mutating func writeOperation(_ innerPlan: MappingPlan, in plan: MappingPlan) -> Decoded {
    record.begin()
    record.writeCompletion()
    outer.begin(plan)
    inner.times.begin()
    inner.begin(innerPlan)
    inner.writeOperation(innerPlan, to: &record)
    outer.writeOperation(plan, to: &record)
    record.end()
    return .record
  }

  /// False for one of errctl's own records that is none, or an error as well.
  private mutating func writeCompletion(_ plan: MappingPlan) -> Bool {
    guard Self.isCompletion(outer.scanned.tape) else { return false }
    record.begin()
    record.writeCompletion()
    outer.begin(plan)
    outer.writeFields(plan, to: &record)
    guard !record.hasAny(of: Self.required) else {
      record.takeBack()
      return false
    }
    record.end()
    return true
  }

  private static func isCompletion(_ tape: borrowing JSONTape) -> Bool {
    guard tape.count > 0, tape[0].kind == .object, let place = tape.member(ByteSlice("completed"), of: 0)
    else {
      return false
    }
    return tape[place].kind == .true
  }

  /// A recorded error needs at least one of these fields, one bit each.
  private static let required = Field.required.reduce(0 as UInt64) { $0 | 1 << UInt64($1.rawValue) }

  /// The reason why the document on the outer tape is not in a plan's format.
  func reason(against plan: MappingPlan) -> String? { plan.missingMarker(outer.found, outer.scanned.tape) }

  private enum Inner {
    case none
    case noError
    case record(MappingPlan)
  }

  private mutating func openInner(_ plan: MappingPlan, _ table: FormatTable?) -> Inner {
    guard let place = outer.found.place(plan.inner) else { return .none }
    let entry = outer.scanned.tape[place]
    let text: ByteSlice
    switch entry.kind {
    case .string:
      text = outer.scanned.tape.text(of: entry).trimmedAtEnd
      if let table, !text.trimmed.hasPrefix(ByteSlice("{")) {
        guard let more = outer.scanned.tape.member(ByteSlice("more"), of: 0),
          outer.scanned.tape[more].kind == .string
        else { return openText(text, plan, table) }
        // The lines behind the first one are the inner record's, too.
        var lines = Buffer<UInt8>(capacity: text.count + Int(outer.scanned.tape[more].length) + 1)
        lines.append(text)
        lines.append(UInt8(ascii: "\n"))
        lines.append(outer.scanned.tape.text(of: outer.scanned.tape[more]))
        return openText(lines.slice, plan, table)
      }
    case .object: text = outer.scanned.tape.text(of: entry)
    default: return .none
    }
    guard !text.isEmpty, scanInner(text), inner.scanned.tape[0].kind == .object,
      let found = FormatDetector.plan(for: &inner, table, native)
    else { return .none }
    return .record(found)
  }

  /// The text's own severity applies, or else that of the enclosing document.
  private mutating func openText(_ text: ByteSlice, _ plan: MappingPlan, _ table: FormatTable) -> Inner {
    if text.hasPrefix(ByteSlice(UnitFailures.told)) { return .noError }
    let texts = embeddedTexts(table)
    let found: MappingPlan
    switch texts.read(text, hasLevel: outer.hasLevel(plan)) {
    case .unrecognized: return .none
    case .below(let inner):
      if outer.hasNoSign(plan, besides: plan.inner) { return .noError }
      found = inner
    case .silent(let inner):
      if outer.status(plan, besides: plan.inner) != .possible { return .noError }
      found = inner
    case .record(let inner): found = inner
    }
    guard texts.makeDocument(of: text, found), scanInner(texts.document.slice) else { return .none }
    return .record(found)
  }

  mutating func embeddedTexts(_ table: FormatTable) -> EmbeddedTexts {
    if let texts { return texts }
    let made = EmbeddedTexts(table, limits)
    texts = made
    return made
  }

  private mutating func scanInner(_ text: ByteSlice) -> Bool {
    inner.scan(text, limits)
  }
}

/// errctl's own records nested in another log's.
package enum NativeFormat {
  package static let plan = MappingPlan(mapping)

  private static var mapping: Mapping {
    var mapping = Mapping(name: Mapping.nativeName)
    mapping.fields = Field.allCases.filter { $0 != .attributes }.map { field in
      FieldMapping(field, field.name, as: ValueEncoding(of: field) == .code || field == .time ? nil : .json)
    }
    mapping.attributes = ["attributes"]
    mapping.errors = .all
    return mapping
  }
}
