import ArgumentParser

/// What a summary shows, and when it is a failure.
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
      valueName: "expression"
    )
  )
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
}
