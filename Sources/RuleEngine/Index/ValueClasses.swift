internal import Bytes
internal import Records

/// Which values a climb met, and of which class each is: of the values of a class the same atoms hold.
///
/// Bounded, whatever a stream holds: past its room everything is forgotten and learnt anew. A subject of which hardly
/// two errors have the same value is given up.
struct ValueClasses: ~Copyable {
  /// A class that is not known, and never will be: its atoms are compared one by one.
  static let unclassified: Int32 = -1
  /// A class that is not known yet.
  static let unknown: Int32 = -2

  /// What was learnt about one subject.
  struct SubjectState: BitwiseCopyable {
    /// 64-bit words that a class takes, one bit an atom.
    let words: Int32
    /// Whether its class is that of one field's own value, where it has one, and which.
    let isField: Bool
    let field: Field
    /// Whether nothing else stands for that field where it is not there, nor is asked beside it.
    let standsAlone: Bool
    /// Whether the comparisons of a case ask for its type beside it.
    let asksType: Bool
    /// Whether only numbers are asked for, so that whole numbers are looked up by interval.
    let isNumeric: Bool
    var isGivenUp = false
    /// The class of an error that has no such value.
    var missing = unknown
    /// Classes so far, each `words` words among ``bits``.
    var classes: Int32 = 0
    var lookups: Int32 = 0
    var misses: Int32 = 0
    /// Which of a record's slots says where its value stands on the tape.
    var slot = Index<TapeIndex>.nowhere
  }

  /// What a value is looked up by beside its text: its subject and its kind.
  struct Key: BitwiseCopyable {
    let rawValue: Int32

    init(subject: SubjectIndex, kind: Value.Kind) {
      rawValue = subject.raw << 4 | Int32(kind.rawValue)
    }

    private init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The key of a value that is looked up together with another one.
    var withOther: Key { Key(rawValue: rawValue | 8) }

    var subject: SubjectIndex { SubjectIndex(rawValue >> 4) }
  }

  /// A value that was met.
  struct Slot: BitwiseCopyable {
    var text = ValueText.empty
    var key: Int32 = -1
    /// Where a long one lies among ``texts``.
    var offset: UInt32 = 0
    var valueClass: Int32 = 0
  }

  /// A whole number of a subject that was met lately.
  struct Recent: BitwiseCopyable {
    var number: Int64 = 0
    var subject = SubjectIndex.nowhere
    var valueClass: Int32 = 0
  }

  private static let recentNumbers = 512
  /// How many slots there are before more values are met, up to the limit.
  private static let firstSlots = 1 << 9

  private let limits: LearningLimits
  private(set) var subjects = Buffer<SubjectState>()
  private var slots = Buffer<Slot>()
  private var used = 0
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var bits = Buffer<UInt64>(capacity: 256)
  /// How many classes there are. A class is the place where its bits begin.
  private var classes = 0
  /// Classes by subject and bits.
  private var known: [ClassKey: Int32] = [:]
  /// Whole numbers that were met lately, each at its place, with their classes.
  private var recents = Buffer<Recent>()
  /// By interval, among the chain's boundaries and one more for each subject: the class.
  private var intervals = Buffer<Int32>()

  private struct ClassKey: Hashable {
    let subject: SubjectIndex
    let words: [UInt64]
  }

  init(_ tables: borrowing ChainTables, _ limits: LearningLimits) {
    self.limits = limits
    slots.append(repeating: Slot(), count: Self.firstSlots)
    recents.append(repeating: Recent(), count: Self.recentNumbers)
    for index in 0..<tables.subjectAtoms.count {
      let atoms = tables.subjectAtoms[index]
      let reference = tables.subjects[index]
      let isField = reference.isOwnField || reference.isTold
      subjects.append(
        SubjectState(
          words: Int32((atoms.instructions.count + 63) / 64),
          isField: isField,
          field: reference.field,
          standsAlone: isField && ![.status, .fatal, .type].contains(reference.field),
          asksType: isField && reference.field == .case
            && (0..<atoms.instructions.count).contains { place in
              let step = tables.instructions[tables.atoms[atoms.instructions.startIndex + place]]
              return step.operation == .qualifiedCaseGlob
            },
          // A number may be no severity.
          isNumeric: atoms.isNumeric && !(reference.kind == .field && reference.field == .severity)
        )
      )
    }
    intervals.append(repeating: Self.unknown, count: tables.boundaries.count + tables.subjectAtoms.count)
  }

  /// Says where a record has the value of a subject.
  mutating func look(for subject: Int, at slot: Index<TapeIndex>) {
    subjects[subject].slot = slot
  }

  /// Whether the atom of a class holds.
  @inline(__always)
  func holds(_ atom: Index<Atom>, of valueClass: Int32) -> Bool {
    bits[Int(valueClass) + Int(atom.raw &>> 6)] & 1 &<< UInt64(atom.raw & 63) != 0
  }

