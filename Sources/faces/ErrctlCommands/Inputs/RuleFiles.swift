import ErrorStreams
internal import Bytes
internal import Engine
internal import Policies
internal import RuleLanguage
internal import Source
import SystemPackage

/// Among the files and folders named on the command line.
struct RuleFiles {
  struct Selected {
    let path: String
    /// The user named the file itself instead of its folder.
    let isNamed: Bool
  }

  private(set) var selected: [Selected] = []
  private(set) var failures: [String] = []
  /// The number of files in the folders that are not even read.
  private(set) var others = 0
  private(set) var hasFolders = false
  /// Pipes, devices and sockets of the folders, named like rule files, and names that are not UTF-8.
  private(set) var passedOver: [PassedOverFile] = []
  private var added: Set<FileKind.Identity> = []
  /// Links to units of systemd and to their drop-ins: other names of units, which count if the unit itself is not found, and
  /// masked ones, which lead to a device.
  private var aliases: [(path: String, kind: FileKind)] = []
  private let takesAllKinds: Bool

  /// Each file once. `ofAllKinds` adds test suites, stream mappings and configurations; `asFound` treats named files as if a
  /// search had found them.
  init(_ names: [String], ofAllKinds takesAllKinds: Bool = false, asFound: Bool = false) {
    self.takesAllKinds = takesAllKinds
    var folders: [String] = []
    // A file that is also named by itself counts as named.
    for name in names {
      if name == "-" {
        selected.append(Selected(path: name, isNamed: true))
      } else if let kind = kind(of: name) {
        if kind.isFolder {
          folders.append(name)
        } else if !asFound {
          add(PlainPath.of(name), kind, isNamed: true)
        } else if kind.isRegular, isWanted(name) {
          add(PlainPath.of(name), kind, isNamed: false)
        }
      }
    }
    hasFolders = !folders.isEmpty
    for folder in folders { addFiles(in: folder) }
    for (path, kind) in aliases where kind.isRegular { add(path, kind, isNamed: false) }
    let units = selected.map { $0.path }.filter { $0.hasSuffix(".service") }
    if !units.isEmpty { selected.removeAll { !$0.isNamed && DropIns.isOne($0.path, ofUnits: units) } }
  }

  private mutating func add(_ path: String, _ kind: FileKind, isNamed: Bool) {
    guard !kind.isRegular || added.insert(kind.identity).inserted else { return }
    selected.append(Selected(path: path, isNamed: isNamed))
  }

  /// Nil after a failure.
  private mutating func kind(of path: String, followsLinks: Bool = true) -> FileKind? {
    do throws(Errno) {
      return try FileKind(of: path, followsLinks: followsLinks)
    } catch {
      if !followsLinks, let special = PassedOverFile(path, error) {
        passedOver.append(special)
        return nil
      }
      let reason =
        error == .noSuchFileOrDirectory ? "The file or folder does not exist." : InputFile.reason(error)
      failures.append("\(path): \(reason)")
      return nil
    }
  }

  /// The hidden files and folders in which other systems keep their policies.
  private static let hiddenPolicies = [".gitlab-ci.yml", ".gitlab-ci.yaml", ".gitlab", ".buildkite"]
  /// Folders of packages that somebody else wrote.
  private static let foreign = ["node_modules", "site-packages"]

  /// Whether a file that was found is a rule file or a policy, by more than a `version`, and no template of one. What can't be
  /// read is one if its name or a line says so.
  static func isRecognized(_ compilation: RuleSet.Compilation, at path: String, limits: Limits) -> Bool {
    if compilation.policyFormat != nil { return !compilation.diagnostics.contains { isOfTemplate($0) } }
    if compilation.isOfAnotherKind { return false }
    if let root = compilation.program?.roots.first { return RuleFileSign.isRuleFile(root) }
    guard let bytes = try? InputFile.read(path, limit: limits.ruleFileBytes) else { return true }
    var diagnostics = Diagnostics()
    for dialect in [YAMLDialect.rules, .policies(laterWins: false)] {
      let reader = SourceReader(limits: limits, dialect: dialect)
      guard let root = reader.read(name: path, bytes: bytes, into: &diagnostics).node else { continue }
      return (root.elements ?? [root]).contains { RuleFileSign.isRuleFile($0) }
    }
    return saysPolicy(path) || RuleFileSign.isLikely(SourceFile(name: path, bytes: bytes))
  }

