extension Tool {
  static let inspect = Tool(
    "inspect",
    title: "Look at logs",
    description: """
      Say what logs are: their format, how many records and errors they have, and sample lines with their records. For a \
      log that no format fits, it proposes a mapping.
      """,
    words: ["inspect", "--format=json"],
    parameters: [
      Parameter("streams", .paths, "Logs: files, folders, or patterns.", isRequired: true),
      Parameter(
        "samples", .integer(atLeast: 0), "How many sample lines to show with their records. Default: 3.",
        option: "--samples"),
      .format,
    ],
    output: .list("streams")
  )
}
