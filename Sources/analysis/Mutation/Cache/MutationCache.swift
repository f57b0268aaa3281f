internal import Bytes
internal import Source

/// Results of earlier runs, keyed by the content of mutants and tests.
package struct MutationCache: Sendable {
  struct Step: Sendable, Equatable {
    let error: String
    let times: Int
    let every: Int64
    let time: Int64?
  }

  enum Finding: Sendable, Equatable {
    case equivalent, depends, notDecided
    case shown([Step], seenIn: String?)
  }

  enum Entry: Sendable, Equatable {
    case invalid
    /// The mutant was noticed by the case with this key, or by an example (nil).
    case noticed(by: String?)
    /// Valid for tests with this key.
    case survived(tests: String, Finding)
  }

  private let tool: String
  private var entries: [String: Entry] = [:]
  private var touched: Set<String> = []
  private static let capacity = 50_000

  package init(tool: String) {
    self.tool = tool
  }

  subscript(key: String) -> Entry? { entries[key] }

  mutating func note(_ key: String, _ entry: Entry) {
    entries[key] = entry
    touched.insert(key)
  }

  package static func name(of files: [String]) -> String {
    var hash = ContentHash()
    for file in files { hash.add(file) }
    return String(hash.text.prefix(16))
  }

  // Serialization

  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: #"{"errctl": "mutants""#.utf8) }

  /// Parses a cache file. Nil if it is not one or is damaged. Empty if it is from another build.
  package init?(_ bytes: [UInt8], tool: String) {
    self.tool = tool
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else { return nil }
    lines.removeLast()
    guard let last = lines.popLast(), lines.count >= 1 else { return nil }
    var sum = ContentHash()
    for line in lines { sum.add(line) }
    guard Self.object(last)?["sum"]?.string == sum.text, let head = Self.object(lines[0]),
      head["errctl"]?.string == "mutants", let other = head["tool"]?.string
    else { return nil }
    guard other == tool else { return }
    for line in lines.dropFirst() {
      guard let node = Self.object(line), let key = node["key"]?.string, let entry = Self.entry(node) else {
        return nil
      }
      entries[key] = entry
    }
  }

  private static func object(_ line: ArraySlice<UInt8>) -> Node? {
    Node.made(json: String(decoding: line, as: UTF8.self)).flatMap { $0.members == nil ? nil : $0 }
  }

  private static func entry(_ node: Node) -> Entry? {
    let word = node["is"]?.string
    if word == "invalid" { return .invalid }
    if word == "noticed" { return .noticed(by: node["by"]?.string) }
    guard word == "survived", let tests = node["tests"]?.string, let finding = finding(node) else {
      return nil
    }
    return .survived(tests: tests, finding)
  }

  private static func finding(_ node: Node) -> Finding? {
    switch node["found"]?.string {
    case "equivalent": return .equivalent
    case "depends": return .depends
    case "notDecided": return .notDecided
    case "shown":
      let written = node["steps"]?.elements ?? []
      var steps: [Step] = []
      for one in written {
        guard let step = Step(one) else { return nil }
        steps.append(step)
      }
      return steps.isEmpty ? nil : .shown(steps, seenIn: node["seenIn"]?.string)
    default: return nil
    }
  }

  /// The cache file: one line per mutant. The mutants of this run are always kept.
  package var text: String {
    let others = entries.keys.filter { !touched.contains($0) }.sorted().prefix(Self.capacity)
    let keys = (touched + others).sorted()
    var lines = ["{\"errctl\": \"mutants\", \"tool\": \(tool.json)}"]
    lines += keys.compactMap { key in entries[key].map { Self.line(key, $0) } }
    var sum = ContentHash()
    for line in lines { sum.add(line) }
    lines.append("{\"sum\": \"\(sum.text)\"}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ key: String, _ entry: Entry) -> String {
    var members = ["\"key\": \(key.json)"]
    switch entry {
    case .invalid: members.append("\"is\": \"invalid\"")
    case .noticed(let test):
      members.append("\"is\": \"noticed\"")
      if let test { members.append("\"by\": \(test.json)") }
    case .survived(let tests, let finding):
      members += ["\"is\": \"survived\"", "\"tests\": \(tests.json)"]
      switch finding {
      case .equivalent: members.append("\"found\": \"equivalent\"")
      case .depends: members.append("\"found\": \"depends\"")
      case .notDecided: members.append("\"found\": \"notDecided\"")
      case .shown(let steps, let seenIn):
        members.append("\"found\": \"shown\"")
        let written = steps.map { step in
          let time = step.time.map { ", \"time\": \($0)" } ?? ""
          return "{\"error\": \(step.error.json), \"times\": \(step.times), \"every\": \(step.every)\(time)}"
        }
        members.append("\"steps\": [\(written.joined(separator: ", "))]")
        if let seenIn { members.append("\"seenIn\": \(seenIn.json)") }
      }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension MutationCache.Step {
  // Member by member: successive look-ups crash the optimizer of Swift 6.3.1.
  fileprivate init?(_ node: Node) {
    var text: String?
    var numbers: [String: Int] = [:]
    for member in node.members ?? [] {
      if let integer = member.value.asInteger { numbers[member.key] = integer }
      if member.key == "error" { text = member.value.string }
    }
    guard let text, let times = numbers["times"], times > 0, let every = numbers["every"] else { return nil }
    self.init(error: text, times: times, every: Int64(every), time: numbers["time"].map { Int64($0) })
  }
}
