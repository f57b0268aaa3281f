import ArgumentParser
import Counting

/// The field by which errors are counted.
struct GroupOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count the errors by a field: status, code, origin, type, route, hour or another, or attributes.NAME.",
      valueName: "field"))
  var by: String?

  var field: GroupField? { by.flatMap { GroupField($0) } }

  func validate() throws {
    if let by, GroupField(by) == nil {
      throw ValidationError("--by can't count by “\(by)”.\(GroupField.advice(by))")
    }
  }
}
