internal import Bytes
internal import Records
internal import Patterns

/// An error, and all questions whose results depend on the error alone.
struct ErrorMatcher: ~Copyable {
  let chain: ResponderChain
  let reference: TablesReference
  var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  var record: ErrorRecord
  private(set) var error = ErrorRecord.recorded
  var index: RuleIndex
  /// Whether a result was assumed because no plugin provides the matcher.
  var hasAssumed = false
  var scratch = Buffer<UInt8>(capacity: 256)
  var foldedValue = FoldedValue()
  /// A searcher for each pattern, with its cache.
  let searchers: [Searcher]
  let categoryNames: CategoryNames
  /// The longest value that is cached, in bytes.
  let longestValue: Int
  /// For each subject, the index among the attributes that are located while records are read.
  let requestedAttributes: Buffer<Index<RequestedMembers.Attribute>>
  /// The lookup key for the class of a type or case: the value with the other one.
  var classText = Buffer<UInt8>(capacity: 256)
  /// The tape index of the array element to which a group of operators applies.
  var boundElement = TapeIndex.nowhere
  var prefetched = PrefetchedKind()
  var breakers = BreakerReadings()
  /// The places of subjects with many predicates that met a new text.
  var places: [SubjectIndex: PredicatePlaces] = [:]

  init(_ chain: ResponderChain, _ limits: Limits, requestingFirst first: ResponderChain?) {
    self.chain = chain
    record = ErrorRecord(limits)
    reference = chain.reference
    searchers = chain.patterns.map { $0.makeSearcher() }
    categoryNames = CategoryNames(chain.reference)
    index = RuleIndex(chain.reference, limits.caches)
    longestValue = limits.caches.longestValue
    if let first { _ = record.request(first.tables) }
    requestedAttributes = record.request(chain.tables)
    record.defaultPlatform = chain.tables.defaultPlatform
    noteSlots()
  }

  /// Gives back the memory of the patterns' searches.
  func rest() { for searcher in searchers { searcher.rest() } }

  @inline(__always)
  mutating func begin() {
    index.makeRoom()
    index.dependency = .kind
    change(to: ErrorRecord.recorded)
  }

  @inline(__always)
  mutating func change(to errorNode: ErrorNodeIndex) {
    error = errorNode
    index.begin()
  }

  /// The value of a subject of an error node. For the outermost error, `category` is the assigned one.
  func value(ofSubject index: SubjectIndex, _ errorNode: ErrorNodeIndex) -> Value {
    let subject = tables.conditions.subjects[index]
    if subject.isOwnField { return record.ownValue(subject, of: errorNode) }
    if subject.kind == .field, subject.member == Field.category.rawValue,
      let category = resolvedCategory(of: errorNode)
    {
      return category
    }
    if errorNode == ErrorRecord.recorded, case let place = requestedAttributes[Int(index)], !place.isNone,
      let requested = record.requested(place)
    {
      return requested
    }
    let path = tables.bytes.slice(
      TextSpan(offset: subject.kind == .payload ? 0 : subject.offset, length: subject.length))
    return record.value(subject, path: path, of: errorNode)
  }

  /// The name of the assigned category; nil if none is assigned.
  func resolvedCategory(of errorNode: ErrorNodeIndex) -> Value? {
    guard let number = record.category(of: errorNode) else { return nil }
    guard let category = tables.categories.element(at: Index(number)) else { return .missing }
    return Value(string: tables.bytes.slice(category.name))
  }
}
