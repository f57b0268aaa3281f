extension Tool {
  static let codes = Tool(
    "codes", title: "Explain codes of findings",
    description: """
      Explain the code of a finding, with an example that causes it and one that does not. Without a code, list all codes, \
      each with a sentence.
      """,
    words: ["codes", "--format=json"],
    parameters: [Parameter("code", .text, "A code. Without one, all codes are listed.", absent: ["--brief"])],
    output: .list("codes"))
}
