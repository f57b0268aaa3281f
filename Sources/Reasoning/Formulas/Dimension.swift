import RuleEngine

/// Something of an error, or of what surrounds it, that can be chosen freely: errors are all the choices.
///
/// What can't be chosen freely (a status that comes from a problem, a category, a case under a declared type) is said with
/// these in formulas.
enum Dimension: Hashable {
  /// A member of the error of a frame as recorded. Of `code` and `id` it is the text, whatever kind they are of; of
  /// `problem`, `attributes`, `payload`, `underlying` and the like, whether they are there.
  case member(frame: Int, Field)
  /// Whether a `code` or an `id` is recorded as an integer.
  case isInteger(frame: Int, Field)
  /// What stands in a problem document, by dotted path.
  case problem(frame: Int, ExactText)
  case attribute(frame: Int, ExactText)
  case with(frame: Int, ExactText)
  case payload(frame: Int, Int)
  /// The names in `is`.
  case ancestors(frame: Int)
  /// How many causes are recorded.
  case causes(frame: Int)
  /// The category that a form of the error is given: a name, or missing.
  case category(form: Int)
  /// The button that is chosen at a station, by its number; -1: never answered.
  case choice(station: Int, form: Int)
  /// What only history or code knows: yes or no.
  case open(String)
  /// A text that a template makes.
  case filled(String)
}

/// What is known of a dimension from the start.
struct DimensionFacts {
  let dimension: Dimension
  /// What its value may be; where it may be an array, of what is none.
  let domain: ValueSet
  /// Whether the value may be an array whose elements are asked.
  let mayBeArray: Bool
  /// What it is for the first error ever, where history decides; nil for what is free, or what only a plugin knows.
  var fresh: Bool?
}

/// All dimensions that were met, numbered.
final class Dimensions {
  /// The most causes that an error is thought to have.
  let causeLimit: Int
  private var numbers: [Dimension: Int] = [:]
  private(set) var facts: [DimensionFacts] = []
  /// The dimensions that are categories of forms, and those that are numbers of causes.
  private(set) var categories = DimensionMask()
  private(set) var causes = DimensionMask()

  init(causeLimit: Int) {
    self.causeLimit = causeLimit
  }

  /// The number of a dimension; of a new one, with what it is for the first error ever and what its value is within.
  func number(of dimension: Dimension, fresh: Bool? = nil, within domain: ValueSet = .all) -> Int {
    if let known = numbers[dimension] { return known }
    let number = facts.count
    numbers[dimension] = number
    if case .category = dimension { categories.insert(number) }
    if case .causes = dimension { causes.insert(number) }
    facts.append(facts(of: dimension, fresh, within: domain))
    return number
  }

  /// The number of a dimension that was met; else nil.
  func known(_ dimension: Dimension) -> Int? { numbers[dimension] }

  subscript(number: Int) -> DimensionFacts { facts[number] }

  private func facts(of dimension: Dimension, _ fresh: Bool?, within outer: ValueSet) -> DimensionFacts {
    var mayBeArray = false
    let domain: ValueSet
    switch dimension {
    case .member(_, let field):
      domain = Self.domain(of: field)
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
    case .category: domain = ValueSet(kinds: .missing, texts: .all)
    case .open, .isInteger: domain = ValueSet(kinds: [.yes, .no])
    case .filled: domain = ValueSet(texts: .all).intersection(outer)
    }
    return DimensionFacts(
      dimension: dimension,
      domain: domain,
      mayBeArray: mayBeArray,
      fresh: fresh
    )
  }

  private static func domain(of field: Field) -> ValueSet {
    switch field {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event, .id,
      .code, .time:
      ValueSet(kinds: .missing, texts: .all)
    case .status, .attempt: ValueSet(kinds: .missing, numbers: .all, decimals: NumberSet.none)
    case .retryAfter:
      ValueSet(
        kinds: .missing,
        numbers: NumberSet(NumberRange(from: .integer(0), to: nil)),
        decimals: NumberSet.none
      )
    case .fatal, .cancelled: ValueSet(kinds: [.missing, .yes, .no])
    case .severity: ValueSet(kinds: .missing, texts: TextSet(Severity.allCases.map { $0.name }))
    case .platform: ValueSet(kinds: .missing, texts: TextSet(Platform.allCases.map { $0.name }))
    case .problem, .attributes, .with, .is, .payload, .options, .answers, .underlying:
      ValueSet(kinds: [.missing, .object])
    }
  }
}
