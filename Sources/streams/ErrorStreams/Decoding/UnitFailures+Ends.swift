internal import Bytes

extension UnitFailures {
  /// `process=main code=7 meaning=NOTRUNNING ` of `exited, status=7/NOTRUNNING`, and `signal=KILL` of `killed, status=9/KILL` and of
  /// `killed, signal=KILL`.
  static func end(_ text: ByteSlice, isMain: Bool) -> [UInt8] {
    let process = Array((isMain ? "process=main " : "process=control ").utf8)
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return process }
    var slash = equals + 1
    while slash < text.count, text[slash].isDigit { slash += 1 }
    let number = text[(equals + 1)..<slash]
    if slash < text.count, text[slash] == UInt8(ascii: "/") { slash += 1 }
    var last = slash
    while last < text.count, text[last] > 0x20, text[last] != UInt8(ascii: "\""),
      text[last] != UInt8(ascii: ",")
    {
      last += 1
    }
    let word = text[slash..<last]
    if !text.hasPrefix(ByteSlice("exited")) {
      return process + Array("signal=".utf8) + Array(word.buffer) + [UInt8(ascii: " ")]
    }
    let meaning = word.isEmpty || word == "n/a" ? [] : Array(" meaning=".utf8) + Array(word.buffer)
    return process + Array("code=".utf8) + Array(number.buffer) + meaning + [UInt8(ascii: " ")]
  }
}
