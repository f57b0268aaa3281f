import ErrorStreams
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
  private var kinds: [FileKind] = []
  private let takesAllKinds: Bool

  /// Each file once. `ofAllKinds` adds test suites, stream mappings and configurations.
  init(_ names: [String], ofAllKinds takesAllKinds: Bool = false) {
    self.takesAllKinds = takesAllKinds
    var folders: [String] = []
    // A file that is also named by itself counts as named.
    for name in names {
      if name == "-" {
        selected.append(Selected(path: name, isNamed: true))
      } else if let kind = kind(of: name) {
        if kind.isFolder { folders.append(name) } else { add(PlainPath.of(name), kind, isNamed: true) }
      }
    }
    for folder in folders { addFiles(in: folder) }
  }

  private mutating func add(_ path: String, _ kind: FileKind, isNamed: Bool) {
    if kinds.contains(where: { $0.isSame(as: kind) }) { return }
    kinds.append(kind)
    selected.append(Selected(path: path, isNamed: isNamed))
  }

  /// Nil after a failure.
  private mutating func kind(of path: String, followsLinks: Bool = true) -> FileKind? {
    do throws(Errno) {
      return try FileKind(of: path, followsLinks: followsLinks)
    } catch {
      let reason =
        error == .noSuchFileOrDirectory ? "The file or folder does not exist." : InputFile.reason(error)
      failures.append("\(path): \(reason)")
      return nil
    }
  }

  /// `.yaml`, `.yml` and `.json` files of a folder and its subfolders in the order of their paths, without
  /// test suites, stream mappings, configurations and hidden files.
  private mutating func addFiles(in folder: String) {
    guard let names = InputFile.names(in: folder) else {
      failures.append("\(folder): The folder can't be read. Check its permissions.")
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") || (takesAllKinds && name == ".errctl.yaml") {
      let path = PlainPath.joined(folder, name)
      guard let entry = kind(of: path, followsLinks: false) else { continue }
      if entry.isFolder {
        addFiles(in: path)
      } else if isWanted(name), let kind = entry.isLink ? self.kind(of: path) : entry {
        // A link to a folder may form a cycle.
        if !kind.isFolder { add(path, kind, isNamed: false) }
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
    guard [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }) else { return false }
    return takesAllKinds || !Self.isOfOtherKind(name)
  }

  /// The name is reserved for another kind of file.
  static func isOfOtherKind(_ name: String) -> Bool {
    isConfiguration(name)
      || [".test.yaml", ".test.yml", ".mapping.yaml", ".mapping.yml"].contains { name.hasSuffix($0) }
  }
}
