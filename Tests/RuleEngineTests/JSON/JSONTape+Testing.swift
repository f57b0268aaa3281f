import RuleEngine

extension JSONTape {
  /// Scans `bytes` and passes the tape to `body` while they are valid.
  static func scanning<Result>(
    _ bytes: [UInt8],
    depthLimit: Int = 128,
    valueLimit: Int = 10_000,
    repairs: Bool = false,
    _ body: (borrowing JSONTape, JSONFault?) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { buffer in
      var tape = JSONTape()
      let fault = tape.scan(
        ByteSlice(buffer),
        depthLimit: depthLimit,
        valueLimit: valueLimit,
        repairs: repairs
      )
      return body(tape, fault)
    }
  }

  static func fault(_ text: String, depthLimit: Int = 128, valueLimit: Int = 10_000) -> JSONFault? {
    scanning(Array(text.utf8), depthLimit: depthLimit, valueLimit: valueLimit) { _, fault in fault }
  }

  /// The entries, each in a word: kind, text, position, and the index of the next value.
  static func outline(_ text: String, repairs: Bool = false) -> [String] {
    outline(Array(text.utf8), repairs: repairs)
  }

  static func outline(_ bytes: [UInt8], repairs: Bool = false) -> [String] {
    scanning(bytes, repairs: repairs) { tape, fault in
      if let fault { return ["\(fault.kind)@\(fault.offset)"] }
      return (0..<tape.count).map { index in
        let entry = tape[index]
        let repaired = entry.isRepaired ? "!" : ""
        return "\(entry.kind)\(repaired) \(String(tape.text(of: entry))) @\(entry.sourceOffset) >\(entry.end)"
      }
    }
  }
}
