internal import Source
internal import Suites

/// The files that a suite names: regular files in a folder of the workspace, or in the suite's own.
struct SuitePlaces {
  private let suite: String
  private let texts: Texts
  private let folder: String
  private let reads: ReadFiles

  init(_ suite: String, _ texts: Texts, _ roots: [String], _ reads: ReadFiles) {
    self.suite = suite
    self.texts = texts
    self.reads = reads
    let own = PathText.folder(of: suite)
    folder = roots.first { $0 == own || PathText.isInside(own, $0) } ?? own
  }

  func path(_ path: String) throws(ImportFault) -> String {
    let file = texts.identity(of: PathText.joined(PathText.folder(of: suite), path))
    reads.note(file)
    guard PathText.isInside(file, folder) else { throw .leavesFolder }
    if texts.isOpen(file) { return file }
    switch texts.files.isFolder(file) {
    case true?: throw .isFolder
    case false?: return file
    case nil:
      _ = try texts.files.resolve(file)
      throw .isUnreadable("it is not a regular file")
    }
  }

  /// The rule files that a suite tests: those that it names, or the one of its name beside it.
  func tested(by suite: inout SuiteFile) -> [String] {
    var tested: [String] = []
    for name in suite.rules {
      do throws(ImportFault) {
        tested.append(try path(name.text))
      } catch {
        suite.report(error, ofRules: name)
      }
    }
    guard suite.rules.isEmpty else { return tested }
    let stem = self.suite.dropLast(self.suite.hasSuffix(".yml") ? 9 : 10)
    return [".yaml", ".yml", ".json"].map { texts.identity(of: "\(stem)\($0)") }.filter { file in
      reads.note(file)
      return texts.exists(file)
    }
  }

  func noRules(_ bytes: [UInt8]) -> Diagnostic {
    Diagnostic(
      "missing-rules", "There is no rule file of this name beside the suite. Name one with “rules: FILE”.",
      at: SourceRange(file: SourceFile(name: suite, bytes: bytes), bytes: 0..<0))
  }
}
