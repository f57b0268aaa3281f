extension Tool {
  static let help = Tool(
    "help", title: "Read the reference",
    description: """
      Read a page of the reference of the rule language and of errctl. Begin with “rule-file”; “matchers”, “verdicts”, \
      “responders” and “actions” have every key. Without a topic, list the topics.
      """,
    words: ["help"],
    parameters: [
      Parameter("topic", .text, "A topic, such as rule-file or matchers.", absent: ["topics"]),
      Parameter(
        "section", .text,
        "A heading of the page: only that section. A wrong one is answered with all headings."),
    ], output: .text("page"))
}
