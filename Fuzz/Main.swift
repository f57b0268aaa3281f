#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One program for all targets: its `main` is libFuzzer's, and FUZZ_TARGET names the target.
/// `./dev fuzz` builds and runs it.
private let targets: [String: any FuzzTarget.Type] = [
  "patterns": PatternTarget.self, "rule-files": RuleFileTarget.self, "streams": StreamTarget.self,
  "mappings": MappingTarget.self, "suites": SuiteTarget.self, "command-line": CommandLineTarget.self,
  "policies": PolicyTarget.self, "commands": CommandTarget.self, "requests": RequestTarget.self,
]

// libFuzzer calls from one thread.
nonisolated(unsafe) private var target: any FuzzTarget = {
  guard let type = targets[environment("FUZZ_TARGET")] else {
    Console.write("FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", ")).\n")
    exit(64)
  }
  return type.init(root: environment("FUZZ_ROOT"))
}()

/// Called once, before any input: writes the target's own seeds.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  Console.open()
  let folder = environment("FUZZ_SEEDS")
  guard !folder.isEmpty else { return 0 }
  for (index, seed) in (targets[environment("FUZZ_TARGET")]?.seeds ?? []).enumerated() {
    guard let file = fopen("\(folder)/own-\(index)", "w") else { exit(74) }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
  return 0
}

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func environment(_ name: String) -> String {
  getenv(name).map { String(cString: $0) } ?? ""
}
