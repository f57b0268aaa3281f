internal import Source

/// The commands of `workspace/executeCommand`. Each takes one mapping.
enum CommandName: String, CaseIterable {
  case explain = "errctl.explain"
  case draftRules = "errctl.draftRules"
  case changes = "errctl.showChanges"
  case runTests = "errctl.runTests"
  case writeTest = "errctl.writeTest"

  static func explain(_ arguments: [(String, Node)]) -> (name: String, arguments: Node) {
    command(.explain, arguments)
  }

  static func runTests(_ arguments: [(String, Node)]) -> (name: String, arguments: Node) {
    command(.runTests, arguments)
  }

  static func draftRules(_ uri: String) -> (name: String, arguments: Node) {
    command(.draftRules, [("uri", .made(uri))])
  }

  static func command(_ name: CommandName, _ arguments: [(String, Node)]) -> (name: String, arguments: Node) {
    (name.rawValue, .made([.made(arguments.map { (key: $0.0, value: $0.1) })]))
  }
}
