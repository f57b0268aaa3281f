/// A set of texts: those that a pattern matches, or a combination of such sets.
///
/// Answers whether any text matches one pattern but not another, or whether two match the same texts, and by
/// which example. Texts are strings of Unicode scalars; on valid text a ``Searcher`` and a language agree,
/// `^`, `$` and `\b` included.
///
/// Combining languages costs nothing; the questions do the work, within a ``ReasoningBudget``.
public struct Language: Sendable {
  indirect enum Expression: Sendable {
    case all
    case pattern(CompiledPattern)
    /// The texts that a pattern matches between a prefix and a suffix.
    case inside(CompiledPattern, before: String, after: String)
    case not(Expression)
    case both(Expression, Expression)
  }

  let expression: Expression

  private init(_ expression: Expression) {
    self.expression = expression
  }

  /// The texts that `pattern` matches: by searching them, or as a whole if the pattern covers the whole text.
  public init(_ pattern: Pattern) {
    expression = .pattern(pattern.compiled)
  }

  /// Every text.
  public static let all = Language(.all)

  /// The empty language.
  public static let none = Language(.not(.all))

  /// The texts outside this language.
  public var complement: Language {
    if case .not(let inner) = expression { return Language(inner) }
    return Language(.not(expression))
  }

  /// The texts that are in this language between `before` and `after`: the values that make `t{domain}t`
  /// match.
  public func inside(before: String, after: String) -> Language {
    Language(expression.inside(before: before, after: after))
  }

  /// The texts in both languages.
  public func intersection(_ other: Language) -> Language {
    Language(.both(expression, other.expression))
  }

  /// The texts in either language.
  public func union(_ other: Language) -> Language {
    complement.intersection(other.complement).complement
  }

  /// The texts of this language outside `other`.
  public func subtracting(_ other: Language) -> Language {
    intersection(other.complement)
  }

  /// Whether the language has no text.
  public func isEmpty(budget: ReasoningBudget = ReasoningBudget()) -> Decision {
    switch shortestExample(budget: budget) {
    case .text: .no
    case .none: .yes
    case .notDecided: .notDecided
    }
  }

  /// Whether every text of this language is in `other`.
  public func isSubset(of other: Language, budget: ReasoningBudget = ReasoningBudget()) -> Decision {
    subtracting(other).isEmpty(budget: budget)
  }

  /// Whether the languages have no common text.
  public func isDisjoint(with other: Language, budget: ReasoningBudget = ReasoningBudget()) -> Decision {
    intersection(other).isEmpty(budget: budget)
  }

  /// Whether both languages have the same texts.
  public func isEquivalent(to other: Language, budget: ReasoningBudget = ReasoningBudget()) -> Decision {
    subtracting(other).union(other.subtracting(self)).isEmpty(budget: budget)
  }

  /// A shortest text, counted in Unicode scalars; of several, a readable one: letters before digits, both
  /// before punctuation, unprintable characters last. Deterministic.
  public func shortestExample(budget: ReasoningBudget = ReasoningBudget()) -> Example {
    var walk = ProductWalk(expression, budget: budget)
    return walk.shortestExample()
  }

  /// The same, with the steps it took added to `steps`.
  package func shortestExample(budget: ReasoningBudget, addingTo steps: inout Int) -> Example {
    var walk = ProductWalk(expression, budget: budget)
    defer { steps += walk.stepsTaken }
    return walk.shortestExample()
  }

  /// Whether `text` is in the language.
  public func contains(_ text: String) -> Bool {
    ProductWalk(expression, budget: ReasoningBudget()).contains(text)
  }
}

extension Language.Expression {
  /// The context distributes over complements and intersections.
  fileprivate func inside(before: String, after: String) -> Language.Expression {
    switch self {
    case .all: .all
    case .pattern(let pattern): .inside(pattern, before: before, after: after)
    case .inside(let pattern, let outerBefore, let outerAfter):
      .inside(pattern, before: outerBefore + before, after: after + outerAfter)
    case .not(let inner): .not(inner.inside(before: before, after: after))
    case .both(let left, let right):
      .both(left.inside(before: before, after: after), right.inside(before: before, after: after))
    }
  }
}
