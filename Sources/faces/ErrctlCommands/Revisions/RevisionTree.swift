internal import Source
import SystemPackage

struct RevisionTree {
  enum Kind {
    case file, folder, link, other
  }

  static let linkAdvice = "it is a link in that revision; name the file it leads to"

  /// 40 or 64 hexadecimal digits.
  private let commit: String
  /// A folder of the repository; nil for the working directory.
  private let folder: String?
  private static let mostListed = 1 << 20

  /// - Parameter name: as the user gave it, for messages.
  init(_ revision: String, name: String, in folder: String? = nil) throws {
    self.folder = folder
    let result = try Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"], in: folder, name: name
    )
    let commit = String(decoding: result.output, as: UTF8.self).filter { !$0.isWhitespace }
    guard result.status == 0, !commit.isEmpty, commit.allSatisfy({ $0.isHexDigit }) else {
      if try Self.git(["rev-parse", "--git-dir"], in: folder, name: name).status != 0 {
        throw CommandFailure(
          .unusableInput,
          "\(name): The file does not exist, and “\(revision)” can't be a revision because this is not a git repository."
        )
      }
      throw CommandFailure(
        .unusableInput, "\(name): The file does not exist, and the repository has no revision “\(revision)”.")
    }
    self.commit = commit
  }

  /// The path as git resolves it after a colon: from the top of the repository, or from the working directory if it
  /// begins with `./` or `../`.
  func resolved(_ path: String, name: String) throws -> String {
    var folder = ""
    if path.hasPrefix("./") || path.hasPrefix("../") {
      folder = try Self.prefix(in: self.folder, name: name)
    }
    guard !path.hasPrefix("/"), let resolved = Self.joined(folder, path), !resolved.isEmpty else {
      throw CommandFailure(
        .unusableInput,
        "\(name): The path leads out of the repository. Write it from the top of the repository.")
    }
    guard try isAllowed(resolved, name: name) else {
      throw CommandFailure(.unusableInput, "\(name): \(Confinement.reason)")
    }
    return resolved
  }

  /// Whether the file would be in the folder that a confined command works in.
  private func isAllowed(_ path: String, name: String) throws -> Bool {
    guard Confinement.folder != nil else { return true }
    return path.utf8.starts(with: try Self.prefix(in: folder, name: name).utf8)
  }

  /// The path of the working directory in the repository, with a slash at the end; empty at its top.
  private static func prefix(in folder: String?, name: String) throws -> String {
    let result = try git(["rev-parse", "--show-prefix"], in: folder, name: name)
    return String(decoding: result.output.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  func kind(of path: String) throws(ImportFault) -> Kind {
    let result: GitCommand.Result
    do {
      result = try GitCommand(["ls-tree", "-z", "--full-tree", commit, "--", path], in: folder).run(
        limit: Self.mostListed)
    } catch {
      throw .isUnreadable("git could not be run")
    }
    // `100644 blob 0a1b…⇥path`
    let words = String(decoding: result.output, as: UTF8.self).split(separator: " ", maxSplits: 2)
    guard result.status == 0, words.count == 3 else { throw .isMissing }
    switch (words[0], words[1]) {
    case ("120000", _): return .link
    case (_, "blob"): return .file
    case (_, "tree"): return .folder
    default: return .other
    }
  }

  func contents(of path: String, limit: Int) throws(ImportFault) -> [UInt8] {
    switch try kind(of: path) {
    case .file: break
    case .folder: throw .isFolder
    case .link: throw .isUnreadable(Self.linkAdvice)
    case .other: throw .isUnreadable("it is not a regular file")
    }
    let result: GitCommand.Result
    do {
      result = try GitCommand(["cat-file", "blob", "\(commit):\(path)"], in: folder).run(limit: 2 * limit)
    } catch {
      if case .tooLong = error { throw .isUnreadable("it exceeds the limit rule-file-bytes") }
      throw .isUnreadable("git could not be run")
    }
    guard result.status == 0 else {
      throw .isUnreadable(result.complaint.isEmpty ? "git could not read it" : result.complaint)
    }
    return result.output
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The path without `.` and `..`. Nil if it leaves the repository.
  static func joined(_ folder: String, _ path: String) -> String? {
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return parts.joined(separator: "/")
  }

  private static func git(_ arguments: [String], in folder: String?, name: String) throws
    -> GitCommand.Result
  {
    do throws(GitCommand.Fault) {
      return try GitCommand(arguments, in: folder).run(limit: mostListed)
    } catch {
      let reason =
        switch error {
        case .notFound: "The file does not exist, and git is not installed to read it from a revision."
        case .system(let errno): "git could not be run: \(errno.description)."
        case .tooLong: "git's output is too long."
        }
      throw CommandFailure(.unusableInput, "\(name): \(reason)")
    }
  }
}
