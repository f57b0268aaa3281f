internal import Bytes
internal import Source
import Suites
import SystemPackage

struct TestSelection {
  struct RuleSetFiles {
    let rules: String
    /// Each suite, and whether it also tests other rule files.
    var suites: [(file: SuiteFile, isOneOfSeveral: Bool)] = []
    /// Where the files are that suites name.
    let paths: SuitePaths
    /// The user or a suite named the rule file itself instead of its folder.
    var isNamed: Bool
  }

  private(set) var ruleSets: [RuleSetFiles] = []
  private(set) var failures: [String]
  /// About suites without rules and about configurations.
  private(set) var diagnostics: [Diagnostic] = []
  private var indices: [String: Int] = [:]
  private var suitesRead: Set<String> = []
  private let limits: Limits
  private let generates: Bool
  private let paths: SuitePaths

  /// - Parameter generates: accepts an empty suite: the shell creates it for `>rules.test.yaml`.
  init(_ names: [String], paths: SuitePaths, config: String?, limits: Limits, generates: Bool = false) throws
  {
    self.limits = limits
    self.paths = paths
    self.generates = generates
    var configurations = try Configurations(named: config, limits: limits)
    let files = RuleFiles(names, ofAllKinds: true)
    try Note.write(passedOver: files.passedOver)
    failures = files.failures
    for file in files.selected {
      if RuleFiles.isConfiguration(file.path) || file.path.hasSuffix(".mapping.yaml")
        || file.path.hasSuffix(".mapping.yml")
      {
        if file.isNamed { failures.append("\(file.path): This is neither a test suite nor a rule file.") }
        continue
      }
      let found = try configurations.configuration(of: file.path)
      if !file.isNamed, found?.excludes(file.path) ?? false { continue }
      if Self.isSuite(file.path) {
        addSuite(file.path)
      } else {
        addRules(file.path, isNamed: file.isNamed)
        if file.isNamed { addSuiteBeside(file.path) }
      }
    }
    diagnostics = configurations.diagnostics + diagnostics
  }

  static func isSuite(_ path: String) -> Bool {
    path.hasSuffix(".test.yaml") || path.hasSuffix(".test.yml")
  }

  private mutating func addRules(_ path: String, isNamed: Bool) {
    guard let identity = self.identity(of: path) else { return }
    if let index = indices[identity] {
      if isNamed { ruleSets[index].isNamed = true }
      return
    }
    indices[identity] = ruleSets.count
    ruleSets.append(RuleSetFiles(rules: path, paths: paths, isNamed: isNamed))
  }

  /// The suite of the same name, if there is one.
  private mutating func addSuiteBeside(_ path: String) {
    guard path != "-", let dot = path.lastIndex(of: ".") else { return }
    for ending in SuiteBeside.endings {
      let suite = String(path[..<dot] + ending)
      do throws(Errno) {
        // A link that leads nowhere is reported as it is read.
        guard try !FileKind(of: suite, followsLinks: false).isFolder else { continue }
        if let noun = try? FileKind(of: suite).specialNoun {
          failures.append("\(suite): This is \(noun). A suite is a file.")
        } else {
          addSuite(suite)
        }
      } catch {
        if error != .noSuchFileOrDirectory, error != .notDirectory {
          failures.append("\(suite): \(InputFile.reason(error))")
        }
      }
    }
  }

  private mutating func addSuite(_ path: String) {
    guard let identity = self.identity(of: path), suitesRead.insert(identity).inserted else { return }
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path, limit: limits.ruleFileBytes)
    } catch let failure as CommandFailure {
      failures += failure.messages
      return
    } catch {
      failures.append("\(path): \(error)")
      return
    }
    if generates, bytes.isEmpty { return }
    var suite = SuiteFile(name: path, bytes: bytes, limits: limits)
    var rules: [String] = []
    for name in suite.rules {
      do throws(ImportFault) {
        rules.append(try paths.path(name.text, in: path))
      } catch {
        suite.report(error, ofRules: name)
      }
    }
    if suite.rules.isEmpty {
      let stem = path.dropLast(path.hasSuffix(".yml") ? 9 : 10)
      rules = [".yaml", ".yml", ".json"].map { "\(stem)\($0)" }.filter { Self.isFile($0) }
      if rules.isEmpty, !suite.diagnostics.hasErrors {
        failures.append(
          "\(path): There is no rule file of this name beside the suite. Name one with “rules: FILE”.")
      }
    }
    if rules.isEmpty { diagnostics += suite.diagnostics.sorted }
    for file in rules {
      addRules(file, isNamed: true)
      guard let identity = self.identity(of: file), let index = indices[identity] else { continue }
      ruleSets[index].suites.append((suite, rules.count > 1))
    }
  }

  /// The path itself for what is not a file, which is reported as it is read. Nil after a failure: the same file must not
  /// count as two.
  private mutating func identity(of path: String) -> String? {
    guard path != "-" else { return path }
    do throws(Errno) {
      return try FileImports.resolved(path)
    } catch {
      if [.noSuchFileOrDirectory, .notDirectory, .permissionDenied, .tooManySymbolicLinkLevels].contains(
        error)
      {
        return path
      }
      let failure = "\(path): \(InputFile.reason(error))"
      if !failures.contains(failure) { failures.append(failure) }
      return nil
    }
  }

  private static func isFile(_ path: String) -> Bool {
    (try? FileKind(of: path).isRegular) ?? false
  }
}
