/// Where the rules of a chain stand in its index, a bit each, and what they ask about.
///
/// A responder's rules that ask the same stand side by side, so that those which one kind of error leaves open fill few
/// words. Behind the stations stand the categories, then the matcher of ignored errors.
struct RuleLayout: ~Copyable {
  /// Something rules ask about: a subject, or the category that the error was given.
  struct Topic: BitwiseCopyable {
    /// The subject by its place, or ``category``.
    let subject: Int32
    /// Who asks about it, among the layout's ``askers``.
    let askers: Run

    static let category: Int32 = -1
  }

  /// A rule that asks about a topic.
  struct Asker: BitwiseCopyable {
    let bit: Int32
    /// The first instruction of the part of its condition that asks, without which it does not match.
    let part: Int32
  }

  /// A row of bits whose rules are asked together, and what is asked first.
  struct Row: BitwiseCopyable, Equatable {
    let first: Int32
    let end: Int32
    var isReversed = false

    static func == (left: Row, right: Row) -> Bool {
      left.first == right.first && left.end == right.end && left.isReversed == right.isReversed
    }
  }

  /// 64-bit words that a bit for each rule takes.
  let words: Int
  let categories: Row
  let ignored: Row
  /// The topics that decide the kind of an error (its domain, type, case and code), or -1 where nobody asks.
  private(set) var kindTopics: [Int32] = [-1, -1, -1, -1]
  private(set) var topics = Buffer<Topic>()
  private(set) var askers = Buffer<Asker>()
  /// By bit: the station, or the category.
  private(set) var items = Buffer<Int32>()
  /// Rules that may match at all; those that match where what they ask about leaves them open.
  private(set) var enabled = Buffer<UInt64>()
  private(set) var exact = Buffer<UInt64>()
  /// By topic, the rules that ask about it: ``words`` each.
  private var asking = Buffer<UInt64>()

  /// How many of the topics that most rules ask about decide which rules stand side by side.
  private static let sortedTopics = 4

