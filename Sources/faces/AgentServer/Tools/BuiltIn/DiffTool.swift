extension Tool {
  static let diff = Tool(
    "diff",
    title: "Compare two versions of rules",
    description: """
      Compare two versions of the rules: in words, in general with example errors that end differently, and on recorded \
      errors if there are streams.
      """,
    words: ["diff", "--format=json"],
    parameters: [
      Parameter("old", .path, "The old rule file, or REV:PATH in the git repository.", isRequired: true),
      Parameter("new", .path, "The new rule file, or REV:PATH in the git repository.", isRequired: true),
      Parameter("streams", .paths, "Streams of recorded errors, read in order: files, folders, or patterns."),
      Parameter(
        "witnesses", .integer(atLeast: 0), "How many example errors to look for. Default: 5.",
        option: "--witnesses"),
      Parameter("fail_on", .texts, "Say whether these hold, such as “changed > 0”.", option: "--fail-on"),
    ] + Parameter.records
  )
}
