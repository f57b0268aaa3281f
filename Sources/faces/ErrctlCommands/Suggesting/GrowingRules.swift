import Differences
import Edits
import Replay
import Reports
internal import Bytes
internal import Counting
internal import Engine
internal import RuleLanguage
internal import Source

/// A rule file that gets further rules: a file, or none yet.
struct GrowingRules {
  let name: String
  let bytes: [UInt8]
  let chain: ResponderChain
  let program: RuleProgram
  /// The file's own root; nil for a file that is not written yet.
  private let root: Node?
  private let registry: Registry
  private let limits: Limits

  /// The rules of a file that does not exist yet: one responder without a rule.
  private static let first = #"{"version":1,"responders":[{"id":"app","rules":[]}]}"#
  private static let responder = "app"

  /// - Parameter file: nil if there are no rules yet.
  init(_ file: String?, registry: Registry, limits: Limits, _ compilation: RuleSet.Compilation?) throws {
    self.registry = registry
    self.limits = limits
    if let file, let compilation {
      guard let chain = compilation.chain, let program = compilation.program else {
        throw CommandFailure(.unusableInput, InputFile.whyNoChain(file, compilation))
      }
      name = file
      bytes = try InputFile.read(file, limit: limits.ruleFileBytes)
      (self.chain, self.program) = (chain, program)
      let own = InputFile.name(of: file, bytes)
      root = program.roots.first { $0.range.file.name == own && $0["responders"] != nil }
      guard root != nil else {
        throw CommandFailure(
          .unusableInput,
          "\(file): There are no responders here to add rules to. Name a rule file of errctl; “errctl import” makes one of a policy."
        )
      }
    } else {
      name = "rules.yaml"
      bytes = []
      root = nil
      guard let made = Self.compile(Self.first, entry: "", registry: registry, limits) else {
        throw CommandFailure(.unusableInput, "The first rules could not be made.")
      }
      (chain, program) = made
    }
  }

  private static func compile(_ json: String, entry: String, registry: Registry, _ limits: Limits)
    -> RuleDrafting.Rules?
  {
    let compilation = RuleSet.compile(
      name: "\(entry).json", bytes: Array(json.utf8), imports: FileImports(entry: entry, limits: limits),
      registry: registry, limits: limits)
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    return (chain, program)
  }

  func drafting(for ending: RuleDrafting.Ending) -> RuleDrafting {
    RuleDrafting(
      (chain, program), for: ending,
      inFile: root?.range.file.name ?? program.roots.first?.range.file.name ?? "",
      limits: limits
    ) { json in Self.compile(json, entry: root == nil ? "" : name, registry: registry, limits) }
  }

  /// The chain with the drafts, whose verdicts are those that are written.
  func chain(with drafts: [DraftedKind]) throws -> ResponderChain {
    let text = try text(with: drafts)
    let compilation = RuleSet.compile(
      name: InputFile.name(of: name, text), bytes: text,
      imports: FileImports(entry: root == nil ? "" : name, limits: limits), registry: registry, limits: limits
    )
    guard let chain = compilation.chain else {
      throw CommandFailure(.unusableInput, "\(name): The drafts can't be added to this file.")
    }
    return chain
  }

  /// The file with the drafts at the ends of their responders.
  func text(with drafts: [DraftedKind]) throws -> [UInt8] {
    guard let root else { return Array(Self.newFile(drafts).utf8) }
    do throws(DraftEdits.NoList) {
      return EditRound(try DraftEdits.edits(drafts, in: root), in: bytes).text
    } catch {
      throw CommandFailure(
        .unusableInput,
        ["\(name): “\(error.responder)” has no list of rules of its own to add to. Add these by hand:"]
          + error.drafts.map { $0.json })
    }
  }

  /// Whether there is no file yet.
  var isNew: Bool { root == nil }

  private static func newFile(_ drafts: [DraftedKind]) -> String {
    let rules = drafts.flatMap { $0.lines.split(separator: "\n") }.map { "    \($0)\n" }.joined()
    return "version: 1\nresponders:\n  - id: \(responder)\n    rules:\n" + rules
  }
}
