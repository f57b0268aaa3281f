extension Tool {
  static let codes = Tool(
    "codes", title: "Explain codes of findings",
    description: "Explain the codes of findings, each with an example that causes it and one that does not.",
    words: ["codes", "--format=json"],
    parameters: [Parameter("code", .text, "A code. Without one, all codes are listed.")], list: "codes")
}
