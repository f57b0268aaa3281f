package import Bytes

extension ErrorRecord {
  /// Appends a value in place of a whole template, keeping its type.
  package func append(whole value: Value, to text: inout Buffer<UInt8>) {
    if !value.index.isNone {
      tape.appendJSON(at: Int(value.index), to: &text)
    } else if value.kind == .string {
      JSONText.append(string: value.text, to: &text)
    } else {
      text.append(value.text)
    }
  }

  package func append(inString value: Value, to text: inout Buffer<UInt8>) {
    switch value.kind {
    case .string:
      JSONText.append(escaped: value.text, to: &text)
    case .array, .object:
      var json = Buffer<UInt8>()
      tape.appendJSON(at: Int(value.index), to: &json)
      JSONText.append(escaped: json.slice, to: &text)
    case .missing, .null, .bool, .integer, .decimal:
      text.append(value.text)
    }
  }
}
