internal import Source

/// A page of the reference for `errctl help TOPIC`.
struct HelpTopic {
  let name: String
  let summary: String
  /// Wrapped for 80 columns; ends in a line feed.
  let text: String
}

extension HelpTopic {
  /// Prints a topic, or the list of topics for `errctl help topics`.
  ///
  /// - Parameter commands: names and aliases of the commands, whose help is the parser's.
  /// - Returns: true if the command line asked for a topic.
  /// - Throws: `CommandFailure` if the word is neither a topic nor a command.
  static func printRequested(by arguments: [String], commands: [String]) throws -> Bool {
    guard arguments.count >= 2, arguments[0] == "help" else { return false }
    let word = arguments[1]
    if word.hasPrefix("-") || word == "help" || commands.contains(word) { return false }
    let output = CheckedOutput.standardOutput
    if word == "topics" {
      try output.write(list)
    } else if let topic = all.first(where: { $0.name == word }) {
      try output.write(topic.text)
    } else {
      let names = all.map { $0.name }
      let question = Suggestion.question(for: word, among: names + commands)
      throw CommandFailure(
        .usage,
        [
          "There is no command or topic “\(word)”.\(question)",
          "The topics are \(names.joined(separator: ", ")).",
        ]
      )
    }
    try output.flush()
    return true
  }

  private static var list: String {
    let width = (all.map { $0.name.count }.max() ?? 0) + 2
    let rows = all.map { topic in
      "  \(topic.name)\(String(repeating: " ", count: width - topic.name.count))\(topic.summary)\n"
    }
    return """
      The reference, a page for each topic: errctl help TOPIC

      \(rows.joined())
      errctl help COMMAND shows a command's help, errctl codes CODE explains a finding.

      """
  }
}
