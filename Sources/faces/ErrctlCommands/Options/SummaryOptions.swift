import ArgumentParser

/// The contents of a summary, and the conditions under which it is a failure.
struct SummaryOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown, html
  }

  @Flag(help: "Show the largest kinds of errors of each category and of each rule.")
  var kinds = false

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "Exit with status 1 if this holds, such as “abort > 0” or “exhausted(app/again) > 5 %”. Repeatable.",
      valueName: "expression"))
  var failOn: [String] = []

  @Option(help: ArgumentHelp("The configuration. Default: the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      """
      text for people, json for programs, markdown for a pull request comment, html for a page.
      """,
      valueName: "format"
    )
  )
  var format = Format.text

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Write the summary to a file, too, such as “html=page.html”. Repeatable.", valueName: "format=file"))
  var reports: [String] = []

  func validate() throws {
    for text in reports where Report(text) == nil {
      throw ValidationError(
        """
        --report takes a format and a file, such as html=page.html, not “\(text)”. The formats are text, json, markdown \
        and html.
        """
      )
    }
  }

  /// The summary in a file.
  struct Report {
    let format: Format
    let file: String

    init?(_ text: String) {
      guard let equals = text.firstIndex(of: "="), let format = Format(rawValue: String(text[..<equals]))
      else {
        return nil
      }
      file = String(text[text.index(after: equals)...])
      self.format = format
      // Standard output has the summary of --format.
      if file.isEmpty || file == "-" { return nil }
    }
  }

  var files: [Report] { reports.compactMap { Report($0) } }

  func writes(_ wanted: Format) -> Bool { format == wanted || files.contains { $0.format == wanted } }
}
