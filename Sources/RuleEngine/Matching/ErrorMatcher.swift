internal import Patterns

/// An error, and every question about it whose answer depends on nothing else.
struct ErrorMatcher: ~Copyable {
  let chain: ResponderChain
  let reference: TablesReference
  var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  var record: ErrorRecord
  /// The frame of the error as it is now: the recorded one, until a rule replaces it.
  private(set) var error = ErrorRecord.recorded
  /// Which of a chain's rules may match, learnt on the way.
  var index: RuleIndex
  /// Whether a question was asked that nobody answers, so that an answer was assumed.
  var hasAssumed = false
  var scratch = Buffer<UInt8>(capacity: 256)
  var foldedValue = FoldedValue()
  /// A searcher for each pattern, with what it learnt about the texts so far.
  let searchers: [Searcher]
  let categoryNames: CategoryNames
  /// The bytes of the longest value that is learnt.
  let longestValue: Int
  /// By subject: its place among the attributes that records look for while they are read.
  let askedPlaces: Buffer<Index<AskedMembers.Attribute>>
  /// What a type's or case's class is looked up by: its value with the other one.
  var classText = Buffer<UInt8>(capacity: 256)
  /// The element of an array that operators are asked about together, by its place on the tape.
  var boundElement = TapeIndex.nowhere
  /// The key of the record's kind, found as soon as it was read.
  var prefetched = PrefetchedKind()

  /// - Parameter first: a chain for whose attributes records are asked before this one's.
  init(_ chain: ResponderChain, _ limits: Limits, askingFirst first: ResponderChain?) {
    self.chain = chain
    record = ErrorRecord(limits)
    reference = chain.reference
    searchers = chain.patterns.map { $0.makeSearcher() }
    categoryNames = CategoryNames(chain.reference)
    index = RuleIndex(chain.reference, limits.learning)
    longestValue = limits.learning.longestValue
    if let first { _ = record.ask(first.tables) }
    askedPlaces = record.ask(chain.tables)
    record.defaultPlatform = chain.tables.defaultPlatform
    noteSlots()
  }

  /// Begins with the recorded error.
  @inline(__always)
  mutating func begin() {
    index.makeRoom()
    index.reach = .kind
    change(to: ErrorRecord.recorded)
  }

  /// Goes on with the error of another frame.
  @inline(__always)
  mutating func change(to frame: FrameIndex) {
    error = frame
    index.begin()
  }

  /// What a subject is worth in a frame; the outermost error's category is the one it was given.
  func value(ofSubject index: SubjectIndex, _ frame: FrameIndex) -> Value {
    let subject = tables.subjects[index]
    if subject.kind == .field, subject.member == Field.category.rawValue,
      let category = resolvedCategory(of: frame)
    {
      return category
    }
    if frame == ErrorRecord.recorded, case let place = askedPlaces[Int(index)], !place.isNone,
      let asked = record.asked(place)
    {
      return asked
    }
    let path = tables.bytes.slice(
      Place(offset: subject.kind == .payload ? 0 : subject.offset, length: subject.length)
    )
    return record.value(subject, path: path, of: frame)
  }

  /// The name of the category that an error was given; nil where nobody asked.
  func resolvedCategory(of frame: FrameIndex) -> Value? {
    guard let number = record.category(of: frame) else { return nil }
    guard let category = tables.categories.element(at: Index(number)) else { return .missing }
    return Value(string: tables.bytes.slice(category.name))
  }
}
