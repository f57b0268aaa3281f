import Foundation
import RuleEngine
import RuleLanguage
import Source
import TestSupport
import Testing

@testable import Policies

/// Valid policies with one key that is wrong: by a letter, by its case, or by its level.
@Suite("Policies with one wrong key")
struct WrongKeysTests {
  @Test func `the valid policies have no faults`() {
    for (name, text) in ValidPolicies.all {
      let faults = compiled(text).diagnostics.filter { $0.code == "faulty-policy" }
      #expect(faults.isEmpty, "\(name): \(faults)")
      #expect(compiled(text).policyFormat != nil, "\(name)")
    }
  }

  @Test func `every name in a grammar leads to a mapping`() throws {
    for case let format as any TypedPolicyFormat in BuiltInPolicies.all {
      for (_, text) in ValidPolicies.all {
        let grammar = format.grammar(of: try policy(text).node)
        #expect(grammar.missing == [], "\(format.name)")
      }
    }
  }

  @Test func `each wrong key is found, but for the names that a format leaves free`() throws {
    var random = SeededRandom(seed: 56)
    let texts = ValidPolicies.all.map { $0 }
    var missed: [String] = []
    var count = 0
    while count < Scale.of(4_000, quick: 400) {
      let (name, text) = texts[count % texts.count]
      let root = try policy(text).node
      guard let variant = WrongKey.drawn(in: root, &random), !variant.isFree(in: name) else { continue }
      count += 1
      let found = compiled(variant.text).diagnostics.contains { $0.code == "faulty-policy" }
      if !found { missed.append("\(name): \(variant.description)") }
    }
    #expect(Set(missed).sorted() == [])
  }
}

/// A change of one key.
private struct WrongKey {
  /// The keys on the way to it, without the numbers of elements.
  let path: [String]
  let written: String
  let change: String
  let text: String

  var description: String { "\(path.joined(separator: ".")) as \(written) (\(change))" }

  /// Whether a program of the format's system takes this for valid, too: a name, a key of something else than errors, or a
  /// key that has the same meaning there or so.
  func isFree(in format: String) -> Bool {
    let parent = path.dropLast().last
    // Keys of the mapping above, too.
    let common: [String: [String]] = [
      "envoy": ["name"], "istio": ["headers"], "kubernetes": ["resources"], "temporal": ["name"],
      "asl": ["Comment", "IsPresent", "NumericGreaterThan", "Variable"],
      "buildkite": ["group", "depends_on", "key", "manual"],
      "gitlab": ["image", "when"], "resilience4j": ["retry"],
    ]
    if change == "a level higher", let last = path.last, common[format]?.contains(last) == true {
      return true
    }
    switch format {
    case "grpc": return path.first == "loadBalancingConfig" && path.count > 1
    case "asl":
      return ["Parameters", "ItemSelector", "Result"].contains(parent)
    case "botocore": return ["policies", "definitions"].contains(parent)
    case "litellm": return parent == "model_info"
    case "istio": return ["route", "destination", "uri", "method", "headers", "x-kind"].contains(parent)
    case "buildkite":
      return parent == "agents"
    case "polly":
      return path.count < 3 || change == "its case" || path.count == 3 && change == "a level higher"
    case "resilience4j":
      return change == "its case" || ["configs", "instances"].contains(parent)
    case "gitlab":
      return ["artifacts", "rules"].contains(parent)
        || path.count == 1 && ["build", "test"].contains(path[0])
    case "aws-batch": return ["containerProperties", "timeout"].contains(parent)
    case "temporal, defaults": return change == "its case"
    default: return false
    }
  }

