extension Tool {
  static let importing = Tool(
    "import", title: "Convert another system's policy",
    description: """
      Convert another system's retry policy to an equivalent rule file, whose comments say where each rule comes from. \
      “help” with the topic “policies” lists the formats. Nothing is written.
      """,
    words: ["import"],
    parameters: [
      Parameter("format", .text, "The format, such as grpc, asl, envoy or kubernetes.", isRequired: true),
      Parameter("file", .path, "The policy.", isRequired: true),
    ], output: .text("rules"))
}
