internal import Bytes
internal import Patterns
internal import Records

struct PlanBuilder: ~Copyable {
  let arena: TextArena
  var paths: PathTree
  var lists = Buffer<Int32>()
  var translations = Buffer<MappingPlan.TranslationPlan>()
  var chainPaths = Buffer<ByteSlice>()
  var timeParts = Buffer<TimePattern.Part>()
  var timePatterns = Buffer<MappingPlan.Span>()

  init() {
    arena = TextArena()
    paths = PathTree(arena)
  }

  mutating func list(_ names: [String]) -> MappingPlan.Span {
    let first = lists.count
    for name in names { lists.append(paths.slot(of: name)) }
    return MappingPlan.Span(first: first, count: names.count)
  }

  func sign(
    _ slots: MappingPlan.Span, _ meaning: ErrorIndicator.Meaning, plainType: Int32 = -1,
    _ signs: inout Buffer<ErrorIndicator>
  ) {
    for index in 0..<slots.count {
      let slot = lists[slots.first + index]
      signs.append(ErrorIndicator(slot: slot, meaning: slot == plainType ? .plainType : meaning))
    }
  }

  mutating func markers(_ markers: [Mapping.Marker]) -> [MappingPlan.MarkerPlan] {
    var plans: [MappingPlan.MarkerPlan] = []
    for marker in markers {
      let first = translations.count
      for value in marker.values {
        translations.append(
          MappingPlan.TranslationPlan(found: arena.text(value), meant: ByteSlice(""), severity: nil))
      }
      plans.append(
        MappingPlan.MarkerPlan(
          slot: paths.slot(of: marker.path),
          values: MappingPlan.Span(first: first, count: marker.values.count)))
    }
    return plans
  }

  mutating func field(_ field: FieldMapping) -> MappingPlan.FieldPlan {
    let slots = list(field.from)
    return self.field(field, slots)
  }

  mutating func field(_ field: FieldMapping, _ slots: MappingPlan.Span) -> MappingPlan.FieldPlan {
    let first = translations.count
    for value in field.values {
      translations.append(
        MappingPlan.TranslationPlan(
          found: arena.text(value.found), meant: arena.text(MappingPlan.json(value.meant, of: field.field)),
          severity: field.field == .severity ? Severity(name: value.meant) : nil))
    }
    let firstPattern = timePatterns.count
    for format in field.formats {
      let parts = TimePattern.parts(of: format) ?? []
      timePatterns.append(MappingPlan.Span(first: timeParts.count, count: parts.count))
      for part in parts { timeParts.append(part) }
    }
    return MappingPlan.FieldPlan(
      field: field.field, reading: field.reading ?? ValueEncoding(of: field.field),
      formats: MappingPlan.Span(first: firstPattern, count: field.formats.count),
      key: arena.text("\"\(field.field.name)\":"), slots: slots,
      values: MappingPlan.Span(first: first, count: field.values.count),
      fallback: arena.text(field.fallback.map { MappingPlan.json($0, of: field.field) } ?? ""),
      fallbackSeverity: field.field == .severity ? field.fallback.flatMap { Severity(name: $0) } : nil,
      fallbackNeeds: field.fallbackNeeds.map { paths.slot(of: $0) } ?? -1)
  }
}

