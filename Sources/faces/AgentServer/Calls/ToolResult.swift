internal import Bytes
internal import Source

/// The answer to a call: what the command wrote, as text and as JSON.
struct ToolResult {
  private var texts: [String] = []
  private var structured: Node?
  private var status: Int32?
  private var isError = false

  init(_ fault: ToolFault) {
    texts = [fault.message]
    isError = true
  }

  init(_ outcome: ToolOutcome, of tool: Tool) {
    switch outcome {
    case .failed(let reason):
      texts = ["The command could not be run: \(reason)"]
      isError = true
    case .tooLong:
      texts = [
        "The result is longer than \(ToolCall.longestOutput) bytes. Name fewer files, or choose fewer records."
      ]
      isError = true
    case .ended(let status, let output, let complaint):
      self.status = status
      let (output, complaint) = (Self.text(output), Self.text(complaint))
      // Findings, failed tests, a condition that holds, and rules with errors are results. What can't be used is not.
      let isUsual = status == 0 || status == 1
      texts = [output, complaint]
      switch tool.output {
      case .object:
        structured = Self.node(output).flatMap { $0.members == nil ? nil : $0 }
        isError = !isUsual && (structured == nil || !complaint.isEmpty)
      case .list(let name):
        structured = Self.list(output).map { .made([(name, $0)]) }
        isError = !isUsual && (structured == nil || !complaint.isEmpty)
      case .difference:
        let left = Self.node(complaint).flatMap { $0.members == nil ? nil : $0 }
        structured = left.map { .made([("difference", .made(output)), ("left", $0)]) }
        isError = !isUsual && left == nil
        if output.isEmpty, !isError { texts = ["There is nothing to fix.", complaint] }
      case .text(let name):
        structured = output.isEmpty ? nil : .made([(name, .made(output))])
        isError = !isUsual
      }
      texts = texts.filter { !$0.isEmpty }
      if texts.isEmpty, isError { texts = ["The command ended with status \(status) and wrote nothing."] }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return text
  }

  /// Nil if the text is not JSON, nor its lines.
  private static func list(_ text: String) -> Node? {
    if let node = node(text) { return node.elements == nil ? .made([node]) : node }
    let lines = text.split(separator: "\n").map { node(String($0)) }
    let nodes = lines.compactMap { $0 }
    return nodes.count == lines.count && !nodes.isEmpty ? .made(nodes) : nil
  }

  static func node(_ text: String) -> Node? {
    var limits = Limits()
    limits.ruleFileBytes = ToolCall.longestOutput
    limits.scalarBytes = ToolCall.longestOutput
    limits.ruleFileNodes = .max
    var diagnostics = Diagnostics()
    let file = SourceFile(name: "result.json", text: text)
    let node = JSONReader.read(file, limits: limits, repairs: true, into: &diagnostics)
    return diagnostics.hasErrors ? nil : node
  }

  var members: [(String, Node)] {
    var members: [(String, Node)] = [
      ("content", .made(texts.map { .made([("type", .made("text")), ("text", .made($0))]) }))
    ]
    if let structured { members.append(("structuredContent", structured)) }
    members.append(("isError", .made(isError)))
    if let status { members.append(("_meta", .made([("errctl/exitStatus", .made(Int(status)))]))) }
    return members
  }
}