  static func drawn(in root: Node, _ random: inout SeededRandom) -> WrongKey? {
    var paths: [[Int]] = []
    collect(root, [], &paths)
    guard let path = paths.randomElement(using: &random) else { return nil }
    let names = keys(along: path, in: root)
    guard let key = names.last else { return nil }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let wrong = misspelt(key, &random)
      guard wrong != key else { return nil }
      return WrongKey(
        path: names,
        written: wrong,
        change: "a letter",
        text: json(renamed(root, path[...], to: wrong))
      )
    case 1:
      guard let first = key.first, let wrong = recased(key, first, &random) else { return nil }
      return WrongKey(
        path: names,
        written: wrong,
        change: "its case",
        text: json(renamed(root, path[...], to: wrong))
      )
    default:
      guard let moved = lifted(root, path) else { return nil }
      return WrongKey(path: names, written: key, change: "a level higher", text: json(moved))
    }
  }

  // MARK: Keys

  /// The way to each key: the numbers of members and elements.
  private static func collect(_ node: Node, _ path: [Int], _ paths: inout [[Int]]) {
    for (index, member) in (node.members ?? []).enumerated() {
      paths.append(path + [index])
      collect(member.value, path + [index], &paths)
    }
    for (index, element) in (node.elements ?? []).enumerated() { collect(element, path + [index], &paths) }
  }

  private static func keys(along path: [Int], in root: Node) -> [String] {
    var node = root
    return path.compactMap { index in
      if let members = node.members {
        node = members[index].value
        return members[index].key
      }
      node = node.elements?[index] ?? node
      return nil
    }
  }

  private static func misspelt(_ key: String, _ random: inout SeededRandom) -> String {
    var letters = Array(key)
    let index = Int.random(in: 0..<letters.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where letters.count > 3: letters.remove(at: index)
    case 1 where index + 1 < letters.count: letters.swapAt(index, index + 1)
    default: letters.insert(letters[index], at: index)
    }
    return String(letters)
  }

  private static func recased(_ key: String, _ first: Character, _ random: inout SeededRandom) -> String? {
    let flipped = (first.isUppercase ? first.lowercased() : first.uppercased()) + key.dropFirst()
    let other = Bool.random(using: &random) ? flipped : key.uppercased()
    return other == key ? nil : other
  }

  // MARK: Changes

  private static func renamed(_ node: Node, _ path: ArraySlice<Int>, to key: String) -> Node {
    change(node, path) { member in [Node.Member(key: key, keyRange: member.keyRange, value: member.value)] }
  }

  /// The tree with the member moved into the mapping around its own; nil if there is none.
  private static func lifted(_ root: Node, _ path: [Int]) -> Node? {
    var moved: Node.Member?
    let without = change(root, path[...]) { member in
      moved = member
      return []
    }
    var ancestors: [(node: Node, depth: Int)] = []
    var node = root
    for (depth, index) in path.enumerated() {
      if node.members != nil { ancestors.append((node, depth)) }
      node = node.members?[index].value ?? node.elements?[index] ?? node
    }
    guard let moved, ancestors.count > 1 else { return nil }
    let target = ancestors[ancestors.count - 2]
    guard target.node.members?.contains(where: { $0.key == moved.key }) == false else { return nil }
    return change(without, path[..<(target.depth + 1)]) { [$0, moved] }
  }

  /// The tree with other members in place of the one at the path.
  private static func change(
    _ node: Node,
    _ path: ArraySlice<Int>,
    _ transform: (Node.Member) -> [Node.Member]
  )
    -> Node
  {
    guard let index = path.first else { return node }
    let rest = path.dropFirst()
    if var members = node.members {
      if rest.isEmpty {
        members.replaceSubrange(index...index, with: transform(members[index]))
      } else {
        let member = members[index]
        members[index] = Node.Member(
          key: member.key,
          keyRange: member.keyRange,
          value: change(member.value, rest, transform)
        )
      }
      return Node(.mapping(members), style: node.style, range: node.range)
    }
    var elements = node.elements ?? []
    elements[index] = change(elements[index], rest, transform)
    return Node(.sequence(elements), style: node.style, range: node.range)
  }

  private static func json(_ node: Node) -> String {
    if let members = node.members {
      return "{ " + members.map { "\(quoted($0.key)): \(json($0.value))" }.joined(separator: ", ") + " }"
    }
    if let elements = node.elements { return "[ " + elements.map { json($0) }.joined(separator: ", ") + " ]" }
    return node.string.map { quoted($0) } ?? node.text
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