  /// Whether a finding is about `{{ … }}` where a value has to be.
  private static func isOfTemplate(_ finding: Diagnostic) -> Bool {
    let (place, bytes) = (finding.range.bytes.lowerBound, finding.range.file.bytes)
    return finding.code == "non-scalar-key" && place > 0 && place < bytes.count
      && bytes[place] == UInt8(ascii: "{") && bytes[place - 1] == UInt8(ascii: "{")
  }

  /// Whether a file says by its name that it is a policy, even if it can't be read.
  private static func saysPolicy(_ path: String) -> Bool {
    [".asl.json", ".asl.yaml", ".asl.yml", "/.gitlab-ci.yml"].contains { "/\(path)".hasSuffix($0) }
  }

  /// Whether a search leaves out a file or folder, whatever is in it.
  static func isSkipped(_ name: String, ofAllKinds: Bool = true) -> Bool {
    if foreign.contains(name) { return true }
    guard name.hasPrefix(".") else { return false }
    return !ofAllKinds || name != Configurations.fileName && !hiddenPolicies.contains(name)
  }

  /// `.yaml`, `.yml`, `.json` and `.service` files and policies that are texts, of a folder and its subfolders in the order of
  /// their paths, without test suites, stream mappings, configurations and hidden files, and without pipes and devices.
  private mutating func addFiles(in folder: String) {
    guard let names = InputFile.names(in: folder) else {
      failures.append("\(folder): The folder can't be read. Check its permissions.")
      return
    }
    for name in names.sorted() where !Self.isSkipped(name, ofAllKinds: takesAllKinds) {
      let path = PlainPath.joined(folder, name)
      guard let entry = kind(of: path, followsLinks: false) else { continue }
      if entry.isFolder {
        addFiles(in: path)
      } else if !isWanted(name), !DropIns.isAlone(name, in: folder),
        !entry.isRegular || !Self.isPolicyText(path)
      {
        if entry.isRegular { others += 1 }
      } else if let kind = entry.isLink ? self.kind(of: path) : entry {
        // A link to a folder may form a cycle, and opening a pipe would block.
        if entry.isLink, name.hasSuffix(".service") || folder.hasSuffix(".service.d") {
          aliases.append((path, kind))
          continue
        }
        if kind.isRegular { add(path, kind, isNamed: false) } else if !kind.isFolder { others += 1 }
        if let special = PassedOverFile(path, kind) { passedOver.append(special) }
      }
    }
  }

  static func isMapping(_ path: String) -> Bool {
    path.hasSuffix(".mapping.yaml") || path.hasSuffix(".mapping.yml")
  }

  static func isConfiguration(_ path: String) -> Bool {
    path == Configurations.fileName || path.hasSuffix("/" + Configurations.fileName)
  }

  private func isWanted(_ name: String) -> Bool {
    Self.mayHoldRules(name) && (takesAllKinds || !Self.isOfOtherKind(name))
  }

  /// Whether a file is a policy that is neither YAML nor JSON, by its name and by what it says.
  static func isPolicyText(_ path: String) -> Bool {
    let limits = Limits()
    guard BuiltInPolicies.textNames.contains(where: { path.hasSuffix($0) }),
      let bytes = try? InputFile.read(path, limit: limits.ruleFileBytes)
    else { return false }
    var diagnostics = Diagnostics()
    let document = PolicyText.document(
      name: path, bytes: bytes, formats: BuiltInPolicies.texts, limits: limits, into: &diagnostics)
    return document != nil
  }

  static func mayHoldRules(_ name: String) -> Bool {
    [".yaml", ".yml", ".json", ".service"].contains { name.hasSuffix($0) }
  }

  /// The name is reserved for another kind of file.
  static func isOfOtherKind(_ name: String) -> Bool {
    isConfiguration(name)
      || [".test.yaml", ".test.yml", ".mapping.yaml", ".mapping.yml"].contains { name.hasSuffix($0) }
  }
}
