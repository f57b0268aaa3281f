internal import Bytes

/// Candidate rules by classes of values. The layout is built when the first error is evaluated.
///
/// Bounded for any stream: when it is full, it is cleared before the next error.
struct RuleIndex: ~Copyable {
  /// The part of the record that results depend on; each case includes the one before.
  enum Dependency: UInt8, BitwiseCopyable, Comparable {
    case kind
    /// The kind, and the classes of the values that its rules use.
    case classes
    case record

    @inline(__always)
    static func < (left: Dependency, right: Dependency) -> Bool { left.rawValue < right.rawValue }
  }

  var classes: ValueClasses
  private(set) var layout: RuleLayout
  var masks: ClassMasks
  var kinds: ErrorKinds
  var cache = KindCache()
  /// The class of the error's value for each subject, valid if its epoch is the current one.
  var errorClasses = Buffer<ErrorClass>()
  /// Incremented for each error.
  private(set) var epoch: UInt32 = 1
  /// The kind of the error of ``kindEpoch``.
  var kind = Index<ErrorKinds.Kind>.nowhere
  var kindEpoch: UInt32 = 0
  /// The candidates of one row for one error.
  private(set) var candidates: CandidateSet
  private var row = -1
  private var rowEpoch: UInt32 = 0
  /// The part of the record used since it was read.
  var dependency = Dependency.kind
  private var isFull = false
  private(set) var timesCleared = 0
  /// The number of times that the kinds were cleared; their indices are valid until the next time.
  private(set) var timesKindsCleared = 0

  init(_ reference: TablesReference, _ limits: CacheLimits) {
    classes = ValueClasses(reference.tables, limits)
    layout = RuleLayout(reference)
    candidates = CandidateSet(
      count: max(
        reference.tables.clauses.count, reference.tables.categories.count, reference.tables.unwraps.count,
        reference.tables.breakers.count))
    masks = ClassMasks(words: layout.words, limits)
    kinds = ErrorKinds(limits)
    errorClasses.append(repeating: ErrorClass(), count: reference.tables.conditions.subjects.count)
  }

  @inline(__always)
  mutating func makeRoom() {
    if isFull { clear() }
  }

  mutating func noteAddition() {
    isFull = !classes.hasRoom || !masks.hasRoom || !kinds.hasRoom
  }

  @inline(__always)
  mutating func begin() {
    epoch &+= 1
  }

  @inline(never)
  private mutating func clear() {
    timesCleared += 1
    isFull = false
    // Kinds are kept by their classes, and masks too; neither is kept by the other.
    let isOfClasses = !classes.hasRoom
    if isOfClasses || !masks.hasRoom { masks.clear() }
    if isOfClasses || !kinds.hasRoom {
      timesKindsCleared += 1
      kinds.clear()
      cache.clear()
    }
    if isOfClasses { classes.clear() }
    begin()
  }

  @inline(__always)
  func hasCandidates(of other: Int) -> Bool { rowEpoch == epoch && row == other }

  @inline(__always)
  mutating func beginCandidates(of row: Int) {
    (self.row, rowEpoch) = (row, epoch)
    candidates.removeAll()
  }

  @inline(__always)
  mutating func insert(_ bits: UInt64, certain: UInt64, in word: Int32) {
    var left = bits
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      candidates.insert(layout.items[Int(word) << 6 + bit], isCertain: certain >> UInt64(bit) & 1 != 0)
    }
  }
}
