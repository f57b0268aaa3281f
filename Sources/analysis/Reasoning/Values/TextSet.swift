/// A union of parts: each a list of texts, or all texts with given predicate values but for some exceptions.
struct TextSet {
  struct Part {
    /// ``texts`` is the list of texts; otherwise, of exceptions.
    var isFinite: Bool
    var texts: Set<ExactText>
    /// Ordered by number. Empty for a finite part.
    var wanted: [TextPredicate] = []
    var rejected: [TextPredicate] = []

    static var all: Part { Part(isFinite: false, texts: []) }
  }

  private(set) var parts: [Part]
  /// Parts were merged because there were too many. The set is then a superset.
  private(set) var isWidened = false

  private static let partLimit = 32

  /// The set that stands for unknown sets and their complements.
  private static var unknown: TextSet { TextSet(parts: [.all], isWidened: true) }

  static var none: TextSet { TextSet(parts: []) }
  static var all: TextSet { TextSet(parts: [.all]) }

  private init(parts: [Part], isWidened: Bool = false) {
    self.parts = parts
    self.isWidened = isWidened
  }

  init(_ texts: [String]) {
    parts = texts.isEmpty ? [] : [Part(isFinite: true, texts: Set(texts.map { ExactText($0) }))]
  }

  init(_ textPredicate: TextPredicate) {
    parts = [Part(isFinite: false, texts: [], wanted: [textPredicate])]
  }

  /// All texts, or those that satisfy a predicate, but for some texts and for those that satisfy one of `rejected`.
  init(allBesides texts: [String], _ rejected: [TextPredicate], wanting wanted: TextPredicate? = nil) {
    let exceptions = Set(texts.map { ExactText($0) })
    parts = [Part(isFinite: false, texts: exceptions, wanted: wanted.map { [$0] } ?? [], rejected: rejected)]
  }

  var isNone: Bool { parts.isEmpty }
  var isAll: Bool {
    parts.contains { !$0.isFinite && $0.texts.isEmpty && $0.wanted.isEmpty && $0.rejected.isEmpty }
  }

  var list: [String]? {
    guard parts.allSatisfy({ $0.isFinite }) else { return nil }
    return parts.flatMap { $0.texts.map { $0.text } }
  }

  var complement: TextSet {
    if isWidened { return .unknown }
    if isNone { return .all }
    if isAll { return .none }
    return parts.reduce(.all) { $0.intersection(Self.complement($1)) }
  }

  private static func complement(_ part: Part) -> TextSet {
    if part.isFinite { return TextSet(parts: [Part(isFinite: false, texts: part.texts)]) }
    var parts: [Part] = []
    if !part.texts.isEmpty { parts.append(Part(isFinite: true, texts: part.texts)) }
    parts += part.wanted.map { Part(isFinite: false, texts: [], rejected: [$0]) }
    parts += part.rejected.map { Part(isFinite: false, texts: [], wanted: [$0]) }
    return TextSet(parts: parts)
  }

  func union(_ other: TextSet) -> TextSet {
    if isNone { return other }
    if other.isNone { return self }
    if isWidened || other.isWidened { return .unknown }
    if isAll || other.isAll { return .all }
    var finite: Set<ExactText> = []
    var rest: [Part] = []
    for part in parts + other.parts {
      if part.isFinite { finite.formUnion(part.texts) } else { rest.append(part) }
    }
    if !finite.isEmpty { rest.insert(Part(isFinite: true, texts: finite), at: 0) }
    guard rest.count <= Self.partLimit else { return .unknown }
    return TextSet(parts: rest, isWidened: isWidened || other.isWidened)
  }

  func intersection(_ other: TextSet) -> TextSet {
    if isAll, !isWidened { return other }
    if other.isAll, !other.isWidened { return self }
    var parts: [Part] = []
    for left in self.parts {
      for right in other.parts {
        if let part = Self.intersection(left, right) { parts.append(part) }
      }
    }
    guard parts.count <= Self.partLimit else {
      // The wider set bounds both.
      return TextSet(parts: self.parts.count <= other.parts.count ? self.parts : other.parts, isWidened: true)
    }
    return TextSet(parts: parts, isWidened: isWidened || other.isWidened)
  }

  /// Whether the sets are disjoint, as far as it is known without automata.
  func isDisjoint(with other: TextSet) -> Bool {
    if parts.isEmpty || other.parts.isEmpty { return true }
    // Too many parts are not compared pairwise.
    if parts.count * other.parts.count > Self.partLimit { return intersection(other).isNone }
    for left in parts {
      for right in other.parts where !Self.isDisjoint(left, right) { return false }
    }
    return true
  }

