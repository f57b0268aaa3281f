internal import Bytes

/// A member that would make an object an error if its value had the field's type.
package struct WrongMember: Sendable {
  package let field: Field
  private let found: JSONEntry.Kind

  init(_ field: Field, _ found: JSONEntry.Kind) {
    self.field = field
    self.found = found
  }

  package var fault: String {
    let found =
      switch self.found {
      case .null: "null"
      case .false, .true: "a boolean"
      case .integer: "an integer"
      case .decimal: "a decimal number"
      case .string: "a text"
      case .array: "a list"
      case .object: "an object"
      }
    return "\(found), but \(field == .status ? "a whole number" : field.expectation) is required"
  }
}

extension ErrorRecord {
  /// The first member that would make an object an error, if there is none that does.
  package var wrongMember: WrongMember? {
    guard wronglyTyped != 0, tape.count > 0, tape[0].kind == .object else { return nil }
    var index = 1
    while index < tape.count {
      let (key, value) = (tape[index], tape[index + 1])
      index = Int(value.end)
      guard let field = Field.named(tape.text(of: key)), Field.required.contains(field),
        wronglyTyped & 1 << UInt64(field.rawValue) != 0, value.kind != .null
      else { continue }
      return WrongMember(field, value.kind)
    }
    return nil
  }
}
