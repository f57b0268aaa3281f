internal import Records
import Patterns
internal import RuleLanguage

// Comparisons as sets of values.
extension Translator {
  func compare(_ subject: Subject, _ comparison: Comparison, _ form: ErrorForm) -> Formula {
    switch comparison {
    case .typeName(_, let exactly), .typeGlob(_, let exactly):
      let texts = values(comparison)
      let own = member(.type, form, texts)
      if exactly || faults.contains(.ancestors) { return own }
      return .disjunction([own, ancestor(form, texts)])
    case .qualifiedCaseGlob(let glob): return qualifiedCase(glob, form)
    case .strictProblem: return strictProblem(form)
    case .code(let ranges):
      let own = access(subject, form, .whole, values(comparison))
      return .disjunction([own] + codeSymbols(NumberSet(ranges), subject, form))
    case .matches:
      if case .field(let field) = subject, field == .code || field == .id {
        return .conjunction([text(field, form, values(comparison)), isText(field, form)])
      }
    default: break
    }
    var mode = DimensionLiteral.Mode.whole
    if subject.isOfElements {
      if case .exists = comparison { mode = .whole } else { mode = .some }
    }
    return access(subject, form, mode, values(comparison))
  }

  func values(_ comparison: Comparison) -> ValueSet {
    switch comparison {
    case .exists(let exists):
      if faults.contains(.absence), !exists { return .present }
      return exists ? .present : .missing
    case .equal(.null): return ValueSet(kinds: .null)
    case .equal(.bool(let flag)): return ValueSet(kinds: flag ? .yes : .no)
    case .equal(.number(let number)): return ValueSet(numbers: NumberSet(number))
    case .equal(.string(let text)): return ValueSet(texts: TextSet([text]))
    case .text(let test): return ValueSet(texts: self.texts(test))
    case .matches(let pattern):
      return ValueSet(texts: TextSet(textPredicates.textPredicate(.pattern(pattern))))
    case .name(let glob): return ValueSet(texts: self.glob(glob))
    case .number(let ranges), .duration(let ranges):
      return ValueSet(
        numbers: NumberSet(faults.contains(.bounds) ? ranges.map { $0.withUpperInside } : ranges))
    case .code(let ranges): return ValueSet(texts: decimals(NumberSet(ranges)))
    case .severity(let levels): return ValueSet(texts: TextSet(levels.map { $0.name }))
    case .typeName(let name, _):
      return ValueSet(texts: TextSet(textPredicates.textPredicate(.typeName(name))))
    case .typeGlob(let glob, _): return ValueSet(texts: self.glob(glob))
    case .qualifiedCaseGlob, .strictProblem: return .none
    }
  }

  func glob(_ glob: String) -> TextSet {
    glob.contains("*")
      ? TextSet(textPredicates.textPredicate(.glob(glob, questionMark: false))) : TextSet([glob])
  }

  func texts(_ test: TextTest) -> TextSet {
    let text = test.operand
    if test.ignoresCase, text.unicodeScalars.contains(where: { $0.properties.isCased || $0.value > 127 }) {
      switch test.operator {
      case .equals: return TextSet(textPredicates.textPredicate(.folded(text, .whole)))
      case .contains: return TextSet(textPredicates.textPredicate(.folded(text, .anywhere)))
      case .hasPrefix: return TextSet(textPredicates.textPredicate(.folded(text, .start)))
      case .hasSuffix: return TextSet(textPredicates.textPredicate(.folded(text, .end)))
      case .glob: return TextSet(textPredicates.textPredicate(.foldedGlob(text, questionMark: true)))
      }
    }
    switch test.operator {
    case .equals: return TextSet([text])
    case .contains: return text.isEmpty ? .all : TextSet(textPredicates.textPredicate(.part(text)))
    case .hasPrefix: return text.isEmpty ? .all : TextSet(textPredicates.textPredicate(.prefix(text)))
    case .hasSuffix: return text.isEmpty ? .all : TextSet(textPredicates.textPredicate(.suffix(text)))
    case .glob:
      return text.contains("*") || text.contains("?")
        ? TextSet(textPredicates.textPredicate(.glob(text, questionMark: true))) : TextSet([text])
    }
  }

  func decimals(_ numbers: NumberSet) -> TextSet {
    if let list = numbers.list(upTo: Self.listedCodes) { return TextSet(list.map { String($0) }) }
    return TextSet(textPredicates.textPredicate(.decimal(numbers)))
  }

  func elements(_ condition: Condition) -> ValueSet {
    switch condition {
    case .all(let parts): return parts.reduce(.all) { $0.intersection(elements($1)) }
    case .any(let parts): return parts.reduce(.none) { $0.union(elements($1)) }
    case .not(let part): return elements(part).complement
    case .compare(_, let comparison, _): return values(comparison)
    default: return .all
    }
  }
}

extension NumberSet {
  /// Nil if there are more than `limit`.
  func list(upTo limit: Int64) -> [Int64]? {
    if isUnboundedAbove || isUnboundedBelow { return nil }
    let wholes = wholes
    guard !wholes.contains(.integer(.min)), !wholes.contains(.integer(.max)) else { return nil }
    var list: [Int64] = []
    var index = 0
    let marks = Array(Set(wholes.landmarks)).sorted()
    while index < marks.count {
      var number = marks[index]
      while wholes.contains(.integer(number)), list.last.map({ $0 < number }) ?? true {
        list.append(number)
        if list.count > limit { return nil }
        number += 1
      }
      index += 1
    }
    return list
  }
}

extension NumberRange {
  fileprivate var withUpperInside: NumberRange {
    var range = self
    range.excludesUpper = false
    return range
  }
}
