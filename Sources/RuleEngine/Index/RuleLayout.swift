/// The order of a chain's rules in the index, and the topics that they use.
///
/// A rule has one bit for each term of its condition: each set of literals that must match together. In a
/// long row, rules with equal requirements are adjacent, so that the candidates of one kind of error fill few
/// words. The rules are followed by the categories, then by the matcher of ignored errors.
struct RuleLayout: ~Copyable {
  /// A subject used by rules, or the assigned category.
  struct Topic: BitwiseCopyable {
    /// The subject; none for the category.
    let subject: SubjectIndex
    /// The users of the topic, among the layout's ``askers``.
    let askers: IndexRange<Asker>
  }

  /// A bit whose term requires that a part of the condition matches, or does not match.
  struct Asker: BitwiseCopyable {
    let bit: Int32
    /// The first instruction of the part, which uses one topic.
    let part: Index<ConditionInstruction>
    let fieldPredicate: Index<FieldPredicate>
    let isNegated: Bool
  }

  struct Row: BitwiseCopyable {
    let first: Int32
    let end: Int32
    var isReversed = false
  }

  private(set) var topics = Buffer<Topic>()
  private(set) var askers = Buffer<Asker>()
  /// The topics of ``kindFields``; none if no rule uses the field.
  private(set) var kindTopics = [Index<Topic>](repeating: .nowhere, count: kindFields.count)
  /// By bit: the clause or the category.
  private(set) var items = Buffer<Int32>()
  /// By responder, then the rows of the categories and of ignored errors.
  private(set) var rows = Buffer<Row>()
  /// The bits whose topics decide alone: nothing else has to match.
  private(set) var exact = Buffer<UInt64>()
  /// By topic: the bits that use it, ``words`` words each.
  private var asking = Buffer<UInt64>()

  /// The fields that make up the kind of an error.
  static let kindFields: [Field] = [.domain, .type, .case, .code, .cancelled]

  init(_ reference: TablesReference) {
    var builder = RuleLayoutBuilder(reference)
    for index in 0..<reference.tables.responders.count {
      let responder = reference.tables.responders[index]
      for clause in responder.rules where reference.tables.clauses[clause].isEnabled {
        builder.add(clause.raw, reference.tables.clauses[clause].condition)
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

  @inline(__always)
  var words: Int { exact.count }
  @inline(__always)
  var categories: Int { rows.count - 2 }
  @inline(__always)
  var ignored: Int { rows.count - 1 }

  func all(in word: Int) -> UInt64 {
    let left = items.count - word << 6
    return left >= 64 ? .max : .max >> UInt64(64 - left)
  }

  @inline(__always)
  func asking(_ topic: Index<Topic>, in word: Int) -> UInt64 { asking[Int(topic) &* words &+ word] }

  /// Takes over the built layout, with topics ordered by the number of bits that use them.
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
          fieldPredicate: tables.instructions[literal.part].fieldPredicate,
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
