import Differences
import Edits
import Replay
import Reports
internal import Bytes
internal import Counting
internal import Engine
internal import RuleLanguage
internal import Source
import SystemPackage

/// A rule file that gets further rules: a file, or none yet.
struct GrowingRules {
  let name: String
  let bytes: [UInt8]
  let chain: ResponderChain
  let program: RuleProgram
  let hasImports: Bool
  /// The file's own root; nil for a file that is not written yet.
  private let root: Node?
  private let registry: Registry
  private let limits: Limits

  /// The rules of a file that does not exist yet: one responder without a rule.
  private static let first = #"{"version":1,"responders":[{"id":"app","rules":[]}]}"#
  private static let responder = "app"

  /// The first rules, with the filter of `--where`.
  static func first(registry: Registry, _ limits: Limits, recordFilter: SourceFile?) -> RuleSet.Compilation {
    RuleSet.compile(
      name: ".json", bytes: Array(first.utf8), imports: FileImports(entry: "", limits: limits),
      registry: registry, limits: limits, recordFilter: recordFilter)
  }

  /// - Parameters:
  ///   - file: nil if there are no rules yet.
  ///   - compilation: of the file, or ``first(registry:_:recordFilter:)``.
  init(_ file: String?, registry: Registry, limits: Limits, _ compilation: RuleSet.Compilation) throws {
    self.registry = registry
    self.limits = limits
    hasImports = !compilation.imports.isEmpty
    if let file {
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
      // The filter is in the way.
      guard let chain = compilation.chain, let program = compilation.program else {
        throw CommandFailure(.unusableInput)
      }
      (self.chain, self.program) = (chain, program)
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
      let place = error.place.file.position(of: error.place.bytes.lowerBound)
      throw CommandFailure(
        .unusableInput,
        ["\(name):\(place.line):\(place.column): error: \(EscapedText.of(error.reason)) The drafts for it:"]
          + error.drafts.flatMap { $0.rule }.map { EscapedText.of("  \($0)") })
    }
  }

  /// The path as patches have it: from the working directory, or, of a file outside it, from the folder of the repository, which is
  /// `root`.
  var nameInPatch: (path: String, root: String?) {
    let plain = PlainPath.of(name)
    guard plain.hasPrefix("/") || plain.split(separator: "/").contains(".."),
      let here = FileImports.identity(of: ".")
    else { return (plain, nil) }
    let path = FilePath(PathText.joined(here, plain))
    guard let folder = FileImports.identity(of: path.removingLastComponent().string),
      let last = path.lastComponent?.string
    else { return (plain, nil) }
    let whole = PathText.joined(folder, last)
    if whole.hasPrefix(PathText.joined(here, "")) { return (PathText.relative(whole, to: here), nil) }
    var root = folder
    while root != "/", FileImports.identity(of: PathText.joined(root, ".git")) == nil {
      root = PathText.folder(of: root)
    }
    return root == "/" ? (plain, nil) : (PathText.relative(whole, to: root), root)
  }

  /// Whether there is no file yet.
  var isNew: Bool { root == nil }

  private static func newFile(_ drafts: [DraftedKind]) -> String {
    let rules = drafts.flatMap { $0.lines.split(separator: "\n") }.map { "    \($0)\n" }.joined()
    return "version: 1\nresponders:\n  - id: \(responder)\n    rules:\n" + rules
  }
}
