extension Tool {
  static let explain = Tool(
    "explain",
    title: "Explain an error",
    description: """
      Explain one error: which responders it reached, what was compared, and why it ended as it did. Give the error \
      itself, or streams and the id or number of a record in them.
      """,
    words: ["explain", "--format=json"],
    parameters: [
      .rules,
      Parameter(
        "error", .record, "A recorded error, such as {\"status\": 503, \"domain\": \"NSURLErrorDomain\"}."),
      Parameter("streams", .paths, "The streams that hold the record.", option: "--stream"),
      Parameter("id", .text, "The id of the record.", option: "--id"),
      Parameter(
        "record", .integer(atLeast: 1),
        "The number of the record among all records of the streams, counted from 1.", option: "--record"),
      Parameter(
        "rule", .text, "Explain why this rule (or RESPONDER/RULE) did or did not match.", option: "--rule"),
    ] + Parameter.records
  )
}
