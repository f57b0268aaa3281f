extension Tool {
  static let schema = Tool(
    "schema", title: "Read a JSON Schema",
    description:
      "Read the JSON Schema of a kind of file. That of rule files has 220 kB: “help” says the same shorter.",
    words: ["schema"],
    parameters: [
      Parameter(
        "kind", .choice(["rule-file", "record", "resolution", "test-suite", "configuration", "mapping"]),
        "The kind of file.", isRequired: true)
    ])
}
