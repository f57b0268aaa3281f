internal import Source

/// The formats of policies in a command's help, and one of them by name.
enum PolicyFormatList {
  static func text(_ formats: [(name: String, summary: String)]) -> String {
    let width = formats.map { $0.name.count }.max() ?? 0
    return formats.map { name, summary in
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(summary)"
    }
    .joined(separator: "\n")
  }

  static func named<Format>(_ name: String, among formats: [Format], by nameOf: (Format) -> String) throws
    -> Format
  {
    if let format = formats.first(where: { nameOf($0) == name }) { return format }
    let names = formats.map(nameOf)
    let question = Suggestion.question(for: name, among: names)
    throw CommandFailure(
      .usage, "There is no format “\(name)”.\(question) The formats are \(names.joined(separator: ", ")).")
  }
}
