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
    var edits: [SourceEdit] = []
    for element in root["responders"]?.elements ?? [] {
      let own = drafts.filter { $0.draft?.responder == element["id"]?.string }
      guard !own.isEmpty else { continue }
      guard let edit = edit(own, element["rules"]) else {
        throw CommandFailure(
          .unusableInput,
          [
            "\(name): “\(element["id"]?.string ?? "")” has no list of rules of its own to add to. Add these by hand:"
          ]
            + own.map { $0.json })
      }
      edits.append(edit)
    }
    return EditRound(edits, in: bytes).text
  }

  private func edit(_ drafts: [DraftedKind], _ list: Node?) -> SourceEdit? {
    guard let list, let file = root?.range.file else { return nil }
    // A rule added to a list that others share by an anchor would be theirs, too.
    let others = (root?["responders"]?.elements ?? []).filter { $0["rules"]?.range.bytes == list.range.bytes }
    guard others.count == 1 else { return nil }
    let isYAML = !file.name.lowercased().hasSuffix(".json")
    return ListEnd.addingInBrackets(drafts.map { $0.inBrackets(asYAML: isYAML) }, to: list, file)
      ?? ListEnd.adding(drafts.map { $0.lines }.joined(), to: list, file)
  }

  /// Whether rules may change errors, so that those of one kind, as recorded, are different ones in the end.
  var changeErrors: Bool {
    !program.unwraps.isEmpty
      || program.clauses.contains {
        switch $0.verdict {
        case .transform?, .unwrapPayload?, .unwrapCause?: true
        default: false
        }
      }
  }

  /// Whether there is no file yet.
  var isNew: Bool { root == nil }

  private static func newFile(_ drafts: [DraftedKind]) -> String {
    let rules = drafts.flatMap { $0.lines.split(separator: "\n") }.map { "    \($0)\n" }.joined()
    return "version: 1\nresponders:\n  - id: \(responder)\n    rules:\n" + rules
  }
}

/// A kind of errors that nobody handles, with the rule that is drafted for it.
struct DraftedKind {
  let kind: ErrorKind
  /// The record that came first, with its secrets hidden, and its number.
  let example: String
  let ordinal: UInt64
  let category: String?
  /// Nil if there is none, for the reason.
  var draft: RuleDraft?
  var refusal: String?
  var verdict = "cancel"
  /// The reason for the verdict; nil if it is to be decided.
  var reason: String?
  /// A case for a suite: the example, which the rule decides; nil without one.
  var testCase: Node?
  /// The errors that the rule handles, of this kind and of others.
  var handled = 0

  /// The rule as JSON.
  var json: String { draft.map { JSONWriter.line($0.rule(then: verdict)) } ?? "" }

  /// The rule as lines of YAML, the first one with the dash of a list.
  var rule: [String] { draft.map { ListEnd.lines(ofRule: $0.rule(then: verdict)) } ?? [] }

  /// The rule in brackets, as YAML or JSON.
  func inBrackets(asYAML isYAML: Bool) -> String {
    let lines = rule
    guard isYAML, lines.count == 1, lines[0].hasPrefix("- {") else { return json }
    return String(lines[0].dropFirst(2))
  }

  /// The rule as an element of a list, indented by two spaces, below a comment.
  var lines: String {
    let what = reason ?? "decide: cancel, retry, abort or continue"
    let comment =
      "# \(Figures.counted(handled > 0 ? handled : kind.count, "error")) like \(kind.name.oneLine); \(what)"
    return ([comment] + rule).map { "  \($0)\n" }.joined()
  }
}

extension String {
  /// The text without what would end a comment, or can't stand in one.
  fileprivate var oneLine: String {
    let breaks: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
    ]
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { breaks.contains($0.properties.generalCategory) ? " " : $0 }))
  }
}
