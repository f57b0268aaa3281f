import ArgumentParser
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    _superCommandName: "errctl",
    abstract:
      "Create a small project: rules with tests, a stream, a configuration, and a script for CI.",
    discussion: """
      EXAMPLE
        errctl init demo
        cd demo && errctl validate . && errctl test .
        errctl replay rules.yaml stream.ndjson
        errctl init errors --kind server

      KINDS
      \(PolicyFormatList.text(StarterKind.allCases.map { ($0.rawValue, $0.summary) }))

      --kind writes rules, tests, recorded errors and .errctl.yaml, which names them for editors, also beside the files \
      of a project. Asks no questions and overwrites nothing. If one of its files exists, errctl names it, writes none \
      and exits with status 2; only an .errctl.yaml stays, and errctl prints what to add to it. The folder is created if \
      it does not exist.
      """
  )

  @Argument(help: ArgumentHelp("The folder of the project.", valueName: "folder"))
  var folder = "."

  @Option(
    help: ArgumentHelp("The kind of rules to start from, without the rest of the project.", valueName: "kind")
  )
  var kind: StarterKind?

  func run() throws {
    guard !folder.isEmpty else { throw CommandFailure(.usage, "The folder's name is empty.") }
    var files = (kind?.files ?? StarterFile.all).map { (file: $0, path: path(of: $0.name)) }
    var kept: StarterFile?
    if kind != nil, (try? FileKind(of: path(of: StarterFile.configurationName), followsLinks: false)) != nil {
      kept = files.removeLast().file
    }
    let present = files.filter { (try? FileKind(of: $0.path, followsLinks: false)) != nil }.map { $0.path }
    guard present.isEmpty else {
      let advice = "Nothing was written. Move it, or name another folder."
      throw CommandFailure(.unusableInput, present.map { "\($0) already exists. \(advice)" })
    }
    if let kind = try? FileKind(of: folder), !kind.isFolder {
      throw CommandFailure(.unusableInput, "\(folder) is not a folder.")
    }
    let folders = [folder] + files.compactMap { Self.folder(of: $0.file.name) }.map { path(of: $0) }
    let made = folders.filter { (try? FileKind(of: $0)) == nil }
    do {
      for folder in folders { try make(folder) }
      try write(files)
    } catch {
      // Only folders that this run created and that are empty.
      for folder in made.reversed() { _ = rmdir(folder) }
      throw error
    }
    try report(files.map { $0.file }, kept: kept)
  }

  private func path(of name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Nil for a file at the top.
  private static func folder(of name: String) -> String? {
    name.lastIndex(of: "/").map { String(name[..<$0]) }
  }

  private func make(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        .unwritable, "\(folder): The folder can't be created. Check its name and permissions.")
    }
  }

  /// All files or none. A file that somebody else created meanwhile is left as it is.
  private func write(_ files: [(file: StarterFile, path: String)]) throws {
    var written: [String] = []
    do {
      for (file, path) in files {
        try TemporaryFile.make(path, of: Array(file.text.utf8))
        written.append(path)
      }
    } catch {
      for path in written { unlink(path) }
      throw WriteFailure(
        name: files[min(written.count, files.count - 1)].path, errno: error as? Errno ?? .ioError)
    }
  }

  private func report(_ files: [StarterFile], kept: StarterFile?) throws {
    let output = CheckedOutput.standardOutput
    let width = files.map { $0.name.count }.max() ?? 0
    for file in files {
      let space = String(repeating: " ", count: width - file.name.count + 2)
      try output.write("\(path(of: file.name))\(space)\(file.summary)\n")
    }
    if let kept {
      let lines = kept.text.split(separator: "\n").filter { $0.hasPrefix("stream") || $0.hasPrefix("suites") }
      try output.write(
        "\n\(path(of: kept.name)) stays as it is. For editors, add to it:\n\(lines.map { "  \($0)\n" }.joined())"
      )
    }
    let change = folder == "." ? "" : "cd \(folder) && "
    let stream = kind?.stream ?? "stream.ndjson"
    let validated = kind == nil ? "." : "rules.yaml"
    try output.write(
      "\nNext: \(change)errctl validate \(validated) && errctl test \(validated) && errctl replay rules.yaml \(stream)\n"
    )
    try output.flush()
  }
}
