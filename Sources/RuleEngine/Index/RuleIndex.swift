/// Which rules may match an error: what was learnt of values, each with the class it is of, and of classes, each with the
/// rules it leaves open. A chain's rules are laid out when the first error asks.
///
/// Bounded, whatever a stream holds: before the error for which there is no room everything is forgotten.
struct RuleIndex: ~Copyable {
  /// What answers follow from, each more than the one before.
  enum Reach: UInt8, BitwiseCopyable, Comparable {
    case kind
    /// The kind and the classes of the values that its rules ask for.
    case classes
    case record

    @inline(__always)
    static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  var classes: ValueClasses
  private(set) var layout: RuleLayout
  var masks: ClassMasks
  var kinds: ErrorKinds
  var cache = KindCache()
  /// By subject: the class of the error's value, where its epoch is the current one.
  var errorClasses = Buffer<ErrorClass>()
  /// Counts the errors looked at: it changes with the error.
  private(set) var epoch: UInt32 = 1
  /// The kind of the error of an epoch.
  var kind = Index<ErrorKinds.Kind>.nowhere
  var kindEpoch: UInt32 = 0
  /// What may match in one row, and of which error.
  private(set) var candidates: CandidateSet
  private var row = -1
  private var rowEpoch: UInt32 = 0
  /// How much of the record was looked at since it was read.
  var reach = Reach.kind
  /// Whether there is no room for another record's.
  private var isFull = false
  /// How often everything was forgotten.
  private(set) var timesForgotten = 0

  init(_ reference: TablesReference, _ limits: LearningLimits) {
    classes = ValueClasses(reference.tables, limits)
    layout = RuleLayout(reference)
    candidates = CandidateSet(count: max(reference.tables.stations.count, reference.tables.categories.count))
    masks = ClassMasks(words: layout.words, limits)
    kinds = ErrorKinds(limits)
    errorClasses.append(repeating: ErrorClass(), count: reference.tables.subjects.count)
  }

  /// Makes room for what is to be learnt of a record.
  @inline(__always)
  mutating func makeRoom() {
    if isFull { forget() }
  }

  /// Notes that something was learnt.
  mutating func noteLearning() {
    isFull = !classes.hasRoom || !masks.hasRoom || !kinds.hasRoom
  }

  /// Forgets what was found of the error: it is another one now.
  @inline(__always)
  mutating func begin() {
    epoch &+= 1
  }

  @inline(never)
  private mutating func forget() {
    timesForgotten += 1
    isFull = false
    classes.forget()
    masks.forget()
    kinds.forget()
    cache.forget()
    begin()
  }

  /// Whether the candidates are those of a row, for the error as it is now.
  @inline(__always)
  func hasCandidates(of other: Int) -> Bool { rowEpoch == epoch && row == other }

  /// Begins the candidates of a row anew.
  @inline(__always)
  mutating func beginCandidates(of row: Int) {
    (self.row, rowEpoch) = (row, epoch)
    candidates.removeAll()
  }

  /// Adds the rules of bits of a word to the candidates.
  @inline(__always)
  mutating func insert(_ bits: UInt64, sure: UInt64, in word: Int32) {
    var left = bits
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      candidates.insert(layout.items[Int(word) << 6 + bit], isSure: sure >> UInt64(bit) & 1 != 0)
    }
  }
}
