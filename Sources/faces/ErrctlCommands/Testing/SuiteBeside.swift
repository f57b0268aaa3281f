import Checks
internal import Bytes
internal import Source

/// The suite of the same name beside a rule file: `app.test.yaml` of `app.yaml`.
enum SuiteBeside {
  static let endings = [".test.yaml", ".test.yml"]

  /// The suites that test a rule file, as far as they can be read: the one beside it, and those of the configuration that name it.
  static func suites(of rules: String, _ found: Configurations.Found?, _ limits: Limits) -> [Node] {
    let stem = rules.lastIndex(of: ".").map { rules[..<$0] } ?? rules[...]
    let beside = endings.map { "\(stem)\($0)" }.compactMap { read($0, limits) }
    let others = (found.map { configured($0) } ?? []).filter { name in
      !endings.contains { FileImports.identity(of: "\(stem)\($0)") == FileImports.identity(of: name) }
    }
    let own = FileImports.identity(of: rules)
    return beside
      + others.compactMap { name in
        guard let suite = read(name, limits), let tested = suite["rules"] else { return nil }
        let isOwn = (tested.elements ?? [tested]).contains { rules in
          rules.string.map { FileImports.identity(of: PathText.joined(PathText.folder(of: name), $0)) == own }
            ?? false
        }
        return isOwn ? suite : nil
      }
  }

  private static func configured(_ found: Configurations.Found) -> [String] {
    let paths = found.configuration.suites.map { PathText.joined(found.folder, $0.text) }
    return RuleFiles(paths, ofAllKinds: true).selected.map { $0.path }.filter { TestSelection.isSuite($0) }
  }

  private static func read(_ suite: String, _ limits: Limits) -> Node? {
    guard let kind = try? FileKind(of: suite), kind.isRegular,
      let bytes = try? InputFile.read(suite, limit: limits.ruleFileBytes)
    else { return nil }
    var diagnostics = Diagnostics()
    return SourceReader(limits: limits).read(name: suite, bytes: bytes, into: &diagnostics).node
  }
}
