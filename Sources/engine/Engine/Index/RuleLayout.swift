internal import RuleLanguage
internal import Records
internal import Bytes

/// The order of a chain's rules in the index, and the features that they use.
///
/// A rule has one bit for each term of its condition: a set of literals that must match together. In a long
/// row, rules with equal requirements are adjacent, so that the candidates of a kind fill few words.
/// Categories follow the rules, then the matcher of ignored errors, the entries of `defaults.unwrap`, and the
/// breakers.
struct RuleLayout: ~Copyable {
  /// A subject used by rules, or the assigned category.
  struct Feature: BitwiseCopyable {
    /// The subject; none for the category.
    let subject: SubjectIndex
    /// The users of the feature, among the layout's ``requirements``, by bit.
    let requirements: IndexRange<Requirement>
    /// The place of its first predicate among the layout's lists of requirements.
    fileprivate let lists: Int
  }

  /// A bit whose term requires that a part of the condition matches, or does not match.
  struct Requirement: BitwiseCopyable {
    let bit: Int32
    /// The first instruction of the part, which uses one feature.
    let part: Index<ConditionInstruction>
    let fieldPredicate: Index<FieldPredicate>
    let isNegated: Bool
  }

  struct Row: BitwiseCopyable {
    let first: Int32
    let end: Int32
    var isReversed = false
  }

  private(set) var features = Buffer<Feature>()
  private(set) var requirements = Buffer<Requirement>()
  /// The bits whose requirements each predicate may decide, each by its first requirement.
  private var lists = Buffer<IndexRange<Index<Requirement>>>()
  private var listed = Buffer<Index<Requirement>>()
  /// The features of ``kindFields``; none if no rule uses the field.
  private(set) var kindFeatures = [Index<Feature>](repeating: .nowhere, count: kindFields.count)
  /// All other features.
  private(set) var furtherFeatures = Buffer<Index<Feature>>()
  /// The clause or the category of each bit.
  private(set) var items = Buffer<Int32>()
  /// The rows of the responders, then those of the categories, of ignored errors, of the entries of `defaults.unwrap`,
  /// and of the breakers.
  private(set) var rows = Buffer<Row>()
  /// The bits whose features decide alone: nothing else has to match.
  private(set) var exact = Buffer<UInt64>()
  /// The bits that use each feature, ``words`` words each.
  private var users = Buffer<UInt64>()

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
    for index in reference.tables.unwraps.indices {
      builder.add(index.raw, reference.tables.unwraps[index].condition)
    }
    rows.append(builder.endRow(isReversed: false))
    for index in reference.tables.breakers.indices {
      builder.add(index.raw, reference.tables.breakers[index].condition)
    }
    rows.append(builder.endRow(isReversed: false))
    take(builder, reference.tables)
  }

  @inline(__always)
  var words: Int { exact.count }
  @inline(__always)
  var categories: Int { rows.count - 4 }
  @inline(__always)
  var ignored: Int { rows.count - 3 }
  @inline(__always)
  var unwraps: Int { rows.count - 2 }
  @inline(__always)
  var breakers: Int { rows.count - 1 }

  func all(in word: Int) -> UInt64 {
    let left = items.count - word << 6
    return left >= 64 ? .max : .max >> UInt64(64 - left)
  }

  @inline(__always)
  func users(_ feature: Index<Feature>, in word: Int) -> UInt64 { users[Int(feature) &* words &+ word] }

  /// The bits that a predicate of a feature's subject may decide, each by its first requirement.
  func requirements(decidedBy predicate: Int, of feature: Feature) -> IndexRange<Index<Requirement>> {
    lists[feature.lists + predicate]
  }

  func requirement(_ place: Index<Index<Requirement>>) -> Index<Requirement> { listed[place] }

  /// Takes over the built layout, with features ordered by the number of bits that use them.
  private mutating func take(_ builder: RuleLayoutBuilder, _ tables: borrowing ChainTables) {
    let words = (builder.terms.count + 63) / 64
    exact.append(repeating: 0, count: words)
    var byFeature = Array(repeating: [Requirement](), count: tables.conditions.subjects.count + 1)
    for (bit, term) in builder.terms.enumerated() {
      items.append(term.item)
      if term.isExact { exact[bit >> 6] |= 1 << UInt64(bit & 63) }
      for literal in term.literals {
        let requirement = Requirement(
          bit: Int32(bit), part: literal.part,
          fieldPredicate: tables.conditions.instructions[literal.part].fieldPredicate,
          isNegated: literal.isNegated)
        byFeature[Int(literal.subject) + 1].append(requirement)
      }
    }
    let order = byFeature.indices.filter { !byFeature[$0].isEmpty }
      .sorted { (byFeature[$0].count, $1) > (byFeature[$1].count, $0) }
    for place in order {
      let subject = SubjectIndex(place - 1)
      let (start, number) = (requirements.endIndex, features.endIndex)
      users.append(repeating: 0, count: words)
      for requirement in byFeature[place] {
        requirements.append(requirement)
        users[Int(number) * words + Int(requirement.bit >> 6)] |= 1 << UInt64(requirement.bit & 63)
      }
      if !subject.isNone, tables.conditions.subjects[subject].kind == .field,
        let kind = Self.kindFields.firstIndex(of: tables.conditions.subjects[subject].field)
      {
        kindFeatures[kind] = number
      } else {
        furtherFeatures.append(number)
      }
      let feature = Feature(subject: subject, requirements: start..<requirements.endIndex, lists: lists.count)
      features.append(feature)
      if !subject.isNone { list(feature, tables) }
    }
  }

  /// Lists the requirements of a feature by predicate.
  private mutating func list(_ feature: Feature, _ tables: borrowing ChainTables) {
    var byPredicate = Array(
      repeating: [Index<Requirement>](),
      count: tables.conditions.subjectPredicates[Int(feature.subject)].instructions.count)
    var first = feature.requirements.startIndex
    for place in feature.requirements {
      if requirements[place].bit != requirements[first].bit { first = place }
      let part = requirements[place].part
      for step in part..<tables.conditions.instructions[part].end {
        let predicate = tables.conditions.instructions[step].fieldPredicate
        if !predicate.isNone, byPredicate[Int(predicate)].last != first {
          byPredicate[Int(predicate)].append(first)
        }
      }
    }
    for bits in byPredicate {
      let start = listed.endIndex
      for bit in bits { listed.append(bit) }
      lists.append(start..<listed.endIndex)
    }
  }
}
