/// Shared by compared rule sets: one recorded error, and its freely chosen values.
final class ErrorSpace {
  let dimensions: Dimensions
  let textPredicates: TextPredicates
  let errorNodes = ErrorNodes()
  let effects = EffectNumbers()
  private var identities: [ExactText: Int] = [:]
  /// All rule sets define each category in the same way.
  var agreesOnCategories = true
  /// The breakers of all rule sets are the same, and count the same errors.
  var agreesOnBreakers = true
  /// The shared quotas of all rule sets are the same, and the same clauses take tokens from them.
  var agreesOnQuotas = true
  /// Recorded causes that were unwrapped in a row.
  var mostUnwrapped = 0
  /// The form for each category's number, with the rule set that uses it.
  private(set) var categorised: [Int: (side: Int, form: ErrorForm)] = [:]

  /// The number of rule sets that share it.
  private let sides: Int

  init(causeLimit: Int, sides: Int = 2) {
    self.sides = sides
    textPredicates = TextPredicates()
    dimensions = Dimensions(causeLimit: causeLimit, textPredicates)
  }

  /// Forms with equal numbers are the same for every recorded error.
  func identity(_ description: String) -> Int {
    let text = ExactText(description)
    if let known = identities[text] { return known }
    identities[text] = identities.count
    return identities.count - 1
  }

  /// Shared by rule sets that define categories in the same way.
  func category(of form: ErrorForm, side: Int) -> Int {
    let number = agreesOnCategories ? form.identity : form.identity * sides + side
    if categorised[number] == nil { categorised[number] = (side, form) }
    return number
  }
}
