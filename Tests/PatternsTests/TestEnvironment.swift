import Foundation

/// Where the tests run: the checkout, the data beside it, and how thorough they are to be.
enum TestEnvironment {
  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Public test data beside the checkout, or nil where it is absent.
  static func data(_ name: String) -> URL? {
    let folder = root.deletingLastPathComponent().appendingPathComponent("shared/data/\(name)")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// `ERRCTL_TEST_SCALE`: `quick` runs a twentieth of generated cases, a number that many times as many;
  /// unset, all that were promised.
  static let scale: Double = {
    switch ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] {
    case "quick": 0.05
    case .some(let text): Double(text) ?? 1
    case nil: 1
    }
  }()

  static func scaled(_ count: Int) -> Int { max(Int(Double(count) * scale), 1) }

  /// `ERRCTL_TEST_SEED`: what generated cases start from; 1 unless set.
  static let seed = UInt64(ProcessInfo.processInfo.environment["ERRCTL_TEST_SEED"] ?? "") ?? 1
}

extension [UInt8] {
  func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(body)
  }
}