  private static func isDisjoint(_ left: Part, _ right: Part) -> Bool {
    switch (left.isFinite, right.isFinite) {
    case (true, true): return left.texts.isDisjoint(with: right.texts)
    case (true, false): return !left.texts.contains { right.contains($0) }
    case (false, true): return !right.texts.contains { left.contains($0) }
    case (false, false):
      if left.wanted.isEmpty && left.rejected.isEmpty || right.wanted.isEmpty && right.rejected.isEmpty {
        return false
      }
      return intersection(left, right) == nil
    }
  }

  /// Nil if it is empty, as far as it is known without automata.
  private static func intersection(_ left: Part, _ right: Part) -> Part? {
    if left.isFinite || right.isFinite {
      let (finite, other) = left.isFinite ? (left, right) : (right, left)
      let texts = finite.texts.filter { other.contains($0) }
      return texts.isEmpty ? nil : Part(isFinite: true, texts: texts)
    }
    let wanted = merged(left.wanted, right.wanted)
    let rejected = merged(left.rejected, right.rejected)
    for textPredicate in wanted where rejected.contains(where: { $0 === textPredicate }) { return nil }
    let part = Part(isFinite: false, texts: left.texts.union(right.texts), wanted: wanted, rejected: rejected)
    return part.isSurelyEmpty ? nil : part
  }

  private static func merged(_ left: [TextPredicate], _ right: [TextPredicate]) -> [TextPredicate] {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return left + right.filter { textPredicate in !left.contains { $0 === textPredicate } }
  }

  /// Texts that are in the set with a prefix and a suffix added.
  func inside(before: String, after: String, _ textPredicates: TextPredicates) -> TextSet {
    func inner(_ texts: Set<ExactText>) -> Set<ExactText> {
      Set(texts.compactMap { $0.text.inner(before: before, after: after).map { ExactText($0) } })
    }
    func inner(_ questions: [TextPredicate]) -> [TextPredicate] {
      questions.map { textPredicates.textPredicate(.inside($0, before: before, after: after)) }
    }
    let inside = parts.compactMap { part -> Part? in
      let texts = inner(part.texts)
      if part.isFinite { return texts.isEmpty ? nil : Part(isFinite: true, texts: texts) }
      return Part(isFinite: false, texts: texts, wanted: inner(part.wanted), rejected: inner(part.rejected))
    }
    return TextSet(parts: inside, isWidened: isWidened)
  }

  func contains(_ text: String) -> Bool {
    let text = ExactText(text)
    return parts.contains { $0.contains(text) }
  }

  /// Sets with different representations may be equal too.
  func isWrittenLike(_ other: TextSet) -> Bool {
    guard parts.count == other.parts.count, isWidened == other.isWidened else { return false }
    return zip(parts, other.parts).allSatisfy { left, right in
      left.isFinite == right.isFinite && left.wanted.count == right.wanted.count
        && left.rejected.count == right.rejected.count && left.texts.count == right.texts.count
        && zip(left.wanted, right.wanted).allSatisfy { $0 === $1 }
        && zip(left.rejected, right.rejected).allSatisfy { $0 === $1 } && left.texts == right.texts
    }
  }
}

extension TextSet.Part {
  func contains(_ text: ExactText) -> Bool {
    if isFinite { return texts.contains(text) }
    return !texts.contains(text) && wanted.allSatisfy { $0.holds(text.text) }
      && !rejected.contains { $0.holds(text.text) }
  }

  /// The known prefixes or suffixes contradict each other.
  var isSurelyEmpty: Bool {
    guard wanted.count > 1 else { return false }
    var prefix = ""
    var suffix = ""
    for textPredicate in wanted {
      if let own = textPredicate.knownPrefix {
        if own.utf8.starts(with: prefix.utf8) {
          prefix = own
        } else if !prefix.utf8.starts(with: own.utf8) {
          return true
        }
      }
      if let own = textPredicate.knownSuffix {
        if own.utf8.reversed().starts(with: suffix.utf8.reversed()) {
          suffix = own
        } else if !suffix.utf8.reversed().starts(with: own.utf8.reversed()) {
          return true
        }
      }
    }
    // A type name is compared by components from the right, so one of two names is a suffix of the other.
    let names = wanted.compactMap { textPredicate in
      if case .typeName(let name) = textPredicate.question { name } else { nil }
    }
    for name in names where !suffix.utf8.elementsEqual(name.utf8) {
      let before = suffix.utf8.count - name.utf8.count - 1
      if before >= 0, names.contains(where: { $0.utf8.elementsEqual(suffix.utf8) }),
        Array(suffix.utf8)[before] != UInt8(ascii: ".")
      {
        return true
      }
    }
    return false
  }
}
