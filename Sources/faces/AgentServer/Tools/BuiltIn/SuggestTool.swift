extension Tool {
  static let suggest = Tool(
    "suggest",
    title: "Draft rules for unhandled errors",
    description: """
      Draft a rule for each of the largest kinds of errors that nobody handles, with counts and examples. No error that is \
      handled changes. The verdict is left to decide. Without rules, it drafts a first rule file.
      """,
    words: ["suggest", "--format=json"],
    parameters: [
      Parameter("rules", .path, "The rule file, if there is one."),
      Parameter(
        "streams", .paths, "Streams of recorded errors, read in order: files, folders, or patterns.",
        isRequired: true),
      Parameter(
        "of", .choice(["unhandled", "otherwise"]),
        "unhandled: errors that nobody handles. otherwise: those that only an “otherwise” handles.",
        option: "--of"),
      Parameter(
        "most", .integer(atLeast: 1), "The largest number of rules to draft. Default: 10.", option: "--most"),
    ] + Parameter.records
  )
}
