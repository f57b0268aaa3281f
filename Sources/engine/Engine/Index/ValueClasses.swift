internal import Bytes
internal import Records

/// Values that an evaluator has met. All values of a class satisfy the same predicates.
///
/// Bounded for any stream: a full table is cleared, and a subject with hardly any repeated values is given
/// up.
struct ValueClasses: ~Copyable {
  /// The class of values that are never classified; their predicates are compared one by one.
  static let unclassified: Int32 = -1
  static let unknown: Int32 = -2

  struct SubjectState: BitwiseCopyable {
    /// 64-bit words in a class, one bit for each predicate.
    let words: Int32
    let isField: Bool
    let field: Field
    /// Whether the field has no substitute when it is missing, and no other value is compared with it.
    let standsAlone: Bool
    /// Whether the comparisons of a case also use its type.
    let usesType: Bool
    /// Whether all comparisons are numeric, so that whole numbers are looked up by interval.
    let isNumeric: Bool
    var isGivenUp = false
    var missing = unknown
    var lookups: Int32 = 0
    var misses: Int32 = 0
    /// The record's slot that holds the tape index of the value.
    var slot = Index<TapeIndex>.nowhere
  }

  /// The part of a lookup key beside the text: the subject and the kind of the value.
  struct Key: BitwiseCopyable {
    let rawValue: Int32

    init(subject: SubjectIndex, kind: Value.Kind) {
      rawValue = subject.raw << 4 | Int32(kind.rawValue)
    }

    private init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The key of a value that is classified together with another value.
    var withOther: Key { Key(rawValue: rawValue | 8) }

    var subject: SubjectIndex { SubjectIndex(rawValue >> 4) }
  }

  struct Slot: BitwiseCopyable {
    var text = ValueText.empty
    var key: Int32 = -1
    /// The offset of a long value in ``texts``.
    var offset: UInt32 = 0
    var valueClass: Int32 = 0
  }

  struct Recent: BitwiseCopyable {
    var number: Int64 = 0
    var subject = SubjectIndex.nowhere
    var valueClass: Int32 = 0
  }

  private static let recentNumbers = 512
  /// Number of slots at first; it grows with the values, up to the limit.
  private static let firstSlots = 1 << 9

  private let limits: CacheLimits
  private(set) var subjects = Buffer<SubjectState>()
  private var slots = Buffer<Slot>()
  private var used = 0
  private var texts = Buffer<UInt8>(capacity: 1 << 12)
  private var bits = Buffer<UInt64>(capacity: 256)
  /// The number of classes of all subjects. A class is identified by the start of its bits.
  private var classCount = 0
  private var known: [ClassKey: Int32] = [:]
  /// A direct-mapped cache of recent whole numbers and their classes.
  private var recents = Buffer<Recent>()
  /// An entry for each interval between the boundaries: one more than boundaries for each subject.
  private var intervals = Buffer<Int32>()

  private struct ClassKey: Hashable {
    let subject: SubjectIndex
    let words: [UInt64]
  }

  init(_ tables: borrowing ChainTables, _ limits: CacheLimits) {
    self.limits = limits
    slots.append(repeating: Slot(), count: Self.firstSlots)
    recents.append(repeating: Recent(), count: Self.recentNumbers)
    for index in 0..<tables.conditions.subjectPredicates.count {
      let fieldPredicates = tables.conditions.subjectPredicates[index]
      let reference = tables.conditions.subjects[index]
      let isField = reference.isOwnField || reference.isTold
      subjects.append(
        SubjectState(
          words: Int32((fieldPredicates.instructions.count + 63) / 64),
          isField: isField,
          field: reference.field,
          standsAlone: isField && ![.status, .fatal, .type].contains(reference.field),
          usesType: isField && reference.field == .case
            && (0..<fieldPredicates.instructions.count).contains { place in
              let step = tables.conditions.instructions[
                tables.conditions.fieldPredicates[fieldPredicates.instructions.startIndex + place]
              ]
              return step.operation == .qualifiedCaseGlob
            },
          // A severity may be a name.
          isNumeric: fieldPredicates.isNumeric && !(reference.kind == .field && reference.field == .severity)
        )
      )
    }
    intervals.append(
      repeating: Self.unknown,
      count: tables.conditions.boundaries.count + tables.conditions.subjectPredicates.count)
  }

