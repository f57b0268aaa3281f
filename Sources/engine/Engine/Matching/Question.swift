internal import Records
internal import Bytes

/// A question whose result depends on the error alone, not on earlier steps.
struct Question: BitwiseCopyable, Equatable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The first entry of `defaults.unwrap` that matches and leads to an error, or -1.
    case unwrap
    /// The first category that matches, or the default.
    case category
    /// Whether the matcher of ignored errors matches: 1 or 0.
    case ignored
    /// The next breaker whose `when` matches, or -1.
    case breaker
    /// Whether a responder's contract allows the error: 1 or 0.
    case contract
    case rule
  }

  let kind: Kind
  var responder = ResponderIndex.nowhere
  /// The rule after which the search starts; for breakers, the number of the breaker.
  var after = ClauseIndex.nowhere
}

extension ClauseIndex {
  /// A rule asks a breaker, which is not read yet.
  static var undecided: ClauseIndex { ClauseIndex(-2 as Int32) }
}

extension ErrorMatcher {
  @inline(__always)
  mutating func result(of question: Question, category: CategoryIndex) -> Int32 {
    switch question.kind {
    case .rule: nextMatch(question, category: category)
    case .unwrap: nextUnwrap().raw
    case .category: firstCategory().raw
    case .breaker: nextBreaker(after: question.after.raw, category: category)
    case .ignored: isIgnored(category: category) ? 1 : 0
    case .contract: holds(tables.responders[question.responder].reports, category: category) ? 1 : 0
    }
  }

  @inline(__always)
  private mutating func nextMatch(_ question: Question, category: CategoryIndex) -> Int32 {
    findCandidates(of: Int(question.responder), category: category)
    let isReversed = index.layout.rows[Int(question.responder)].isReversed
    var clause = question.after.raw
    while true {
      clause =
        isReversed ? index.candidates.previous(before: clause) : index.candidates.next(after: clause)
      if clause < 0 || index.candidates.isCertain(clause) { return clause }
      switch truth(of: tables.clauses[ClauseIndex(clause)].condition, category: category) {
      case .true: return clause
      case .unknown: return ClauseIndex.undecided.raw
      case .false: continue
      }
    }
  }

  /// The first entry of `defaults.unwrap` that matches the error and whose path leads to one.
  mutating func nextUnwrap() -> UnwrapIndex {
    findCandidates(of: index.layout.unwraps, category: nil)
    var entry = UnwrapIndex.nowhere
    while true {
      entry = UnwrapIndex(index.candidates.next(after: entry.raw))
      if entry.isNone { return entry }
      guard
        index.candidates.isCertain(entry.raw) || holds(tables.unwraps[entry].condition, category: .nowhere)
      else { continue }
      index.dependency = .record
      if hasInner(tables.unwraps[entry].verdict) { return entry }
    }
  }

  private mutating func nextBreaker(after last: Int32, category: CategoryIndex) -> Int32 {
    findCandidates(of: index.layout.breakers, category: category)
    var breaker = last
    while true {
      breaker = index.candidates.next(after: breaker)
      if breaker < 0 || index.candidates.isCertain(breaker)
        || holds(tables.breakers[BreakerIndex(breaker)].condition, category: category)
      {
        return breaker
      }
    }
  }

  /// Unknown if it depends on a breaker that is not read yet.
  @inline(never)
  private mutating func truth(of condition: Index<ConditionInstruction>, category: CategoryIndex) -> Truth {
    index.dependency = .record
    var sink = NoSteps()
    return truth(of: condition, error, category: category, AllKnown(), &sink)
  }

  @inline(never)
  private mutating func holds(_ condition: Index<ConditionInstruction>, category: CategoryIndex) -> Bool {
    index.dependency = .record
    var sink = NoSteps()
    return holds(condition, error, category: category, &sink)
  }

  @inline(__always)
  private mutating func firstCategory() -> CategoryIndex {
    // The category of a replaced error does not apply to its replacement.
    record.setCategory(ErrorNode.unresolved, of: error)
    let category = firstMatchingCategory()
    record.setCategory(category.raw, of: error)
    return category
  }

  @inline(__always)
  private mutating func firstMatchingCategory() -> CategoryIndex {
    findCandidates(of: index.layout.categories, category: nil)
    var category = CategoryIndex.nowhere
    while true {
      category = CategoryIndex(index.candidates.next(after: category.raw))
      if category.isNone { return tables.defaultCategory }
      if index.candidates.isCertain(category.raw)
        || holds(tables.categories[category].condition, category: .nowhere)
      {
        return category
      }
    }
  }

  @inline(__always)
  private mutating func isIgnored(category: CategoryIndex) -> Bool {
    findCandidates(of: index.layout.ignored, category: category)
    if index.candidates.isEmpty { return false }
    return index.candidates.isCertain(0) || holds(tables.ignored, category: category)
  }
}
