internal import Bytes

/// Conclusions from a document's shape alone, for one plan.
struct QuickReject: BitwiseCopyable {
  enum Marks: BitwiseCopyable {
    case hold, lack, byContent
  }

  enum Errors: BitwiseCopyable {
    case none, perhaps, byContent
    /// The value of a field, at an index of the tape, decides if it can be read.
    case bySeverity(field: Int32, place: Int32)
  }

  var marks = Marks.byContent
  var errors = Errors.byContent
}

extension MappingPlan {
  func quickReject(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> QuickReject {
    QuickReject(marks: marks(found), errors: errors(found, tape))
  }

  private func marks(_ found: borrowing ResolvedPaths) -> QuickReject.Marks {
    for span in markers.any where !has(span, found) { return .lack }
    if has(markers.none, found) { return .lack }
    var marks = QuickReject.Marks.hold
    for marker in markers.all {
      if found.place(marker.slot) == nil { return .lack }
      if marker.values.count > 0 { marks = .byContent }
    }
    return marks
  }

  private func errors(_ found: borrowing ResolvedPaths, _ tape: borrowing JSONTape) -> QuickReject.Errors {
    guard errors.leastSeverity != nil else { return .perhaps }
    var hasPlainType = false
    for index in 0..<errors.indicators.count {
      guard let place = found.place(errors.indicators[index].slot) else { continue }
      switch errors.indicators[index].meaning {
      case .record: return .byContent
      case .presence: return .perhaps
      case .plainType: hasPlainType = true
      case .appleErrors: if tape[place].kind == .string { return .byContent }
      case .trace:
        if tape[place].kind == .string { return .byContent }
        if tape[place].kind == .array { return .perhaps }
      }
    }
    for index in errors.severityFields {
      let field = fields[index]
      for slot in 0..<field.slots.count {
        if let place = found.place(lists[field.slots.first + slot]) {
          return .bySeverity(field: Int32(truncatingIfNeeded: index), place: Int32(truncatingIfNeeded: place))
        }
      }
      // A fallback applies.
      if !field.fallback.isEmpty { return .byContent }
    }
    return hasPlainType ? .perhaps : .none
  }
}