  mutating func look(for subject: Int, at slot: Index<TapeIndex>) {
    subjects[subject].slot = slot
  }

  @inline(__always)
  func holds(_ fieldPredicate: Index<FieldPredicate>, of valueClass: Int32) -> Bool {
    bits[Int(valueClass) + Int(fieldPredicate.raw &>> 6)] & 1 &<< UInt64(fieldPredicate.raw & 63) != 0
  }

  /// The class of a value by its text; nil if it is not known.
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

  /// The predicates that the values of a class satisfy: 64 of them, a bit each.
  func predicates(_ word: Int, of valueClass: Int32) -> UInt64 { bits[Int(valueClass) + word] }

  @inline(__always)
  private func place(of text: ValueText, _ key: Int32) -> Int {
    Int(truncatingIfNeeded: text.hash(with: key) >> 32) & (slots.count &- 1)
  }

  private func isText(_ text: ByteSlice, at offset: UInt32) -> Bool {
    texts.slice(Int(offset)..<(Int(offset) + text.count)) == text
  }

  mutating func remember(_ key: Key, _ text: ByteSlice, _ valueClass: Int32) {
    var state = subjects[Int(key.subject)]
    state.misses &+= 1
    // Without a class, each value is compared with all predicates: as many of those, as many values may be met once.
    if state.misses > max(4_096, 256 * state.words), state.misses > state.lookups / 2 {
      state.isGivenUp = true
      state.slot = .nowhere
    }
    subjects[Int(key.subject)] = state
    if used * 2 >= slots.count { grow() }
    let words = ValueText(text)
    insert(Slot(text: words, key: key.rawValue, offset: UInt32(texts.count), valueClass: valueClass))
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

  var hasRoom: Bool { used <= limits.values && texts.count <= limits.bytes && classCount <= limits.classes }

  mutating func clear() {
    for index in 0..<slots.count { slots[index] = Slot() }
    used = 0
    texts.removeAll()
    bits.removeAll()
    classCount = 0
    known.removeAll(keepingCapacity: true)
    for index in 0..<intervals.count { intervals[index] = Self.unknown }
    for index in 0..<recents.count { recents[index] = Recent() }
    for index in 0..<subjects.count {
      subjects[index].missing = Self.unknown
    }
  }

  /// The class that satisfies exactly the predicates in `words`, a bit each.
  mutating func classOf(_ subject: SubjectIndex, _ words: [UInt64]) -> Int32 {
    let key = ClassKey(subject: subject, words: words)
    if let known = known[key] { return known }
    let valueClass = Int32(bits.count)
    classCount += 1
    for word in words { bits.append(word) }
    if words.isEmpty { bits.append(0) }
    known[key] = valueClass
    return valueClass
  }

  /// The class of errors without a value of the subject; nil if it is not known.
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

  /// The class of a recent whole number, or nil. Faster than a search in many intervals.
  @inline(__always)
  func recent(_ number: Int64, of subject: SubjectIndex) -> Int32? {
    let recent = recents[Self.recentPlace(number, subject)]
    return recent.number == number && recent.subject == subject ? recent.valueClass : nil
  }

  mutating func remember(recent number: Int64, of subject: SubjectIndex, _ valueClass: Int32) {
    recents[Self.recentPlace(number, subject)] = Recent(
      number: number, subject: subject, valueClass: valueClass)
  }

  @inline(__always)
  private static func recentPlace(_ number: Int64, _ subject: SubjectIndex) -> Int {
    let mixed =
      (UInt64(bitPattern: number) ^ UInt64(UInt32(bitPattern: subject.raw)) &<< 40) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 55)
  }

  func interval(_ place: Int) -> Int32 { intervals[place] }

  mutating func remember(interval place: Int, _ valueClass: Int32) {
    intervals[place] = valueClass
  }
}
