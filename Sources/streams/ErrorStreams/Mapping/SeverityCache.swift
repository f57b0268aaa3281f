internal import Bytes
internal import Records

/// Values below the severity of errors: a log's records have few distinct ones.
struct SeverityCache: ~Copyable {
  /// Exact, in eight bytes, with its reading.
  struct Value: BitwiseCopyable, Equatable {
    var text: UInt64 = 0
    var count = -1
    var kind = JSONEntry.Kind.null
    var field = 0
  }

  struct Known: BitwiseCopyable {
    var value = Value()
    var isBelow = false
  }

  private static let limit = 16
  private var known = Buffer<Known>(capacity: limit)
  private var plan: ObjectIdentifier?

  /// Nil if the value can't be read as a severity, or is too long for the cache.
  @inline(__always)
  mutating func isBelow(at place: Int, _ tape: borrowing JSONTape, _ field: Int, _ plan: MappingPlan) -> Bool?
  {
    let entry = tape[place]
    let text = tape.text(of: entry)
    guard text.count <= 8 else { return nil }
    let value = Value(text: text.packed, count: text.count, kind: entry.kind, field: field)
    let index = Int(truncatingIfNeeded: (value.text &* 0x9E37_79B9_7F4A_7C15) &>> 60)
    if self.plan == ObjectIdentifier(plan), known[index].value == value { return known[index].isBelow }
    return read(value, index, at: place, tape, plan)
  }

  private mutating func read(
    _ value: Value, _ index: Int, at place: Int, _ tape: borrowing JSONTape, _ plan: MappingPlan
  ) -> Bool? {
    let field = plan.fields[value.field]
    guard let least = plan.errors.leastSeverity,
      let severity = plan.translatedSeverity(of: tape.text(of: tape[place]), as: field)
        ?? ValueReader.severity(at: place, tape, as: field.reading)
    else { return nil }
    if self.plan != ObjectIdentifier(plan) {
      self.plan = ObjectIdentifier(plan)
      known.removeAll()
      known.append(repeating: Known(), count: Self.limit)
    }
    known[index] = Known(value: value, isBelow: severity < least)
    return severity < least
  }
}
