internal import Bytes
internal import JSONRPC
internal import Source

/// A command of errctl with typed arguments.
struct Tool: Sendable {
  let name: String
  let title: String
  let description: String
  /// The words of the command line before the arguments.
  let words: [String]
  let parameters: [Parameter]
  let output: Output
  let changesFiles: Bool

  /// The contents of the command's standard output, and its place in the structured result.
  enum Output: Sendable {
    /// An object, which is the result.
    case object
    /// A list, or a line for each stream: a member of this name.
    case list(String)
    /// A difference of files; what is left to fix is JSON on standard error.
    case difference
    /// A text: a member of this name.
    case text(String)
  }

  init(
    _ name: String, title: String, description: String, words: [String], parameters: [Parameter],
    output: Output = .object, changesFiles: Bool = false
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.words = words
    self.parameters = parameters
    self.output = output
    self.changesFiles = changesFiles
  }

  /// The tool as `tools/list` shows it.
  var node: Node {
    let schema: Node = .made([
      ("type", .made("object")),
      ("properties", .made(parameters.map { ($0.name, $0.schema) })),
      ("required", .made(parameters.filter { $0.isRequired }.map { .made($0.name) })),
      ("additionalProperties", .made(false)),
    ])
    let annotations: Node = .made([
      ("title", .made(title)), ("readOnlyHint", .made(!changesFiles)),
      ("destructiveHint", .made(changesFiles)),
      ("idempotentHint", .made(true)), ("openWorldHint", .made(false)),
    ])
    return .made([
      ("name", .made(name)), ("title", .made(title)), ("description", .made(description)),
      ("inputSchema", schema), ("annotations", annotations),
    ])
  }

  /// The command line without the program's name, and the input.
  func command(_ arguments: Node?) throws(ToolFault) -> (words: [String], input: [UInt8]) {
    let members = arguments?.members ?? []
    for member in members where !parameters.contains(where: { $0.name == member.key }) {
      throw ToolFault(
        "“\(name)” has no argument “\(member.key)”. Its arguments are \(parameters.map { $0.name }.joined(separator: ", "))."
      )
    }
    var (options, values): ([String], [String]) = ([], [])
    var input: [UInt8] = []
    for parameter in parameters {
      guard let value = arguments?[parameter.name], !value.isNull else {
        guard !parameter.isRequired else {
          throw ToolFault("“\(parameter.name)” is missing. \(parameter.description)")
        }
        values += parameter.ifMissing
        options += parameter.absent
        continue
      }
      if case .record = parameter.kind {
        guard value.members != nil else { throw parameter.fault("an object") }
        input = Array(JSONWriter.line(value).utf8)
        options += ["--error=-"]
        continue
      }
      for word in try parameter.words(value) {
        if let option = parameter.option { options.append(option + word) } else { values.append(word) }
      }
    }
    return (words + options + (values.isEmpty ? [] : ["--"] + values), input)
  }
}

extension Parameter {
  /// The words after the option, or those that stand alone.
  fileprivate func words(_ value: Node) throws(ToolFault) -> [String] {
    let sign = option == nil ? "" : "="
    switch kind {
    case .text: return [sign + (try text(value))]
    case .path: return [sign + Self.plain(try text(value))]
    case .texts, .paths:
      guard let elements = value.elements, !elements.isEmpty else { throw fault("a list of texts") }
      var words: [String] = []
      for element in elements {
        let text = try text(element, "a list of texts")
        if case .paths = kind { words.append(sign + Self.plain(text)) } else { words.append(sign + text) }
      }
      return words
    case .flag:
      guard case .bool(let flag) = value.content else { throw fault("true or false") }
      return flag ? [""] : []
    case .integer(let least):
      guard case .integer(let number) = value.content, number >= least else {
        throw fault("an integer of \(least) or more")
      }
      return ["\(sign)\(number)"]
    case .choice(let words):
      guard let text = value.string, words.contains(text) else {
        throw fault("one of \(words.joined(separator: ", "))")
      }
      return [sign + text]
    case .record: return []
    }
  }

  private func text(_ value: Node, _ expected: String = "a text") throws(ToolFault) -> String {
    guard let text = value.string, !text.isEmpty else { throw fault(expected) }
    // The command line would end there.
    guard !text.utf8.contains(0) else {
      throw ToolFault("“\(name)” has a null character in it. Leave it out.")
    }
    return text
  }

  fileprivate func fault(_ expected: String) -> ToolFault {
    ToolFault("“\(name)” is not \(expected). Send one.")
  }

  /// A single dash would be standard input.
  private static func plain(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
