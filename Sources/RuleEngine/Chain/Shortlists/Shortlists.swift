/// What a shortlist is for.
enum ShortlistGroup: BitwiseCopyable {
  case ignored, categories
  /// The rules of a responder, by the first of its stations.
  case rules(Int32)

  fileprivate var rawValue: Int32 {
    switch self {
    case .ignored: 0
    case .categories: 1
    case .rules(let first): first + 2
    }
  }
}

/// What is known of an error when a shortlist is asked for.
struct ShortlistKey: BitwiseCopyable, Equatable {
  let group: Int32
  let domain: Int32
  let type: Int32
  let `case`: Int32
  let code: Int32

  init(
    _ group: ShortlistGroup,
    domain: Int32,
    type: Int32,
    case: Int32,
    code: Int32
  ) {
    self.group = group.rawValue
    self.domain = domain
    self.type = type
    self.case = `case`
    self.code = code
  }

  fileprivate var hash: Int {
    func pair(_ left: Int32, _ right: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    }
    var value = UInt64(UInt32(bitPattern: group)) &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 29) ^ pair(domain, type)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 31) ^ pair(`case`, code)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: value ^ (value >> 30))
  }
}

/// For each kind of error that was met, the rules that may match it: what its domain, type, case and code
/// leave open. Bounded: past its room everything is forgotten and learnt anew.
struct Shortlists: ~Copyable {
  /// One on a list.
  struct Candidate: BitwiseCopyable {
    /// The station, or the category.
    let index: Int32
    /// Whether it surely matches.
    let isSure: Bool
  }

  struct Slot: BitwiseCopyable {
    var key: ShortlistKey
    var candidates: Run
    var isUsed = false
  }

  /// The subjects whose classes are known when a list is made, or -1 where no rule asks for them.
  let domain: Int32
  let type: Int32
  let `case`: Int32
  let code: Int32

  private static let empty = Slot(
    key: ShortlistKey(.ignored, domain: 0, type: 0, case: 0, code: 0),
    candidates: 0..<0
  )
  private let limits: LearningLimits
  private var slots = Buffer<Slot>()
  private var used = 0
  private var candidates = Buffer<Candidate>()

  init(_ tables: TablesReference, _ limits: LearningLimits) {
    self.limits = limits
    func place(_ field: Field) -> Int32 {
      for index in 0..<tables.subjects.count
      where tables.subjects[index].kind == .field && tables.subjects[index].member == field.rawValue {
        return tables.subjectAtoms[index].instructions.isEmpty ? -1 : Int32(index)
      }
      return -1
    }
    domain = place(.domain)
    type = place(.type)
    `case` = place(.case)
    code = place(.code)
    slots.append(repeating: Self.empty, count: 1 << 8)
  }

  subscript(index: Int32) -> Candidate { candidates[Int(index)] }

  /// Whether a subject's class is known when a list is made.
  @inline(__always)
  func knows(_ subject: UInt32) -> Bool {
    let subject = Int32(bitPattern: subject)
    return subject == domain || subject == type || subject == code || subject == `case`
  }

  func find(_ key: ShortlistKey) -> Run? {
    var index = key.hash & (slots.count - 1)
    while slots[index].isUsed {
      if slots[index].key == key { return slots[index].candidates }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether another list may be added; else everything has to be forgotten first.
  var hasRoom: Bool { used < limits.lists && candidates.count < limits.candidates }

  /// Where the next list begins.
  var end: Int32 { Int32(candidates.count) }

  /// Appends one to the list that is being made.
  mutating func append(_ candidate: Candidate) {
    candidates.append(candidate)
  }

  /// Adds the list that began at `start`.
  mutating func add(_ key: ShortlistKey, from start: Int32) -> Run {
    let list = start..<end
    if used * 2 >= slots.count { grow() }
    insert(Slot(key: key, candidates: list, isUsed: true))
    used += 1
    return list
  }

  mutating func forget() {
    for index in 0..<slots.count { slots[index].isUsed = false }
    used = 0
    candidates.removeAll()
  }

  private mutating func insert(_ slot: Slot) {
    var index = slot.key.hash & (slots.count - 1)
    while slots[index].isUsed { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private mutating func grow() {
    var old = Buffer<Slot>(capacity: slots.count)
    for index in 0..<slots.count where slots[index].isUsed { old.append(slots[index]) }
    let size = slots.count * 2
    slots.removeAll()
    slots.append(repeating: Self.empty, count: size)
    for index in 0..<old.count { insert(old[index]) }
  }
}
