import RuleEngine
import Suites
import SystemPackage

/// A rule set that is tested: its rules compiled, its suites read and run.
struct TestedRules {
  private let files: TestSelection.RuleSetFiles
  private let limits: Limits
  /// What cases and examples are called that are run; none: all.
  private let names: [String]
  private let streams: [String]

  init(_ files: TestSelection.RuleSetFiles, limits: Limits, names: [String], streams: [String]) {
    self.files = files
    self.limits = limits
    self.names = names
    self.streams = streams
  }

  /// What came of the tests; nil where the file is no rule file, and was not named.
  func run(withReasons: Bool) throws -> (RuleSetResult?, [Diagnostic]) {
    let compilation = try InputFile.compile(files.rules, registry: Registry(), limits: limits)
    if !files.isNamed, compilation.isOfAnotherKind { return (nil, []) }
    var diagnostics = compilation.hasErrors ? compilation.diagnostics : []
    var suites: [(TestSuite, RuleSet.Compilation, isOneOfSeveral: Bool)] = []
    var unusable = 0
    for (file, isOneOfSeveral) in files.suites {
      let (suite, compiled, found) = try read(file, compilation)
      if let suite { suites.append((suite, compiled, isOneOfSeveral)) } else { unusable += 1 }
      diagnostics += found
    }
    guard compilation.chain != nil else {
      if files.isNamed, !compilation.hasErrors {
        throw CommandFailure(
          .unusableInput,
          "\(files.rules): this is a fragment without a responder that is asked; nothing can be tested"
        )
      }
      return (nil, diagnostics)
    }
    let patterns = names.map { GlobPattern($0) }
    var run = RuleSetRun(files.rules, compilation, limits: limits) { name in
      patterns.isEmpty || patterns.contains { $0.matches(name) }
    }
    for _ in 0..<unusable { run.noteUnusable() }
    run.runExamples()
    for (suite, compiled, isOneOfSeveral) in suites {
      run.run(suite, against: compiled, isOneOfSeveral: isOneOfSeveral)
    }
    for stream in streams { try cover(stream, &run) }
    run.concludeCoverage(withReasons: withReasons)
    return (run.result, diagnostics + run.result.diagnostics.sorted)
  }

  /// A suite against its rules, which are compiled anew where it assumes something.
  private func read(_ file: SuiteFile, _ compilation: RuleSet.Compilation) throws -> (
    TestSuite?, RuleSet.Compilation, [Diagnostic]
  ) {
    var file = file
    var compiled = compilation
    if !file.stubs.isEmpty {
      var registry = Registry()
      registry.stubs = file.stubs
      compiled = try InputFile.compile(files.rules, registry: registry, limits: limits)
    }
    var records = FoundRecords()
    if let stream = file.stream {
      let path = TestSelection.beside(file.name, stream.text)
      do {
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
        defer { try? descriptor.close() }
        if try FileKind(of: descriptor).isFolder { throw Errno.isDirectory }
        records = try FoundRecords(file.wantedRecords, in: descriptor, named: path, limits: limits)
      } catch {
        file.reportStream(Self.reason(error, path))
        records = .unavailable
      }
    }
    let suite = file.suite(against: compiled, records: records)
    return (suite, compiled, file.diagnostics.sorted)
  }

  private func cover(_ stream: String, _ run: inout RuleSetRun) throws {
    do {
      let descriptor = stream == "-" ? FileDescriptor.standardInput : try .open(FilePath(stream), .readOnly)
      defer { if stream != "-" { try? descriptor.close() } }
      if try FileKind(of: descriptor).isFolder { throw Errno.isDirectory }
      guard try run.cover(descriptor) > 0 else {
        throw CommandFailure(.unusableInput, "\(InputFile.shown(stream)): no record could be read")
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.unusableInput, Self.reason(error, InputFile.shown(stream)))
    }
  }

  private static func reason(_ error: any Error, _ stream: String) -> String {
    switch error as? FoundRecords.Failure {
    case .isNoStream: "\(stream): a stream has one record a line: jq -c . FILE makes one"
    case .unreadable(let errno): "\(stream): \(InputFile.reason(errno))"
    case nil: "\(stream): \(InputFile.reason(error))"
    }
  }
}
