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

/// Which of a chain's rules ask about each topic; gathered when somebody first wants to know.
struct RuleTopics: ~Copyable {
  struct Asker: BitwiseCopyable {
    let station: Int32
    /// The next one of its topic, or -1.
    let next: Int32
  }

  private var askers = Buffer<Asker>()
  /// By topic, the last rule that asks about it, or -1.
  private var last = Buffer<Int32>()

  /// Notes what each rule asks about, once.
  mutating func gather(_ tables: TablesReference) {
    guard last.isEmpty else { return }
    last.append(repeating: -1, count: tables.subjects.count + 1)
    for index in 0..<tables.stations.count where tables.stations[index].kind == .rule {
      let condition = Int(tables.stations[index].condition)
      for place in condition..<Int(tables.instructions[condition].end) {
        if let topic = tables.topic(of: tables.instructions[place]) { note(Int32(index), topic) }
      }
    }
  }

  private mutating func note(_ station: Int32, _ topic: RuleTopic) {
    let before = last[topic.place]
    if before >= 0, askers[Int(before)].station == station { return }
    last[topic.place] = Int32(askers.count)
    askers.append(Asker(station: station, next: before))
  }

  /// The first rule of a topic, as a place to ask ``station(at:)`` and ``after(_:)`` for; -1 where there is none.
  func first(of topic: RuleTopic) -> Int32 { last[topic.place] }

  func after(_ place: Int32) -> Int32 { askers[Int(place)].next }

  func station(at place: Int32) -> Int32 { askers[Int(place)].station }
}
