internal import Bytes
internal import Records

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

  /// A list: its candidates among all, and the number of the long list that it is too, or -1.
  struct List: BitwiseCopyable {
    let candidates: Run
    var long: Int32 = -1
  }

  struct Slot: BitwiseCopyable {
    var key: ShortlistKey
    var list: List
    var isUsed = false
  }

  /// The subjects whose classes are known when a list is made, or -1 where no rule asks for them.
  let domain: Int32
  let type: Int32
  let `case`: Int32
  let code: Int32

  /// How many topics of a list are asked about at most.
  private static let topicLimit = 16
  private static let empty = Slot(
    key: ShortlistKey(.ignored, domain: 0, type: 0, case: 0, code: 0),
    list: List(candidates: 0..<0)
  )
  private let limits: LearningLimits
  private var slots = Buffer<Slot>()
  private var used = 0
  private var candidates = Buffer<Candidate>()
  /// Those that are long.
  private(set) var long = LongLists()

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

  func find(_ key: ShortlistKey) -> List? {
    var index = key.hash & (slots.count - 1)
    while slots[index].isUsed {
      if slots[index].key == key { return slots[index].list }
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
  ///
  /// - Parameter mayBeLong: whether masks may tell which of its rules match.
  mutating func add(_ key: ShortlistKey, from start: Int32, mayBeLong: Bool, _ tables: TablesReference)
    -> List
  {
    var list = List(candidates: start..<end)
    if mayBeLong, isLong(list.candidates) {
      list.long = long.append(
        list.candidates,
        candidates,
        asking: topics(of: list.candidates, tables),
        tables
      )
    }
    if used * 2 >= slots.count { grow() }
    insert(Slot(key: key, list: list, isUsed: true))
    used += 1
    return list
  }

  mutating func forget() {
    for index in 0..<slots.count { slots[index].isUsed = false }
    used = 0
    candidates.removeAll()
    long.forget()
  }

  /// Whether there are so many rules before the first that surely matches.
  private func isLong(_ run: Run) -> Bool {
    var unsure = 0
    for place in run {
      if candidates[Int(place)].isSure { break }
      unsure += 1
      if unsure >= limits.longList { return true }
    }
    return false
  }

  /// What candidates ask about beyond what made the list: what most of them ask about comes first.
  private func topics(of run: Run, _ tables: TablesReference) -> [RuleTopic] {
    var counts: [(topic: RuleTopic, count: Int)] = []
    for place in run {
      let condition = Int(tables.stations[Int(candidates[Int(place)].index)].condition)
      for index in condition..<Int(tables.instructions[condition].end) {
        guard let topic = tables.topic(of: tables.instructions[index]) else { continue }
        if let subject = topic.subject, knows(subject) { continue }
        if let known = counts.firstIndex(where: { $0.topic == topic }) {
          counts[known].count += 1
        } else {
          counts.append((topic, 1))
        }
      }
    }
    return counts.sorted { $0.count > $1.count }.prefix(Self.topicLimit).map(\.topic)
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
