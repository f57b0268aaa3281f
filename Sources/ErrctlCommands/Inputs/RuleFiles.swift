import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Among the files and folders named on the command line.
struct RuleFiles {
  struct Selected {
    let path: String
    /// The user named the file itself instead of its folder.
    let isNamed: Bool
  }

  private(set) var selected: [Selected] = []
  private(set) var failures: [String] = []
  private var kinds: [FileKind] = []
  private let takesAllKinds: Bool

  /// Each file once. `ofAllKinds` adds test suites, stream mappings and configurations.
  init(_ names: [String], ofAllKinds takesAllKinds: Bool = false) {
    self.takesAllKinds = takesAllKinds
    // A file that is also named by itself counts as named.
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
          error == .noSuchFileOrDirectory ? "The file or folder does not exist." : InputFile.reason(error)
        failures.append("\(path): \(reason)")
        return
      }
    }
    selected.append(Selected(path: path, isNamed: isNamed))
  }

  /// `.yaml`, `.yml` and `.json` files of a folder and its subfolders in the order of their paths, without
  /// test suites, stream mappings, configurations and hidden files.
  private mutating func addFiles(in folder: String) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      failures.append("\(folder): The folder can't be read. Check its permissions.")
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") || (takesAllKinds && name == ".errctl.yaml") {
      let path = PlainPath.joined(folder, name)
      if isFolder(path) {
        // A link to a folder may form a cycle.
        if (try? FileKind(of: path, followsLinks: false).isLink) == false { addFiles(in: path) }
      } else if isWanted(name) {
        add(path, isNamed: false)
      }
    }
  }

  private func isFolder(_ path: String) -> Bool {
    (try? FileKind(of: path).isFolder) ?? false
  }

  static func isMapping(_ path: String) -> Bool {
    path.hasSuffix(".mapping.yaml") || path.hasSuffix(".mapping.yml")
  }

  static func isConfiguration(_ path: String) -> Bool {
    path == Configurations.fileName || path.hasSuffix("/" + Configurations.fileName)
  }

  private func isWanted(_ name: String) -> Bool {
    guard [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }) else { return false }
    return takesAllKinds || !Self.isOfOtherKind(name)
  }

  /// The name is reserved for another kind of file.
  static func isOfOtherKind(_ name: String) -> Bool {
    isConfiguration(name)
      || [".test.yaml", ".test.yml", ".mapping.yaml", ".mapping.yml"].contains { name.hasSuffix($0) }
  }
}
