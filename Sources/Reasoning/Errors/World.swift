/// What two rule sets that are compared speak of together: the same recorded error, and what may be chosen of it.
final class World {
  let dimensions: Dimensions
  let atoms = TextAtoms()
  let frames = ErrorFrames()
  private var identities: [ExactText: Int] = [:]
  /// Whether all rule sets mean the same by each category.
  var agreesOnCategories = true
  /// How many recorded causes at most were taken off one after the other.
  var mostUnwrapped = 0
  /// The forms whose category is asked, by the number of their category; and whose rule set asks.
  private(set) var categorised: [Int: (side: Int, form: ErrorForm)] = [:]

  init(causeLimit: Int) {
    dimensions = Dimensions(causeLimit: causeLimit)
  }

  /// A number for what a form is made of and how: forms with the same number are the same of every recorded error.
  func identity(_ description: String) -> Int {
    let text = ExactText(description)
    if let known = identities[text] { return known }
    identities[text] = identities.count
    return identities.count - 1
  }

  /// The number of a form's category: one for all rule sets that mean the same by it.
  func category(of form: ErrorForm, side: Int) -> Int {
    let number = agreesOnCategories ? form.identity : form.identity * 2 + side
    if categorised[number] == nil { categorised[number] = (side, form) }
    return number
  }
}
