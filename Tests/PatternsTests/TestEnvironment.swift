import Foundation

/// Where the tests run: the checkout, the data beside it, and how thorough they are to be.
enum TestEnvironment {
  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Public test data beside the checkout; not everywhere.
  static func data(_ name: String) -> URL {
    root.deletingLastPathComponent().appendingPathComponent("shared/data/\(name)")
  }

  static func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  /// How many generated cases to run: all that were promised, unless `ERRCTL_TEST_SCALE` says otherwise.
  ///
  /// With `quick` a test runs its own small number; with a number such as `0.1` or `10`, that many times as many.
  static func scaled(_ count: Int, quick: Int) -> Int {
    switch ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] {
    case "quick", "sanitized": quick
    case .some(let text): max(Int(Double(count) * (Double(text) ?? 1)), 1)
    case nil: count
    }
  }

  /// `ERRCTL_TEST_SEED`: what generated cases start from; 1 unless set.
  static let seed = UInt64(ProcessInfo.processInfo.environment["ERRCTL_TEST_SEED"] ?? "") ?? 1
}

extension [UInt8] {
  func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}
