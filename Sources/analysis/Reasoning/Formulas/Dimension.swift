internal import Records
internal import RuleLanguage

/// A freely chosen property of an error or its context. An error is a choice for every dimension.
///
/// Properties that depend on others (a status from a problem, a category, a case of a declared type) are
/// expressed by formulas.
enum Dimension: Hashable {
  /// The value of a field: for `code` and `id` the text, whatever their type; for `problem`, `attributes`, `payload`,
  /// `underlying` and the like, whether they exist.
  case member(errorNode: Int, Field)
  /// The recorded time since the first failure, in microseconds.
  case elapsed
  case isInteger(errorNode: Int, Field)
  case problem(errorNode: Int, ExactText)
  case attribute(errorNode: Int, ExactText)
  case with(errorNode: Int, ExactText)
  case payload(errorNode: Int, Int)
  /// The names in `is`.
  case ancestors(errorNode: Int)
  case causes(errorNode: Int)
  case category(form: Int)
  /// The chosen button, or -1 without an answer.
  case choice(clause: Int, form: Int)
  /// The result of one of a clause's actions whose failure has a verdict: 0 if it succeeds, 1 if it fails.
  case result(clause: Int, place: Int, form: Int)
  /// Only state or custom code knows.
  case open(String)
  case filled(String)
}

struct DimensionFacts {
  let dimension: Dimension
  /// The values without arrays.
  let domain: ValueSet
  let mayBeArray: Bool
  /// The truth without state. Nil if it is free, or if only a plugin knows.
  var fresh: Bool?
}

final class Dimensions {
  let causeLimit: Int
  private let textPredicates: TextPredicates
  private var numbers: [Dimension: Int] = [:]
  private(set) var facts: [DimensionFacts] = []
  private(set) var categories = DimensionMask()
  private(set) var causes = DimensionMask()
  /// The dimensions that are true without state.
  private(set) var trueAtFirst: [Int] = []

  init(causeLimit: Int, _ textPredicates: TextPredicates) {
    self.causeLimit = causeLimit
    self.textPredicates = textPredicates
  }

  /// Adds a new dimension, with its value for an evaluator without state.
  func number(of dimension: Dimension, fresh: Bool? = nil, within domain: ValueSet = .all) -> Int {
    if let known = numbers[dimension] { return known }
    let number = facts.count
    numbers[dimension] = number
    if case .category = dimension { categories.insert(number) }
    if case .causes = dimension { causes.insert(number) }
    if fresh == true { trueAtFirst.append(number) }
    facts.append(facts(of: dimension, fresh, within: domain))
    return number
  }

  func known(_ dimension: Dimension) -> Int? { numbers[dimension] }

  subscript(number: Int) -> DimensionFacts { facts[number] }

  private func facts(of dimension: Dimension, _ fresh: Bool?, within outer: ValueSet) -> DimensionFacts {
    var mayBeArray = false
    let domain: ValueSet
    switch dimension {
    case .member(_, .time):
      domain = ValueSet(
        kinds: .missing, numbers: NumberSet(Timestamp.unixSeconds),
        texts: TextSet(textPredicates.textPredicate(.time)))
    case .member(_, let field):
      domain = Self.domain(of: field)
    case .elapsed: domain = Self.duration
    case .problem, .attribute, .with:
      domain = ValueSet(kinds: ValueSet.Kinds.all.subtracting(.array), numbers: .all, texts: .all)
      mayBeArray = true
    case .payload: domain = .all
    case .ancestors:
      domain = .missing
      mayBeArray = true
    case .causes:
      let range = NumberRange(from: .integer(0), to: .integer(Int64(causeLimit)))
      domain = ValueSet(numbers: NumberSet(range)).wholeNumbers
    case .choice:
      domain = ValueSet(numbers: NumberSet(NumberRange(from: .integer(-1), to: .integer(1_000)))).wholeNumbers
    case .result:
      domain = ValueSet(numbers: NumberSet(NumberRange(from: .integer(0), to: .integer(1)))).wholeNumbers
    case .category: domain = ValueSet(kinds: .missing, texts: .all)
    case .open, .isInteger: domain = ValueSet(kinds: [.yes, .no])
    case .filled: domain = outer
    }
    return DimensionFacts(dimension: dimension, domain: domain, mayBeArray: mayBeArray, fresh: fresh)
  }

  /// Microseconds.
  private static var duration: ValueSet {
    ValueSet(
      kinds: .missing, numbers: NumberSet(NumberRange(from: .integer(0), to: nil)), decimals: NumberSet.none)
  }

  private static func domain(of field: Field) -> ValueSet {
    switch field {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event, .id,
      .code, .time:
      ValueSet(kinds: .missing, texts: .all)
    case .status, .attempt: ValueSet(kinds: .missing, numbers: .all, decimals: NumberSet.none)
    case .retryAfter: duration
    case .fatal, .cancelled: ValueSet(kinds: [.missing, .yes, .no])
    case .severity: ValueSet(kinds: .missing, texts: TextSet(Severity.allCases.map { $0.name }))
    case .platform: ValueSet(kinds: .missing, texts: TextSet(Platform.allCases.map { $0.name }))
    case .problem, .attributes, .with, .is, .payload, .options, .answers, .performed, .underlying:
      ValueSet(kinds: [.missing, .object])
    }
  }
}

extension Timestamp {
  /// The numbers that are times, as ``init(unixSeconds:)`` reads them.
  fileprivate static var unixSeconds: NumberRange {
    var range = NumberRange(from: .integer(-62_167_219_200), to: .integer(253_402_300_800))
    range.excludesUpper = true
    return range
  }
}
