internal import Bytes

/// The classes that determine the kind of an error.
struct KindClasses: BitwiseCopyable, Equatable {
  let domain: Int32
  let type: Int32
  let `case`: Int32
  let code: Int32
  let cancelled: Int32

  fileprivate var hash: Int {
    func pair(_ left: Int32, _ right: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
    var value = pair(domain, type) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 29) ^ pair(`case`, code)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: value ^ (value >> 30))
  }
}

/// The classes of up to four further values that the rules of a kind use, two in a word.
struct FurtherClasses: BitwiseCopyable, Equatable {
  let low: UInt64
  let high: UInt64

  /// The value for a key that consists of the kind alone.
  static var none: FurtherClasses { FurtherClasses(low: 1 << 63, high: 1 << 63) }
}

/// The candidate rules of each kind of error: the index words that have candidates.
struct ErrorKinds: ~Copyable {
  struct CandidateWord: BitwiseCopyable {
    let word: Int32
    /// The further features of these candidates, among the ``narrowings``.
    let narrowings: IndexRange<Narrowing>
    let bits: UInt64
    /// The candidates that match for certain unless one of these features excludes them.
    let exact: UInt64
  }

  /// A feature used by candidates of a word, and the bits of those candidates.
  struct Narrowing: BitwiseCopyable {
    let feature: Index<RuleLayout.Feature>
    /// The feature's subject; none for the category.
    let subject: SubjectIndex
    let users: UInt64
  }

  struct Kind: BitwiseCopyable {
    let classes: KindClasses
    let open: IndexRange<CandidateWord>
    /// The subjects that its rules use beyond the kind, padded with none; nil if there are too many.
    let subjects: (SubjectIndex, SubjectIndex, SubjectIndex, SubjectIndex)?
  }

  private let limits: CacheLimits
  private var kinds = Buffer<Kind>()
  private var open = Buffer<CandidateWord>(capacity: 64)
  private var narrowings = Buffer<Narrowing>(capacity: 64)
  private var slots = Buffer<Index<Kind>>()

  private static let firstSlots = 1 << 8

  init(_ limits: CacheLimits) {
    self.limits = limits
    slots.append(repeating: .nowhere, count: Self.firstSlots)
  }

  var hasRoom: Bool { kinds.count <= limits.kinds && open.count + narrowings.count <= limits.openWords }

  @inline(__always)
  subscript(kind: Index<Kind>) -> Kind { kinds[kind] }

  @inline(__always)
  func open(_ place: Index<CandidateWord>) -> CandidateWord { open[place] }

  @inline(__always)
  func narrowing(_ place: Index<Narrowing>) -> Narrowing { narrowings[place] }

  func find(_ classes: KindClasses) -> Index<Kind> {
    var slot = classes.hash & (slots.count - 1)
    while !slots[slot].isNone {
      if kinds[slots[slot]].classes == classes { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return .nowhere
  }

  /// Adds the candidates of a word to the kind under construction, which starts at ``end``.
  mutating func append(_ word: Int, _ bits: UInt64, exact: UInt64, _ layout: borrowing RuleLayout) {
    let first = narrowings.endIndex
    for place in 0..<layout.furtherFeatures.count {
      let feature = layout.furtherFeatures[place]
      let users = bits & layout.users(feature, in: word)
      if users == 0 { continue }
      let subject = layout.features[feature].subject
      narrowings.append(Narrowing(feature: feature, subject: subject, users: users))
    }
    open.append(
      CandidateWord(word: Int32(word), narrowings: first..<narrowings.endIndex, bits: bits, exact: exact))
  }

  var end: Index<CandidateWord> { open.endIndex }

  mutating func add(_ classes: KindClasses, from start: Index<CandidateWord>) -> Index<Kind> {
    let kind = kinds.append(Kind(classes: classes, open: start..<end, subjects: subjects(from: start)))
    if kinds.count * 2 > slots.count { grow() } else { insert(kind) }
    return kind
  }

  private func subjects(from start: Index<CandidateWord>) -> (
    SubjectIndex, SubjectIndex, SubjectIndex, SubjectIndex
  )? {
    var subjects: [SubjectIndex] = []
    for place in start..<end {
      for place in open(place).narrowings {
        let subject = narrowing(place).subject
        // A category follows from the kind, the values that categories use, and the error's own category.
        if !subject.isNone, !subjects.contains(subject) { subjects.append(subject) }
        guard subjects.count <= 4 else { return nil }
      }
    }
    subjects += Array(repeating: .nowhere, count: 4 - subjects.count)
    return (subjects[0], subjects[1], subjects[2], subjects[3])
  }

  mutating func clear() {
    kinds.removeAll()
    open.removeAll()
    narrowings.removeAll()
    slots.removeAll()
    slots.append(repeating: .nowhere, count: Self.firstSlots)
  }

  private mutating func insert(_ kind: Index<Kind>) {
    var slot = kinds[kind].classes.hash & (slots.count - 1)
    while !slots[slot].isNone { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = kind
  }

  private mutating func grow() {
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: .nowhere, count: size)
    for kind in kinds.indices { insert(kind) }
  }
}
