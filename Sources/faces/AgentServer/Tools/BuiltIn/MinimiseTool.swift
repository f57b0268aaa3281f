extension Tool {
  static let minimise = Tool(
    "minimise",
    title: "Cut a stream to the smallest that shows something",
    description: """
      Cut a stream of recorded errors to the smallest part that still shows what an expression says: an example of a failed \
      gate, to read or to keep as a test. The stream is returned; how small it is, and why, is said beside it.
      """,
    words: ["minimise", "--redact"],
    parameters: [
      .rules,
      Parameter(
        "streams", .paths, "Streams of recorded errors, read in order: files, folders, or patterns.",
        isRequired: true),
      Parameter(
        "until", .text,
        "What the smallest stream still shows, as “fail_on” of “replay”: “exhausted(app/again) > 5” or “abort after granted”.",
        option: "--until", isRequired: true),
      .format, .seed, .answers,
    ],
    output: .text("stream")
  )
}