  /// The class of a value by its text, or nil where it is not known.
  @inline(__always)
  mutating func find(_ key: Key, _ text: ByteSlice) -> Int32? {
    let words = ValueText(text)
    guard words.isLong else { return find(key, words) }
    subjects[Int(key.subject)].lookups &+= 1
    var index = place(of: words, key.rawValue)
    while slots[index].key >= 0 {
      if slots[index].key == key.rawValue, slots[index].text == words, isText(text, at: slots[index].offset) {
        return slots[index].valueClass
      }
      index = (index &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// The same for a text that its words are all of.
  @inline(__always)
  mutating func find(_ key: Key, _ text: ValueText) -> Int32? {
    subjects[Int(key.subject)].lookups &+= 1
    var index = place(of: text, key.rawValue)
    while true {
      let slot = slots[index]
      if slot.key == key.rawValue, slot.text == text { return slot.valueClass }
      if slot.key < 0 { return nil }
      index = (index &+ 1) & (slots.count &- 1)
    }
  }

  @inline(__always)
  private func place(of text: ValueText, _ key: Int32) -> Int {
    Int(truncatingIfNeeded: text.hash(with: key) >> 32) & (slots.count &- 1)
  }

  private func isText(_ text: ByteSlice, at offset: UInt32) -> Bool {
    texts.slice(Int(offset)..<(Int(offset) + text.count)) == text
  }

  /// Remembers the class of a value.
  mutating func remember(_ key: Key, _ text: ByteSlice, _ valueClass: Int32) {
    var state = subjects[Int(key.subject)]
    state.misses &+= 1
    if state.misses > 4_096, state.misses > state.lookups / 2 {
      state.isGivenUp = true
      state.slot = .nowhere
    }
    subjects[Int(key.subject)] = state
    if used * 2 >= slots.count { grow() }
    let words = ValueText(text)
    insert(
      Slot(text: words, key: key.rawValue, offset: UInt32(texts.count), valueClass: valueClass)
    )
    if words.isLong { texts.append(text) }
    used += 1
  }

  private mutating func insert(_ slot: Slot) {
    var index = place(of: slot.text, slot.key)
    while slots[index].key >= 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].key >= 0 { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Slot(), count: size)
    for index in 0..<old.count { insert(old[index]) }
  }

  /// Whether there is room for another error's values and classes.
  var hasRoom: Bool { used <= limits.values && texts.count <= limits.bytes && classes <= limits.classes }

  /// Forgets every value and class.
  mutating func forget() {
    for index in 0..<slots.count { slots[index] = Slot() }
    used = 0
    texts.removeAll()
    bits.removeAll()
    classes = 0
    known.removeAll(keepingCapacity: true)
    for index in 0..<intervals.count { intervals[index] = Self.unknown }
    for index in 0..<recents.count { recents[index] = Recent() }
    for index in 0..<subjects.count {
      subjects[index].classes = 0
      subjects[index].missing = Self.unknown
    }
  }

  /// The class in which exactly the atoms hold that `words` say, a bit each.
  mutating func classOf(_ subject: SubjectIndex, _ words: [UInt64]) -> Int32 {
    let key = ClassKey(subject: subject, words: words)
    if let known = known[key] { return known }
    let valueClass = Int32(bits.count)
    classes += 1
    for word in words { bits.append(word) }
    if words.isEmpty { bits.append(0) }
    known[key] = valueClass
    subjects[Int(subject)].classes += 1
    return valueClass
  }

  /// The class of an error without a value of the subject, or nil where it is not known.
  @inline(__always)
  mutating func missing(_ subject: SubjectIndex) -> Int32? {
    let valueClass = subjects[Int(subject)].missing
    guard valueClass >= 0 else { return nil }
    subjects[Int(subject)].lookups &+= 1
    return valueClass
  }

  mutating func remember(missing valueClass: Int32, of subject: SubjectIndex) {
    subjects[Int(subject)].missing = valueClass
  }

  /// The class of a whole number that was met lately, or nil: a search among many intervals costs more.
  @inline(__always)
  func recent(_ number: Int64, of subject: SubjectIndex) -> Int32? {
    let recent = recents[Self.recentPlace(number, subject)]
    return recent.number == number && recent.subject == subject ? recent.valueClass : nil
  }

  mutating func remember(recent number: Int64, of subject: SubjectIndex, _ valueClass: Int32) {
    recents[Self.recentPlace(number, subject)] = Recent(
      number: number,
      subject: subject,
      valueClass: valueClass
    )
  }

  @inline(__always)
  private static func recentPlace(_ number: Int64, _ subject: SubjectIndex) -> Int {
    let mixed =
      (UInt64(bitPattern: number) ^ UInt64(UInt32(bitPattern: subject.raw)) &<< 40) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 55)
  }

  /// The class of the whole numbers of an interval.
  func interval(_ place: Int) -> Int32 { intervals[place] }

  mutating func remember(interval place: Int, _ valueClass: Int32) {
    intervals[place] = valueClass
  }
}