/// Immutable once built, hence `@unchecked Sendable`: all names looked up, all texts ready.
package final class MappingPlan: @unchecked Sendable {
  struct FieldPlan: BitwiseCopyable {
    let field: Field
    let reading: ValueEncoding
    /// A part of ``timePatterns``.
    let formats: Span
    let key: ByteSlice
    /// A part of ``lists``.
    let slots: Span
    /// A part of ``translations``.
    let values: Span
    /// Empty for none.
    let fallback: ByteSlice
    let fallbackSeverity: Severity?
    /// The slot that the fallback requires, or -1.
    let fallbackNeeds: Int32
  }

  struct Span: BitwiseCopyable {
    var first = 0
    var count = 0
  }

  struct TranslationPlan: BitwiseCopyable {
    let found: ByteSlice
    let meant: ByteSlice
    let severity: Severity?
  }

  struct ExtractionPlan {
    /// A part of ``lists``.
    let slots: Span
    let pattern: Pattern
  }

  struct MarkerPlan: BitwiseCopyable {
    let slot: Int32
    let values: Span
  }

  let mapping: Mapping
  let paths: PathTree
  let fields: [FieldPlan]
  let lists: Buffer<Int32>
  let translations: Buffer<TranslationPlan>
  let stack: Span
  let logMessage: Span
  let appleErrors: Span
  let inner: Int32
  let attributes: Span
  /// The searched object of each, or -1.
  let attributeObjects: [Int32]
  let chain: Span
  /// The fields of chains, with paths in ``chainPaths``, not slots.
  let chainFields: [FieldPlan]
  let chainPaths: Buffer<ByteSlice>
  /// The parts of all patterns; ``timePatterns`` has the range of each pattern.
  let timeParts: Buffer<TimePattern.Part>
  let timePatterns: Buffer<Span>
  let extract: [ExtractionPlan]
  let extracts: Bool
  /// Whether the records are errctl's own, alone or nested in another log's.
  let isNative: Bool
  let qualifier: ByteSlice
  /// The cause inside an exception; empty for a list.
  let nested: ByteSlice
  let isRootFirst: Bool
  let all: [MarkerPlan]
  let any: [Span]
  let none: Span
  /// The markers of a document that says that an operation ended well.
  let completed: [MarkerPlan]
  /// Nil if all documents are errors.
  let atLeast: Severity?
  /// Fields any of which makes a document an error, one bit each.
  let makesError: UInt64
  /// Nil if no document may be skipped before its fields are written.
  let leastSeverity: Severity?
  /// Signs of an error, whatever its severity.
  let errorIndicators: Buffer<ErrorIndicator>
  let severityFields: [Int]
  /// The slot of a document's member `type`, if it is the error's type; or -1.
  let plainType: Int32
  private let arena: TextArena

  init(_ mapping: Mapping) {
    self.mapping = mapping
    var builder = PlanBuilder()
    var fields: [FieldPlan] = []
    for field in mapping.fields { fields.append(builder.field(field)) }
    self.fields = fields
    stack = builder.list(mapping.stack)
    logMessage = builder.list(mapping.logMessage)
    appleErrors = builder.list(mapping.appleErrors)
    inner = mapping.inner.map { builder.paths.slot(of: $0) } ?? -1
    attributes = builder.list(mapping.attributes)
    for path in mapping.attributes + mapping.drop { builder.paths.drop(path) }
    chain = builder.list(mapping.chain?.from ?? [])
    var chainFields: [FieldPlan] = []
    for field in mapping.chain?.fields ?? [] {
      let first = builder.chainPaths.count
      for path in field.from { builder.chainPaths.append(builder.arena.text(path)) }
      chainFields.append(builder.field(field, Span(first: first, count: field.from.count)))
    }
    self.chainFields = chainFields
    qualifier = builder.arena.text(mapping.chain?.qualifier ?? "")
    nested = builder.arena.text(mapping.chain?.nested ?? "")
    isRootFirst = mapping.chain?.isRootFirst ?? false
    all = builder.markers(mapping.markers.all)
    completed = builder.markers(mapping.completed)
    var any: [Span] = []
    for names in mapping.markers.any { any.append(builder.list(names)) }
    self.any = any
    none = builder.list(mapping.markers.none)
    var extract: [ExtractionPlan] = []
    for extraction in mapping.extract {
      // An invalid one is reported when the mapping is read.
      guard let pattern = try? Pattern(expression: extraction.pattern) else { continue }
      extract.append(ExtractionPlan(slots: builder.list(extraction.from), pattern: pattern))
    }
    self.extract = extract
    extracts = !extract.isEmpty
    isNative = mapping.name == Mapping.nativeName
    atLeast = mapping.errors.atLeast
    makesError = mapping.errors.or.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    plainType =
      mapping.text == nil && mapping.fields.contains { $0.field == .type && $0.from.contains("type") }
      ? builder.paths.slot(of: "type") : -1
    var signs = Buffer<ErrorIndicator>()
    if inner >= 0 { signs.append(ErrorIndicator(slot: inner, meaning: .record)) }
    var isEveryDocumentWorthALook = mapping.errors.atLeast == nil
    builder.sign(chain, .presence, &signs)
    for field in fields where mapping.errors.or.contains(field.field) {
      builder.sign(field.slots, .presence, plainType: plainType, &signs)
      if field.fallback.isEmpty { continue }
      if field.fallbackNeeds >= 0 {
        signs.append(ErrorIndicator(slot: field.fallbackNeeds, meaning: .presence))
      } else {
        isEveryDocumentWorthALook = true
      }
    }
    if mapping.errors.or.contains(.message) { builder.sign(logMessage, .presence, &signs) }
    builder.sign(appleErrors, .appleErrors, &signs)
    builder.sign(stack, .trace, &signs)
    leastSeverity = isEveryDocumentWorthALook ? nil : mapping.errors.atLeast
    errorIndicators = signs
    severityFields = fields.indices.filter { fields[$0].field == .severity }
    var objects: [Int32] = []
    for path in mapping.attributes { objects.append(builder.paths.object(at: path)) }
    attributeObjects = objects
    arena = builder.arena
    lists = builder.lists
    translations = builder.translations
    chainPaths = builder.chainPaths
    timeParts = builder.timeParts
    timePatterns = builder.timePatterns
    paths = builder.paths
  }

  static func json(_ word: String, of field: Field) -> String {
    switch ValueEncoding(of: field) {
    case .integer, .boolean: return word
    case .code:
      if let number = Int64(word), "\(number)" == word { return word }
      return word.json
    default: return word.json
    }
  }

  /// No markers, no field with the whole document, and no members made of others.
  var isDecidedByFields: Bool {
    extract.isEmpty && all.isEmpty && any.isEmpty && none.count == 0 && paths.whole < 0
  }

  func isMarked(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> Bool {
    for marker in all where !holds(marker, found, tape) { return false }
    for span in any where !has(span, found) { return false }
    return !has(none, found)
  }

  func isCompletion(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> Bool {
    guard !completed.isEmpty else { return false }
    for marker in completed where !holds(marker, found, tape) { return false }
    return true
  }

  /// A sentence after a space.
  func missingMarker(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> String? {
    for index in all.indices where !holds(all[index], found, tape) {
      let marker = mapping.markers.all[index]
      return marker.values.isEmpty
        ? " It has no “\(marker.path)”."
        : " Its “\(marker.path)” is not \(marker.values.joined(separator: " or "))."
    }
    for index in any.indices where !has(any[index], found) {
      return " It has no \(mapping.markers.any[index].map { "“\($0)”" }.joined(separator: " or "))."
    }
    for index in 0..<none.count where found.place(lists[none.first + index]) != nil {
      return " It has “\(mapping.markers.none[index])”."
    }
    return nil
  }

  func has(_ span: Span, _ found: borrowing ResolvedPaths) -> Bool {
    for index in 0..<span.count where found.place(lists[span.first + index]) != nil { return true }
    return false
  }

  private func holds(_ marker: MarkerPlan, _ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape)
    -> Bool
  {
    guard let place = found.place(marker.slot) else { return false }
    guard marker.values.count > 0 else { return true }
    let entry = tape[place]
    for index in 0..<marker.values.count
    where tape.text(of: entry) == translations[marker.values.first + index].found { return true }
    return false
  }
}
