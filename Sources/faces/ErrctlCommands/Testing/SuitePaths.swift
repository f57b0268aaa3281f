import ArgumentParser
internal import Source
import SystemPackage

struct SuitePathOptions: ParsableArguments {
  @Flag(help: "Let suites name files outside their folder, or outside the folder that is named here.")
  var allowOutside = false

  /// - Parameter names: files and folders, as the user named them.
  func paths(among names: [String]) -> SuitePaths { SuitePaths(names, allowsOutside: allowOutside) }
}

/// The files that suites name: regular files in the folder that the user named, or in the suite's own.
struct SuitePaths {
  /// The folders as the user named them.
  private let folders: [String]
  private let allowsOutside: Bool

  init(_ names: [String], allowsOutside: Bool) {
    folders = names.filter { FileImports.isFolder($0) }.map { PlainPath.of($0) }
    self.allowsOutside = allowsOutside
  }

  /// The path as the user would write it.
  ///
  /// - Throws: the reason why the file can't be read. Nothing about files outside is revealed, not even whether they exist.
  func path(_ path: String, in suite: String) throws(ImportFault) -> String {
    let own = FilePath(suite).removingLastComponent()
    let beside =
      path.utf8.first == UInt8(ascii: "/") ? path : own.appending(path).lexicallyNormalized().string
    let folder = allowsOutside ? "/" : folder(of: suite) ?? (own.isEmpty ? "." : own.string)
    let file: String
    let kind: FileKind
    do throws(Errno) {
      file = try FileImports.resolved(beside)
      kind = try FileKind(of: file)
    } catch {
      throw isInside(beside, folder) ? FileImports.fault(error) : .leavesFolder
    }
    guard isInside(file, folder) else { throw .leavesFolder }
    if kind.isFolder { throw .isFolder }
    guard kind.isRegular else { throw .isUnreadable("it is not a regular file") }
    return beside
  }

  private func folder(of suite: String) -> String? {
    folders.first { $0 == "." || suite.utf8.starts(with: PlainPath.joined($0, "").utf8) }
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    guard let folder = try? FileImports.resolved(folder) else { return false }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    guard let start = isAbsolute ? "" : try? FileImports.resolved(".") else { return false }
    let whole = FilePath("\(start)/\(path)").lexicallyNormalized().string
    return whole.utf8.starts(with: (folder == "/" ? "/" : "\(folder)/").utf8)
  }
}
