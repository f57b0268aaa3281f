internal import Bytes

/// OpenTelemetry's `AnyValue`, which holds one value.
enum AnyValue {
  /// The index of the held value; for a `kvlistValue`, that of its list.
  static func held(by value: Int, _ tape: borrowing JSONTape) -> Int {
    guard tape[value].kind == .object, Int(tape[value].end) > value + 1 else { return value }
    let kind = tape.text(of: tape[value + 1])
    if kind == "arrayValue" { return value }
    if kind == "kvlistValue" { return tape.member(ByteSlice("values"), of: value + 2) ?? value }
    return value + 2
  }
}
