extension Tool {
  static let replay = Tool(
    "replay",
    title: "Replay recorded errors",
    description: """
      Preview what rules do with recorded errors: how many each rule handles, with which outcomes, retries and actions, \
      and how many nobody handles.
      """,
    words: ["replay", "--format=json"],
    parameters: [
      .rules,
      Parameter(
        "streams", .paths, "Streams of recorded errors, read in order: files, folders, or patterns.",
        isRequired: true),
      Parameter(
        "kinds", .flag, "Add the largest kinds of errors of each category and of each rule.",
        option: "--kinds"),
      Parameter(
        "by", .text, "Count the errors by a field: status, hour, attributes.NAME and others.", option: "--by"),
      Parameter(
        "load", .flag, "Preview the load of retries: tries per minute and upstream, delays, recoveries.",
        option: "--load"),
      Parameter(
        "fail_on", .texts, "Say whether these hold, such as “abort > 0” or “exhausted(app/again) > 5 %”.",
        option: "--fail-on"),
    ] + Parameter.records
  )
}
