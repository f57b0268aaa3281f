internal import Bytes
internal import Patterns
internal import Records

/// Immutable once built, hence `@unchecked Sendable`: all names looked up, all texts ready.
package final class MappingPlan: @unchecked Sendable {
  struct FieldPlan: BitwiseCopyable {
    let field: Field
    let reading: ValueEncoding
    /// A part of the patterns of ``times``.
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

  /// The patterns of times.
  struct Times: ~Copyable {
    /// The parts of all patterns; ``patterns`` has the range of each.
    var parts = Buffer<TimePattern.Part>()
    var patterns = Buffer<Span>()
  }

  /// The places of texts, most of them with errors inside, as parts of ``lists``.
  struct Texts: BitwiseCopyable {
    let stack: Span
    let logMessage: Span
    let appleErrors: Span
    let request: Span
  }

  struct Attributes {
    /// A part of ``lists``.
    let lists: Span
    /// The searched object of each, or -1.
    let objects: [Int32]
  }

  struct Chain: ~Copyable {
    /// A part of ``lists``.
    let lists: Span
    /// Their slots are parts of ``paths``.
    let fields: [FieldPlan]
    let paths: Buffer<ByteSlice>
    let qualifier: ByteSlice
    /// The cause inside an exception; empty for a list.
    let nested: ByteSlice
    /// The member of the thrown exception that is an attribute; empty for none.
    let attribute: ByteSlice
    let isRootFirst: Bool
  }

  struct Markers {
    let all: [MarkerPlan]
    let any: [Span]
    let none: Span
    /// The markers of a document that says that an operation ended well.
    let completed: [MarkerPlan]
  }

  /// The slots of a failure's ids.
  struct FailurePaths {
    let trace: Int32
    let span: Int32
    let parent: Int32
    let ofSpan: Int32
    let untold: Int32
    let log: Int32
    let said: Span
  }

  package let mapping: Mapping
  let paths: PathTree
  let fields: [FieldPlan]
  let lists: Buffer<Int32>
  let translations: Buffer<TranslationPlan>
  let times: Times
  let texts: Texts
  let inner: Int32
  let language: Int32
  let attributes: Attributes
  let chain: Chain
  let extract: [ExtractionPlan]
  let markers: Markers
  let failures: FailurePaths?
  /// The member `attempt` among those that count the tries before.
  private let attempt: (slot: Int32, field: FieldPlan)?
  let errors: ErrorCriteria
  /// No markers, no field with the whole document, and no members made of others that make an error.
  let isDecidedByFields: Bool
  /// Whether the records are lines of text, whose traces are in further lines.
  let isText: Bool
  /// Whether the records are errctl's own, alone or nested in another log's.
  let isNative: Bool
  private let arena: TextArena

  init(_ mapping: Mapping) {
    self.mapping = mapping
    isText = mapping.text != nil
    isNative = mapping.name == Mapping.nativeName
    var builder = PlanBuilder()
    fields = mapping.fields.map { builder.field($0) }
    texts = Texts(
      stack: builder.list(mapping.stack), logMessage: builder.list(mapping.logMessage),
      appleErrors: builder.list(mapping.appleErrors), request: builder.list(mapping.request))
    inner = mapping.inner.map { builder.paths.slot(of: $0) } ?? -1
    language = mapping.language.map { builder.paths.slot(of: $0) } ?? -1
    let attributes = builder.list(mapping.attributes)
    for path in mapping.attributes + mapping.drop { builder.paths.drop(path) }
    for path in mapping.keep { builder.paths.keep(path) }
    chain = builder.chain(mapping.chain)
    markers = builder.markers(mapping)
    failures = mapping.failures.map { paths in
      FailurePaths(
        trace: builder.paths.slot(of: paths.trace), span: builder.paths.slot(of: paths.span),
        parent: builder.paths.slot(of: paths.parent), ofSpan: builder.paths.slot(of: paths.ofSpan),
        untold: paths.untold.map { builder.paths.slot(of: $0) } ?? -1,
        log: paths.log.map { builder.paths.slot(of: $0) } ?? -1, said: builder.list(paths.said))
    }
    attempt = mapping.fields.first { $0.reading == .retries }?.from.first {
      $0.split(separator: ".").last == "attempt"
    }.map { (builder.paths.slot(of: $0), builder.field(FieldMapping(.attempt, $0))) }
    extract = builder.extractions(mapping.extract)
    let criteria = ErrorCriteria(mapping, fields, texts, inner: inner, chain: chain.lists, &builder)
    let made = extract.flatMap { $0.pattern.groupNames.compactMap { builder.paths.knownSlot(of: $0.name) } }
    var isDecided =
      markers.all.isEmpty && markers.any.isEmpty && markers.none.count == 0 && markers.completed.isEmpty
      && builder.paths.whole < 0
    for slot in made where criteria.uses(slot, fields, builder.lists) { isDecided = false }
    isDecidedByFields = isDecided
    errors = criteria
    self.attributes = Attributes(
      lists: attributes, objects: mapping.attributes.map { builder.paths.object(at: $0) })
    arena = builder.arena
    lists = builder.lists
    translations = builder.translations
    times = builder.times
    paths = builder.paths
  }

  /// A field that counts the tries before as a path of it is read: a member `attempt` counts itself.
  func reading(_ field: FieldPlan, ofSlot slot: Int32) -> FieldPlan {
    guard let attempt, attempt.slot == slot else { return field }
    return attempt.field
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

  func isMarked(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> Bool {
    for marker in markers.all where !holds(marker, found, tape) { return false }
    for span in markers.any where !has(span, found) { return false }
    return !has(markers.none, found)
  }

  /// Whether some of its records may say that an operation ended well.
  var hasCompletions: Bool { !markers.completed.isEmpty }

  func isCompletion(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> Bool {
    guard !markers.completed.isEmpty else { return false }
    for marker in markers.completed where !holds(marker, found, tape) { return false }
    return true
  }

  /// A sentence after a space.
  func missingMarker(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> String? {
    for index in markers.all.indices where !holds(markers.all[index], found, tape) {
      let marker = mapping.markers.all[index]
      return marker.values.isEmpty
        ? " It has no “\(marker.path)”."
        : " Its “\(marker.path)” is not \(marker.values.joined(separator: " or "))."
    }
    for index in markers.any.indices where !has(markers.any[index], found) {
      let names = mapping.markers.any[index].map { "“\($0)”" }
      let shown = names.count > 4 ? names.prefix(3) + ["another"] : names[...]
      return " It has no \(shown.joined(separator: " or "))."
    }
    for index in 0..<markers.none.count where found.place(lists[markers.none.first + index]) != nil {
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
