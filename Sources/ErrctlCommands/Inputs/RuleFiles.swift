import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the rule files among the files and folders that the user named.
struct RuleFiles {
  /// A file that a command looks at.
  struct Selected {
    let path: String
    /// Whether the user named the file itself, and not a folder it lies in.
    let isNamed: Bool
  }

  private(set) var selected: [Selected] = []
  /// What could not be looked at, each with its reason.
  private(set) var failures: [String] = []
  private var kinds: [FileKind] = []
  private let takesAllKinds: Bool

  /// The rule files among `names`, each once; where all kinds are wanted, test suites, mappings and configurations too.
  init(_ names: [String], ofAllKinds takesAllKinds: Bool = false) {
    self.takesAllKinds = takesAllKinds
    // A file that is named is so even where its folder is named before it.
    for name in names where name == "-" || !isFolder(name) { add(PlainPath.of(name), isNamed: true) }
    for name in names where name != "-" && isFolder(name) { addFiles(in: name) }
  }

  private mutating func add(_ path: String, isNamed: Bool) {
    if path != "-" {
      do throws(Errno) {
        let kind = try FileKind(of: path)
        if kinds.contains(where: { $0.isSame(as: kind) }) { return }
        kinds.append(kind)
      } catch {
        let reason =
          error == .noSuchFileOrDirectory ? "there is no such file or folder" : InputFile.reason(error)
        failures.append("\(path): \(reason)")
        return
      }
    }
    selected.append(Selected(path: path, isNamed: isNamed))
  }

  /// Adds the `.yaml`, `.yml` and `.json` files below a folder, in the order of their paths, but for test suites,
  /// stream mappings, the configuration and what is hidden.
  private mutating func addFiles(in folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      failures.append("\(folder): this folder can't be read; check its permissions")
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") || (takesAllKinds && name == ".errctl.yaml") {
      let path = PlainPath.joined(folder, name)
      if isFolder(path) {
        // A link to a folder may lead back here.
        if (try? FileKind(of: path, followsLinks: false).isLink) == false { addFiles(in: path) }
      } else if isWanted(name) {
        add(path, isNamed: false)
      }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    (try? FileKind(of: path).isFolder) ?? false
  }

  /// Why a file that is named can be no rule file, by its name; nil where it may be one.
  static func whyNoRuleFile(_ path: String) -> String? {
    if path.hasSuffix(".test.yaml") || path.hasSuffix(".test.yml") {
      return "this is a test suite, not a rule file; errctl test runs it"
    }
    if isMapping(path) { return "this is a stream mapping, not a rule file" }
    return nil
  }

  /// Whether a path is a stream mapping's.
  static func isMapping(_ path: String) -> Bool {
    path.hasSuffix(".mapping.yaml") || path.hasSuffix(".mapping.yml")
  }

  /// Whether a path is a configuration's.
  static func isConfiguration(_ path: String) -> Bool {
    path == Configurations.fileName || path.hasSuffix("/" + Configurations.fileName)
  }

  private func isWanted(_ name: String) -> Bool {
    guard [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }) else { return false }
    return takesAllKinds || !Self.isOfOtherKind(name)
  }

  /// Whether the name says that the file is no rule file.
  static func isOfOtherKind(_ name: String) -> Bool {
    isConfiguration(name)
      || [".test.yaml", ".test.yml", ".mapping.yaml", ".mapping.yml"].contains { name.hasSuffix($0) }
  }
}
