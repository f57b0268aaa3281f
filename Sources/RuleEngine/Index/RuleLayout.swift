/// Where the rules of a chain stand in its index, and what they ask about.
///
/// A rule has a bit for each way in which it may match: what has to hold together. In a long row those that ask the same stand
/// side by side, so that the rules which one kind of error leaves open fill few words. Behind the rules stand the categories,
/// then the matcher of ignored errors.
struct RuleLayout: ~Copyable {
  /// Something rules ask about: a subject, or the category that the error was given.
  struct Topic: BitwiseCopyable {
    /// The subject; none where it is the category.
    let subject: SubjectIndex
    /// Who asks about it, among the layout's ``askers``.
    let askers: Run<Asker>
  }

  /// A bit whose rule does not match in that way unless a part of its condition holds, or does not hold.
  struct Asker: BitwiseCopyable {
    let bit: Int32
    /// The first instruction of the part, which asks about one topic.
    let part: Index<Instruction>
    /// The part's atom, where it is one comparison of a subject.
    let atom: Index<Atom>
    let isNegated: Bool
  }

  /// The bits of rules that are asked together, and in which order.
  struct Row: BitwiseCopyable {
    let first: Int32
    let end: Int32
    var isReversed = false
  }

  private(set) var topics = Buffer<Topic>()
  private(set) var askers = Buffer<Asker>()
  /// The topics of ``kindFields``, none where nobody asks.
  private(set) var kindTopics = [Index<Topic>](repeating: .nowhere, count: kindFields.count)
  /// By bit: the station, or the category.
  private(set) var items = Buffer<Int32>()
  /// By responder its row, then those of the categories and of ignored errors.
  private(set) var rows = Buffer<Row>()
  /// Bits of which what they ask about decides: nothing else has to hold.
  private(set) var exact = Buffer<UInt64>()
  /// By topic, the bits that ask about it: ``words`` each.
  private var asking = Buffer<UInt64>()

  /// What decides the kind of an error.
  static let kindFields: [Field] = [.domain, .type, .case, .code, .cancelled]

  init(_ reference: TablesReference) {
    var builder = RuleLayoutBuilder(reference)
    for index in 0..<reference.tables.responders.count {
      let responder = reference.tables.responders[index]
      for station in responder.rules where reference.tables.stations[station].isEnabled {
        builder.add(station.raw, reference.tables.stations[station].condition)
      }
      rows.append(builder.endRow(isReversed: responder.policy.order == .lastFirst))
    }
    for index in reference.tables.categories.indices {
      builder.add(index.raw, reference.tables.categories[index].condition)
    }
    rows.append(builder.endRow(isReversed: false))
    builder.add(0, reference.tables.ignored)
    rows.append(builder.endRow(isReversed: false))
    take(builder, reference.tables)
  }

  /// 64-bit words that a bit for each way to match takes.
  @inline(__always)
  var words: Int { exact.count }
  @inline(__always)
  var categories: Int { rows.count - 2 }
  @inline(__always)
  var ignored: Int { rows.count - 1 }

  /// The bits of a word that stand for something.
  func all(in word: Int) -> UInt64 {
    let left = items.count - word << 6
    return left >= 64 ? .max : .max >> UInt64(64 - left)
  }

  /// The bits of a word that ask about a topic.
  @inline(__always)
  func asking(_ topic: Index<Topic>, in word: Int) -> UInt64 { asking[Int(topic) &* words &+ word] }

  /// Takes what was built, the topics in the order of how many bits ask about them.
  private mutating func take(_ builder: RuleLayoutBuilder, _ tables: borrowing ChainTables) {
    let words = (builder.terms.count + 63) / 64
    exact.append(repeating: 0, count: words)
    var byTopic = Array(repeating: [Asker](), count: tables.subjects.count + 1)
    for (bit, term) in builder.terms.enumerated() {
      items.append(term.item)
      if term.isExact { exact[bit >> 6] |= 1 << UInt64(bit & 63) }
      for literal in term.literals {
        let asker = Asker(
          bit: Int32(bit),
          part: literal.part,
          atom: tables.instructions[literal.part].atom,
          isNegated: literal.isNegated
        )
        byTopic[Int(literal.subject) + 1].append(asker)
      }
    }
    let order = byTopic.indices.filter { !byTopic[$0].isEmpty }
      .sorted { (byTopic[$0].count, $1) > (byTopic[$1].count, $0) }
    for place in order {
      let subject = SubjectIndex(place - 1)
      let (start, number) = (askers.endIndex, topics.endIndex)
      asking.append(repeating: 0, count: words)
      for asker in byTopic[place] {
        askers.append(asker)
        asking[Int(number) * words + Int(asker.bit >> 6)] |= 1 << UInt64(asker.bit & 63)
      }
      if !subject.isNone, tables.subjects[subject].kind == .field,
        let kind = Self.kindFields.firstIndex(of: tables.subjects[subject].field)
      {
        kindTopics[kind] = number
      }
      topics.append(Topic(subject: subject, askers: start..<askers.endIndex))
    }
  }
}
