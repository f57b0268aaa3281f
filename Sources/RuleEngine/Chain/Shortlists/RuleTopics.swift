internal import Bytes
internal import Records

/// What a rule asks about: a subject of the chain's, or the category that the error was given.
struct RuleTopic: BitwiseCopyable, Equatable {
  /// The subject by its place, or -1 for the category.
  private let rawValue: Int32

  private init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  static func subject(_ index: UInt32) -> RuleTopic { RuleTopic(rawValue: Int32(bitPattern: index)) }
  static let category = RuleTopic(rawValue: -1)

  /// The subject, or nil for the category.
  @inline(__always)
  var subject: UInt32? { rawValue >= 0 ? UInt32(bitPattern: rawValue) : nil }

  /// Its place among all topics.
  fileprivate var place: Int { Int(rawValue) + 1 }
}

extension TablesReference {
  /// What an instruction asks about, where classes of values or the category answer it.
  func topic(of step: Instruction) -> RuleTopic? {
    if step.operation == .category { return .category }
    guard step.atom >= 0 else { return nil }
    // What stands there before the error was given a category is not what rules compare.
    let subject = subjects[Int(step.subject)]
    return subject.kind == .field && subject.field == .category ? nil : .subject(step.subject)
  }
}

/// Which of a chain's rules ask about each topic, and where; gathered when somebody first wants to know.
struct RuleTopics: ~Copyable {
  struct Asker: BitwiseCopyable {
    let station: Int32
    /// Where the part of its condition begins that asks and without which the rule does not match.
    let part: Int32
    /// The next one of the topic, or -1.
    let next: Int32
  }

  private var askers = Buffer<Asker>()
  /// By topic, the last one that asks about it, or -1.
  private var last = Buffer<Int32>()

  /// Notes what each rule asks about, once.
  mutating func gather(_ tables: TablesReference) {
    guard last.isEmpty else { return }
    last.append(repeating: -1, count: tables.subjects.count + 1)
    for index in 0..<tables.stations.count where tables.stations[index].kind == .rule {
      let condition = Int(tables.stations[index].condition)
      let end = Int(tables.instructions[condition].end)
      guard Self.isConjunction(condition, end, tables) else {
        note(Int32(index), condition, end, tables)
        continue
      }
      var part = condition + 1
      while part < end {
        let next = Int(tables.instructions[part].end)
        note(Int32(index), part, next, tables)
        part = next
      }
    }
  }

  /// Whether a condition does not hold as soon as one of its parts doesn't: one that leaves a mark is asked in full.
  private static func isConjunction(_ start: Int, _ end: Int, _ tables: TablesReference) -> Bool {
    guard tables.instructions[start].operation == .all else { return false }
    for place in start..<end where tables.instructions[place].operation == .assumed { return false }
    return true
  }

  private mutating func note(_ station: Int32, _ part: Int, _ end: Int, _ tables: TablesReference) {
    for place in part..<end {
      guard let topic = tables.topic(of: tables.instructions[place]) else { continue }
      let before = last[topic.place]
      if before >= 0, askers[Int(before)].station == station, askers[Int(before)].part == part { continue }
      last[topic.place] = Int32(askers.count)
      askers.append(Asker(station: station, part: Int32(part), next: before))
    }
  }

  /// The place of the first that asks about a topic, -1 where nobody does.
  func first(of topic: RuleTopic) -> Int32 { last[topic.place] }

  subscript(place: Int32) -> Asker { askers[Int(place)] }
}
