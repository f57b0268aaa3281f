package import Bytes

/// An object with a list of records, and members that apply to all of them.
package struct ListContainer: DocumentContainer {
  package let summary: String
  package let markers: Mapping.Markers
  /// The first of these that exists has the records.
  private let lists: [StaticString]
  /// Members that each record inherits unless it has its own.
  private let shared: [StaticString]

  package init(_ summary: String, lists: [StaticString], shared: [StaticString], _ markers: Mapping.Markers) {
    self.summary = summary
    self.lists = lists
    self.shared = shared
    self.markers = markers
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    for name in lists {
      guard let list = tape.member(ByteSlice(name), of: 0), tape[list].kind == .array else { continue }
      return appendElements(of: list, tape, to: &text)
    }
    return 0
  }

  private func appendElements(of list: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) -> Int {
    var count = 0
    var index = list + 1
    while index < Int(tape[list].end) {
      defer { index = Int(tape[index].end) }
      guard tape[index].kind == .object else { continue }
      count += 1
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for key in shared {
        guard let value = tape.member(ByteSlice(key), of: 0), tape.member(ByteSlice(key), of: index) == nil
        else {
          continue
        }
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONText.append(string: ByteSlice(key), to: &text)
        text.append(UInt8(ascii: ":"))
        tape.appendAsWritten(at: value, to: &text)
      }
      var member = index + 1
      while member < Int(tape[index].end) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        tape.appendAsWritten(at: member, to: &text)
        text.append(UInt8(ascii: ":"))
        tape.appendAsWritten(at: member + 1, to: &text)
        member = Int(tape[member + 1].end)
      }
      text.append("}\n")
    }
    return count
  }
}
