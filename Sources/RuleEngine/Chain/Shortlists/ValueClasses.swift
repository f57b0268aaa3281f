/// Which values a climb met, and of which class each is: of the values of a class the same atoms hold.
///
/// Bounded, whatever a stream holds: past its room everything is forgotten and learnt anew. A subject of which hardly
/// two errors have the same value is given up.
struct ValueClasses: ~Copyable {
  /// A class that is not known, and never will be: its atoms are compared one by one.
  static let unclassified: Int32 = -1

  /// What was learnt about one subject.
  struct SubjectState: BitwiseCopyable {
    /// 64-bit words that a class takes, one bit an atom.
    let words: Int32
    var isGivenUp = false
    /// Classes so far, each `words` words among ``bits``.
    var classes: Int32 = 0
    var lookups: Int32 = 0
    var misses: Int32 = 0
  }

  /// What a value is looked up by beside its text: its subject and its kind.
  struct Key: BitwiseCopyable {
    let rawValue: Int32

    init(subject: Int32, kind: Value.Kind) {
      rawValue = subject << 4 | Int32(kind.rawValue)
    }

    private init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The key of a value that is looked up together with another one.
    var withOther: Key { Key(rawValue: rawValue | 8) }

    var subject: Int32 { rawValue >> 4 }
  }

  /// A value that was met.
  struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var offset: UInt32 = 0
    var length: UInt32 = 0
    var key: Int32 = -1
    var valueClass: Int32 = 0
  }

  private let limits: LearningLimits
  private(set) var subjects = Buffer<SubjectState>()
  private var slots = Buffer<Slot>()
  private var used = 0
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var bits = Buffer<UInt64>(capacity: 256)
  /// By class: where its bits begin.
  private var places = Buffer<Int32>(capacity: 256)
  /// Classes by subject and bits.
  private var known: [ClassKey: Int32] = [:]
  /// By interval, among the chain's boundaries and one more for each subject: the class, or -2 where none is known.
  private var intervals = Buffer<Int32>()
  /// How often everything was forgotten: what was derived before is worth nothing after.
  private(set) var generation = 0

  private struct ClassKey: Hashable {
    let subject: Int32
    let words: [UInt64]
  }

  init(_ tables: TablesReference, _ limits: LearningLimits) {
    self.limits = limits
    slots.append(repeating: Slot(), count: limits.values)
    for index in 0..<tables.subjectAtoms.count {
      let atoms = tables.subjectAtoms[index].instructions.count
      subjects.append(SubjectState(words: Int32((atoms + 63) / 64)))
    }
    intervals.append(repeating: -2, count: tables.boundaries.count + tables.subjectAtoms.count)
  }

  /// Whether the atom of a class holds.
  @inline(__always)
  func holds(_ atom: Int32, of valueClass: Int32) -> Bool {
    let place = Int(places[Int(valueClass)]) + Int(atom) / 64
    return bits[place] & 1 << UInt64(atom % 64) != 0
  }

  /// The class of a value by its hash and text, or nil where it is not known.
  mutating func find(_ key: Key, _ hash: UInt64, _ text: ByteSlice) -> Int32? {
    subjects[Int(key.subject)].lookups &+= 1
    var index = Int(truncatingIfNeeded: hash) & (limits.values - 1)
    while slots[index].key >= 0 {
      let slot = slots[index]
      if slot.hash == hash, slot.key == key.rawValue, Int(slot.length) == text.count,
        texts.slice(Int(slot.offset)..<Int(slot.offset + slot.length)) == text
      {
        return slot.valueClass
      }
      index = (index + 1) & (limits.values - 1)
    }
    return nil
  }

  /// Remembers the class of a value.
  mutating func remember(_ key: Key, _ hash: UInt64, _ text: ByteSlice, _ valueClass: Int32) {
    var state = subjects[Int(key.subject)]
    state.misses &+= 1
    if state.misses > 4_096, state.misses > state.lookups / 2 { state.isGivenUp = true }
    subjects[Int(key.subject)] = state
    var index = Int(truncatingIfNeeded: hash) & (limits.values - 1)
    while slots[index].key >= 0 { index = (index + 1) & (limits.values - 1) }
    slots[index] = Slot(
      hash: hash,
      offset: UInt32(texts.count),
      length: UInt32(text.count),
      key: key.rawValue,
      valueClass: valueClass
    )
    texts.append(text)
    used += 1
  }

  /// Whether another value and class may be learnt; else everything has to be forgotten first.
  func hasRoom(for text: ByteSlice) -> Bool {
    used < limits.values / 2 && texts.count + text.count <= limits.bytes && places.count < limits.classes
  }

  /// Forgets every value and class.
  mutating func forget() {
    generation += 1
    for index in 0..<limits.values { slots[index] = Slot() }
    used = 0
    texts.removeAll()
    bits.removeAll()
    places.removeAll()
    known.removeAll(keepingCapacity: true)
    for index in 0..<intervals.count { intervals[index] = -2 }
    for index in 0..<subjects.count { subjects[index].classes = 0 }
  }

  /// The class in which exactly the atoms hold that `words` say, a bit each.
  mutating func classOf(_ subject: Int32, _ words: [UInt64]) -> Int32 {
    let key = ClassKey(subject: subject, words: words)
    if let known = known[key] { return known }
    let valueClass = Int32(places.count)
    places.append(Int32(bits.count))
    for word in words { bits.append(word) }
    known[key] = valueClass
    subjects[Int(subject)].classes += 1
    return valueClass
  }

  /// The class of the whole numbers of an interval, or -2 where it is not known.
  func interval(_ place: Int) -> Int32 { intervals[place] }

  mutating func remember(interval place: Int, _ valueClass: Int32) {
    intervals[place] = valueClass
  }
}
