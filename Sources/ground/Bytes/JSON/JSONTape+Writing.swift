extension JSONTape {
  /// Appends the value at `index` as compact JSON: numbers as written, strings escaped anew.
  package func appendJSON(at index: Int, to text: inout Buffer<UInt8>) {
    let entry = entries[index]
    switch entry.kind {
    case .null: text.append("null")
    case .false: text.append("false")
    case .true: text.append("true")
    case .integer, .decimal:
      text.append(self.text(of: entry))
      text.append(zeros(behind: entry))
    case .string: JSONText.append(string: self.text(of: entry), to: &text)
    case .array:
      text.append(UInt8(ascii: "["))
      var place = index + 1
      while place < Int(entry.end) {
        if place > index + 1 { text.append(UInt8(ascii: ",")) }
        appendJSON(at: place, to: &text)
        place = Int(entries[place].end)
      }
      text.append(UInt8(ascii: "]"))
    case .object:
      text.append(UInt8(ascii: "{"))
      var place = index + 1
      while place < Int(entry.end) {
        if place > index + 1 { text.append(UInt8(ascii: ",")) }
        JSONText.append(string: self.text(of: entries[place]), to: &text)
        text.append(UInt8(ascii: ":"))
        appendJSON(at: place + 1, to: &text)
        place = Int(entries[place + 1].end)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
  /// The point and zeros after a number that counts as an integer (``WholeNumber``); else empty.
  private func zeros(behind entry: JSONEntry) -> ByteSlice {
    let bytes = entry.isDecoded ? decoded.slice : source
    let end = Int(entry.offset) + Int(entry.length)
    guard end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return bytes[end..<end] }
    return bytes[end..<WholeNumber.zeros(of: bytes, from: end + 1)]
  }
}
