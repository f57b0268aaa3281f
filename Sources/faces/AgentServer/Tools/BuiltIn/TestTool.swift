extension Tool {
  static let test = Tool(
    "test",
    title: "Run the tests of rules",
    description: "Run test suites and the examples in rules, and report what no test covers.",
    words: ["test", "--format=json"],
    parameters: [
      .files, .cases,
      Parameter("streams", .paths, "Recorded errors that count towards coverage.", option: "--stream"),
      .configuration,
    ]
  )
}
