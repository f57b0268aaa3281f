internal import Bytes

/// Members that say how an operation went; both are attributes as well.
extension ErrorRecord {
  /// The time since the operation's first failure, in microseconds: `elapsed`, a duration or seconds as a number. Nil
  /// if it is not recorded, negative or no such value.
  package var elapsed: Int64? {
    guard tape.count > 0, let place = tape.member(ByteSlice("elapsed"), of: 0) else { return nil }
    return TimeSpan(tape.value(at: TapeIndex(place)))?.microseconds
  }

  /// The time that the last object's try took, in microseconds: its attribute `lasted`, a duration or seconds as a number; 0 if
  /// it is not recorded.
  package var lasted: Int64 {
    guard tape.count > 0 else { return 0 }
    let name = ByteSlice("lasted")
    let attributes = tape.member(ByteSlice("attributes"), of: 0)
    guard let place = tape.member(name, of: 0) ?? attributes.flatMap({ tape.member(name, of: $0) }),
      let span = TimeSpan(tape.value(at: TapeIndex(place)))
    else { return 0 }
    return min(span.microseconds, Self.longestTry)
  }

  /// A thousand years, so that no time before it overflows.
  private static let longestTry = Int64(1_000) * 366 * 86_400 * 1_000_000

  /// The recorded time since the first failure, or else 0 for a first try; missing if neither says it.
  var elapsedValue: Value {
    guard tape.count > 0 else { return .missing }
    if let place = tape.member(ByteSlice("elapsed"), of: 0),
      case let value = tape.value(at: TapeIndex(place)),
      TimeSpan(value) != nil
    {
      return value
    }
    guard case .integer(1) = value(.attempt, of: Self.recorded).number else { return .missing }
    return Value(string: ByteSlice("0s"))
  }

  /// Whether the last object says that an operation ended well: `"completed": true`, and nothing that makes it an error.
  var isCompletion: Bool {
    guard let place = tape.member(ByteSlice("completed"), of: 0) else { return false }
    return tape[TapeIndex(place)].kind == .true
  }
}
