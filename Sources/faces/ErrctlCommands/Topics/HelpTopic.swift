internal import Source

/// A topic of `errctl help TOPIC`: one or more pages of the reference.
struct HelpTopic: Sendable {
  let name: String
  let summary: String
  /// Paths below `docs/reference`.
  let pages: [String]

  init(_ name: String, _ summary: String, _ pages: String...) {
    (self.name, self.summary, self.pages) = (name, summary, pages)
  }

  /// The pages, wrapped for 80 columns.
  var text: String {
    pages.map { HelpPage($0).text }.joined(separator: "\n\n")
  }

  /// The sections with a heading, or with words of one; capital letters do not count.
  ///
  /// - Throws: `CommandFailure` if there is none.
  func text(of heading: String) throws -> String {
    let sections = pages.flatMap { HelpPage($0).sections }
    let wanted = heading.lowercased()
    var found = sections.filter { $0.title.lowercased() == wanted }
    if found.isEmpty { found = sections.filter { $0.title.lowercased().contains(wanted) } }
    guard !found.isEmpty else {
      let titles = sections.map { $0.title }
      throw CommandFailure(
        .usage,
        [
          "The topic “\(name)” has no section “\(heading)”.\(Suggestion.question(for: heading, among: titles))",
          "Its sections are \(titles.joined(separator: ", ")).",
        ])
    }
    return found.map { $0.text }.joined(separator: "\n\n")
  }
}

extension HelpTopic {
  /// Prints a topic, or the list of topics for `errctl help topics`.
  ///
  /// A word that is both a topic and a command, such as `formats`, is the topic: the command has `--help`.
  ///
  /// - Parameter commands: names and aliases of the commands, whose help is the parser's.
  /// - Returns: true if the command line asked for a topic.
  /// - Throws: `CommandFailure` if the word is neither a topic nor a command.
  static func printRequested(by arguments: [String], commands: [String]) throws -> Bool {
    guard arguments.count >= 2, arguments[0] == "help" else { return false }
    let word = arguments[1]
    if word.hasPrefix("-") || word == "help" { return false }
    let output = CheckedOutput.standardOutput
    if word == "topics" {
      try output.write(list)
    } else if let topic = all.first(where: { $0.name == word }) {
      if arguments.count > 2 {
        try output.write(topic.text(of: arguments.dropFirst(2).joined(separator: " ")))
      } else {
        try output.write(topic.text)
      }
      if arguments.count == 2, commands.contains(word) {
        try output.write("\nerrctl \(word) --help shows the options of the command.\n")
      }
    } else if commands.contains(word) {
      return false
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
      One section of a page: errctl help TOPIC HEADING

      \(rows.joined())
      errctl COMMAND --help shows a command's help, errctl codes CODE explains a finding.

      """
  }
}
