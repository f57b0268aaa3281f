extension Tool {
  static let validate = Tool(
    "validate",
    title: "Check rules",
    description: """
      Check rule files, test suites and stream mappings for errors in syntax, types and references, and for likely \
      mistakes, which are proved with an example error. Each finding has a code, which “codes” explains.
      """,
    words: ["validate", "--format=json"],
    parameters: [
      .files,
      Parameter("streams", .paths, "Recorded errors, for the checks that need some.", option: "--stream"),
      Parameter("no_suppressions", .flag, "Report suppressed findings too.", option: "--no-suppressions"),
      .configuration,
    ]
  )
}
