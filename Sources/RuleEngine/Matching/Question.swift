/// A question of the evaluation that is answered by the error alone, whatever was asked before.
struct Question: BitwiseCopyable, Equatable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The first category whose matcher holds, or the default.
    case category
    /// Whether the matcher of ignored errors holds: 1 or 0.
    case ignored
    /// Whether the error is among what a responder's contract names: 1 or 0.
    case contract
    /// A responder's next rule whose condition holds, or -1.
    case rule
  }

  let kind: Kind
  /// The responder, by its place.
  var responder: Int32 = -1
  /// The rule after which is asked, or -1.
  var after: Int32 = -1
}

extension ErrorMatcher {
  /// Answers a question about the error as it is now.
  ///
  /// - Parameter category: the category that the error was given, or -1.
  @inline(__always)
  mutating func answer(_ question: Question, category: Int32) -> Int32 {
    switch question.kind {
    case .rule: nextMatch(question, category: category)
    case .category: firstCategory()
    case .ignored: isIgnored(category: category) ? 1 : 0
    case .contract: isNamed(in: question.responder, category: category) ? 1 : 0
    }
  }

  @inline(__always)
  private mutating func nextMatch(_ question: Question, category: Int32) -> Int32 {
    findCandidates(of: Int(question.responder), category: category)
    let isReversed = index.layout.rows[Int(question.responder)].isReversed
    var station = question.after
    while true {
      station =
        isReversed ? index.candidates.previous(before: station) : index.candidates.next(after: station)
      if station < 0 || index.candidates.isSure(station) { return station }
      if holds(station: station, category: category) { return station }
    }
  }

  @inline(never)
  private mutating func holds(station: Int32, category: Int32) -> Bool {
    index.reach = .record
    var sink = NoSteps()
    return holds(Int(tables.stations[Int(station)].condition), error, category: category, &sink)
  }

  @inline(__always)
  private mutating func firstCategory() -> Int32 {
    // What the error was before it was replaced, if it was, says nothing of what it is now.
    record.setCategory(ErrorFrame.unresolved, of: error)
    let category = firstMatchingCategory()
    record.setCategory(category, of: error)
    return category
  }

  @inline(__always)
  private mutating func firstMatchingCategory() -> Int32 {
    findCandidates(of: index.layout.categories, category: nil)
    var category: Int32 = -1
    while true {
      category = index.candidates.next(after: category)
      if category < 0 { return tables.defaultCategory }
      if index.candidates.isSure(category) || holds(category: category) { return category }
    }
  }

  @inline(never)
  private mutating func holds(category: Int32) -> Bool {
    index.reach = .record
    var sink = NoSteps()
    return holds(Int(tables.categories[Int(category)].condition), error, category: -1, &sink)
  }

  @inline(__always)
  private mutating func isIgnored(category: Int32) -> Bool {
    findCandidates(of: index.layout.ignored, category: category)
    if index.candidates.isEmpty { return false }
    if index.candidates.isSure(0) { return true }
    index.reach = .record
    var sink = NoSteps()
    return holds(Int(tables.ignored), error, category: category, &sink)
  }

  private mutating func isNamed(in responder: Int32, category: Int32) -> Bool {
    index.reach = .record
    var sink = NoSteps()
    return holds(Int(tables.responders[Int(responder)].reports), error, category: category, &sink)
  }
}
