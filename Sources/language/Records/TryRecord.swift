#if !hasFeature(Embedded)
  package import Bytes

  /// A recorded error without its time, attempt and age, which differ between tries.
  package struct TryRecord: Sendable {
    private static let replaced: [ByteSlice] = [
      ByteSlice("time"), ByteSlice("attempt"), ByteSlice("elapsed"),
    ]

    /// Members that would make an error of the record of a try that ended well.
    private static let ofErrors = Field.required.map { $0.name }

    /// The other members, each behind a comma.
    private let members: [UInt8]
    /// The members without those that make it an error: a quota may group operations by them.
    private let place: [UInt8]

    /// - Parameter line: a record that was read without a fault.
    package init(_ line: ByteSlice, _ tape: inout JSONTape, _ limits: Limits) {
      var members: [UInt8] = []
      var place: [UInt8] = []
      let fault = tape.scan(
        line, depthLimit: limits.recordDepth, valueLimit: limits.recordValues, repairs: true)
      if fault == nil, tape.count > 0, tape[0].kind == .object {
        var key = 1
        let end = Int(tape[0].end)
        while key < end {
          let next = Int(tape[key + 1].end)
          let name = tape.text(of: tape[key])
          if !Self.replaced.contains(where: { $0 == name }) {
            let behind = next < end ? Int(tape[next].sourceOffset) : Int(tape[0].offset + tape[0].length) - 1
            let member = [UInt8(ascii: ",")] + Self.trimmed(line[Int(tape[key].sourceOffset)..<behind])
            members += member
            if !Self.ofErrors.contains(where: { String(name) == $0 }) { place += member }
          }
          key = next
        }
      }
      self.members = members
      self.place = place
    }

    /// The member without the blanks and the comma after its value.
    private static func trimmed(_ member: ByteSlice) -> [UInt8] {
      var count = member.count
      while count > 0, [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains(member[count - 1]) { count -= 1 }
      return Array(member[0..<count].buffer)
    }

    /// - Parameters:
    ///   - time: in microseconds since 1970; nil for none.
    ///   - elapsed: milliseconds since the operation first failed.
    package func text(time: Int64?, attempt: Int32, elapsed: Int64) -> [UInt8] {
      Self.text("\"attempt\":\(attempt),\"elapsed\":\"\(elapsed)ms\"", time, members)
    }

    /// The record of a try that ended well.
    package func completed(time: Int64?, attempt: Int32) -> [UInt8] {
      Self.text("\"completed\":true,\"attempt\":\(attempt)", time, place)
    }

    private static func text(_ own: String, _ time: Int64?, _ members: [UInt8]) -> [UInt8] {
      let time = time.map { ",\"time\":\"\(Timestamp(microseconds: $0).text)\"" } ?? ""
      return Array("{\(own)\(time)".utf8) + members + [UInt8(ascii: "}")]
    }
  }
#endif
