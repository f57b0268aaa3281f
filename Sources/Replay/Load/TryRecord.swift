internal import RuleEngine

/// A recorded error without its time, attempt and age, which differ between tries.
struct TryRecord {
  private static let replaced: [ByteSlice] = [ByteSlice("time"), ByteSlice("attempt"), ByteSlice("elapsed")]

  /// The other members, each behind a comma.
  private let members: [UInt8]

  /// - Parameter line: a record that was read without a fault.
  init(_ line: ByteSlice, _ tape: inout JSONTape, _ limits: Limits) {
    var members: [UInt8] = []
    let fault = tape.scan(
      line,
      depthLimit: limits.recordDepth,
      valueLimit: limits.recordValues,
      repairs: true
    )
    if fault == nil, tape.count > 0, tape[0].kind == .object {
      var key = 1
      let end = Int(tape[0].end)
      while key < end {
        let next = Int(tape[key + 1].end)
        let name = tape.text(of: tape[key])
        if !Self.replaced.contains(where: { $0 == name }) {
          let behind = next < end ? Int(tape[next].sourceOffset) : Int(tape[0].offset + tape[0].length) - 1
          members.append(UInt8(ascii: ","))
          members += Self.trimmed(line[Int(tape[key].sourceOffset)..<behind])
        }
        key = next
      }
    }
    self.members = members
  }

  /// Without the blanks and the comma behind a value.
  private static func trimmed(_ member: ByteSlice) -> [UInt8] {
    var count = member.count
    while count > 0, [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains(member[count - 1]) { count -= 1 }
    return Array(member[0..<count].buffer)
  }

  /// - Parameters:
  ///   - time: in microseconds since 1970; nil for none.
  ///   - elapsed: milliseconds since the operation first failed.
  func text(time: Int64?, attempt: Int32, elapsed: Int64) -> [UInt8] {
    var text = "{\"attempt\":\(attempt),\"elapsed\":\"\(elapsed)ms\""
    if let time { text += ",\"time\":\"\(Timestamp(microseconds: time).text)\"" }
    return Array(text.utf8) + members + [UInt8(ascii: "}")]
  }
}
