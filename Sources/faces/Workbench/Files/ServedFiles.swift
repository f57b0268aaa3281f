package import LanguageServer
package import Replay
package import Bytes
package import Source
package import Suites

/// The files that a page can reach: those that were named at the start, and in the folder of the rules the rule files,
/// suites and configurations. Whatever else is asked for is not there.
package struct ServedFiles: FileSystem {
  private let files: any FileSystem
  /// The named files, with all links resolved.
  private let named: Set<String>
  private let folder: String
  /// Nil if the folders below are not looked into.
  private let isProject: Bool

  /// - Parameters:
  ///   - rules: the rule file, with all links resolved.
  ///   - others: further files that were named: streams, a mapping.
  package init(_ files: any FileSystem, rules: String, others: [String]) {
    self.files = files
    named = Set(others.map { (try? files.resolve($0)) ?? $0 } + [rules])
    var folder = PathText.folder(of: rules)
    let own = folder
    // As far up as `.errctl.yaml` says that it is one project.
    while files.isFolder(PathText.joined(folder, Self.configuration)) != false, folder != "/" {
      folder = PathText.folder(of: folder)
    }
    isProject = files.isFolder(PathText.joined(folder, Self.configuration)) == false
    self.folder = isProject ? folder : own
  }

  private static let configuration = ".errctl.yaml"

  /// The folder in which suites are looked for.
  package var root: String { folder }

  /// Whether a page may reach a file; links are followed.
  package func admits(_ path: String) -> Bool {
    let plain = PathText.plain(path)
    let file: String
    if let resolved = try? files.resolve(plain) {
      file = resolved
    } else {
      // A new file: a link to its folder may lead out.
      let parent = PathText.folder(of: plain)
      file = PathText.joined((try? files.resolve(parent)) ?? parent, PathText.name(of: plain))
    }
    if named.contains(file) { return true }
    let name = PathText.name(of: file)
    // Configurations above say what the streams and the suites are.
    if name == Self.configuration { return true }
    guard PathText.isInside(file, folder) || file == folder else { return false }
    return [".yaml", ".yml", ".json", ".ndjson", ".jsonl"].contains { name.lowercased().hasSuffix($0) }
      || files.isFolder(file) == true
  }

  package func resolve(_ path: String) throws(ImportFault) -> String {
    guard admits(path) else { throw .leavesFolder }
    return try files.resolve(path)
  }

  package func isFolder(_ path: String) -> Bool? { admits(path) ? files.isFolder(path) : nil }

  package func read(_ path: String, limit: Int) throws(ImportFault) -> [UInt8] {
    guard admits(path) else { throw .leavesFolder }
    return try files.read(path, limit: limit)
  }

  /// The names in a folder. Without a project around the rules, these are only the files beside the rules: nobody said
  /// that the folders below belong to it.
  package func names(in folder: String) -> [String] {
    guard admits(folder) else { return [] }
    let names = files.names(in: folder)
    guard !isProject else { return names }
    return folder == self.folder ? names.filter { files.isFolder(PathText.joined(folder, $0)) != true } : []
  }

  package func stamp(of path: String) -> String? { admits(path) ? files.stamp(of: path) : nil }

  package func streams(_ names: [String]) -> (paths: [String], failures: [String]) { files.streams(names) }

  package func stream(at path: String) -> Replayer.Stream { files.stream(at: path) }

  package func reason(_ failure: Replayer.Failure) -> String { files.reason(failure) }

  package func file(_ path: String, in revision: String, limits: Limits) throws -> RevisedFile {
    guard admits(path) else { throw ImportFault.leavesFolder }
    return try files.file(path, in: revision, limits: limits)
  }

  package func keep(_ text: String, as name: String) -> String? { nil }

  package func records(_ wanted: Set<String>, in path: String, limits: Limits) throws -> FoundRecords {
    guard admits(path) else { throw ImportFault.leavesFolder }
    return try files.records(wanted, in: path, limits: limits)
  }
}