  init(_ tables: TablesReference) {
    let stations = Int32(tables.stations.count)
    let count = tables.stations.count + tables.categories.count
    categories = Row(first: stations, end: Int32(count))
    ignored = Row(first: Int32(count), end: Int32(count) + 1)
    words = (count + 1 + 63) / 64
    for bit in 0...Int32(count) { items.append(bit < stations ? bit : bit < Int32(count) ? bit - stations : 0) }
    enabled.append(repeating: 0, count: words)
    exact.append(repeating: 0, count: words)
    order(tables)
    var found = FoundAskers(subjects: tables.subjects.count)
    for bit in 0...Int32(count) {
      guard let condition = condition(of: bit, tables) else { continue }
      enabled[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
      if found.note(bit, Int(condition), tables) { exact[Int(bit >> 6)] |= 1 << UInt64(bit & 63) }
    }
    gather(found, tables)
  }

  /// The rules of a word that ask about a topic.
  @inline(__always)
  func asking(_ topic: Int32, in word: Int) -> UInt64 { asking[Int(topic) &* words &+ word] }

  /// The condition of what stands at a bit; nil where it is never asked by the index.
  func condition(of bit: Int32, _ tables: TablesReference) -> Int32? {
    let item = Int(items[Int(bit)])
    let condition: Int32
    if bit < categories.first {
      let station = tables.stations[item]
      guard station.kind == .rule, station.isEnabled else { return nil }
      condition = station.condition
    } else {
      condition = bit < ignored.first ? tables.categories[item].condition : tables.ignored
    }
    return condition >= 0 ? condition : nil
  }

  /// Has the rules of each long responder stand in the order of what they ask of the topics that most of them ask about.
  private mutating func order(_ tables: TablesReference) {
    for index in 0..<tables.responders.count {
      let rules = tables.responders[index].rules
      guard rules.count > 64 else { continue }
      var counts = [Int](repeating: 0, count: tables.subjects.count)
      for station in rules {
        Self.forEachAtom(of: Int(tables.stations[Int(station)].condition), tables) { counts[Int($0.subject)] += 1 }
      }
      let subjects = counts.indices.sorted { (counts[$0], $1) > (counts[$1], $0) }.prefix(Self.sortedTopics)
      var keys = rules.map { (key: SIMD4<Int32>(repeating: -1), station: $0) }
      for place in keys.indices {
        let condition = Int(tables.stations[Int(keys[place].station)].condition)
        Self.forEachAtom(of: condition, tables) { step in
          guard let topic = subjects.firstIndex(of: Int(step.subject)), keys[place].key[topic] < 0 else { return }
          keys[place].key[topic] = step.atom
        }
      }
      keys.sort { left, right in
        for topic in 0..<Self.sortedTopics where left.key[topic] != right.key[topic] {
          return left.key[topic] < right.key[topic]
        }
        return left.station < right.station
      }
      for (offset, key) in keys.enumerated() { items[Int(rules.startIndex) + offset] = key.station }
    }
  }

  private static func forEachAtom(
    of condition: Int,
    _ tables: TablesReference,
    _ body: (Instruction) -> Void
  ) {
    guard condition >= 0 else { return }
    for place in condition..<Int(tables.instructions[condition].end) where tables.instructions[place].atom >= 0 {
      body(tables.instructions[place])
    }
  }

  /// Puts the topics in the order of how many rules ask about them, each with its askers.
  private mutating func gather(_ found: consuming FoundAskers, _ tables: TablesReference) {
    let order = found.askers.indices.filter { !found.askers[$0].isEmpty }
      .sorted { (found.askers[$0].count, $1) > (found.askers[$1].count, $0) }
    for place in order {
      let subject = Int32(place) - 1
      let start = Int32(askers.count)
      let words = asking.count
      asking.append(repeating: 0, count: self.words)
      for asker in found.askers[place] {
        askers.append(asker)
        asking[words + Int(asker.bit >> 6)] |= 1 << UInt64(asker.bit & 63)
      }
      if subject >= 0, tables.subjects[Int(subject)].kind == .field {
        let kindFields: [Field] = [.domain, .type, .case, .code]
        if let kind = kindFields.firstIndex(of: tables.subjects[Int(subject)].field) {
          kindTopics[kind] = Int32(topics.count)
        }
      }
      topics.append(Topic(subject: subject, askers: start..<Int32(askers.count)))
    }
  }
}

/// Which rules ask about what, while a layout is made.
private struct FoundAskers: ~Copyable {
  /// By topic: the category, then the subjects.
  var askers: [[RuleLayout.Asker]]

  init(subjects: Int) {
    askers = Array(repeating: [], count: subjects + 1)
  }

  /// Notes what a condition asks about; returns whether it holds wherever each thing it asks about, looked at alone, leaves
  /// it open.
  mutating func note(_ bit: Int32, _ condition: Int, _ tables: TablesReference) -> Bool {
    let end = Int(tables.instructions[condition].end)
    // Whoever asks it leaves a mark on the outcome: it is asked whenever its turn comes.
    for place in condition..<end where tables.instructions[place].operation == .assumed { return false }
    return note(bit, part: condition, tables)
  }

  private mutating func note(_ bit: Int32, part: Int, _ tables: TablesReference) -> Bool {
    let step = tables.instructions[part]
    if step.operation == .always { return true }
    var isExact = true
    guard step.operation != .all else {
      var inner = part + 1
      while inner < Int(step.end) {
        if !note(bit, part: inner, tables) { isExact = false }
        inner = Int(tables.instructions[inner].end)
      }
      return isExact
    }
    var only: Int?
    for place in part..<Int(step.end) {
      let inner = tables.instructions[place]
      if inner.operation == .any || inner.operation == .all || inner.operation == .not { continue }
      guard let topic = Self.topic(of: inner) else {
        isExact = false
        continue
      }
      if only == nil { only = topic } else if only != topic { isExact = false }
      let asker = RuleLayout.Asker(bit: bit, part: Int32(part))
      if let last = askers[topic].last, last.bit == bit, last.part == asker.part { continue }
      askers[topic].append(asker)
    }
    return isExact
  }

  /// What an instruction asks about, where classes of values or the category answer it.
  private static func topic(of step: Instruction) -> Int? {
    if step.operation == .category { return 0 }
    return step.atom >= 0 ? Int(step.subject) + 1 : nil
  }
}
