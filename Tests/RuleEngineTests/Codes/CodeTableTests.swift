import Foundation
import RuleEngine
import Testing

@Suite("The built-in code tables")
struct CodeTableTests {
  @Test("are found by the domains that errors carry")
  func domains() {
    #expect(CodeTable.foundationURL.domain == "NSURLErrorDomain")
    #expect(CodeTable.cocoa.domain == "NSCocoaErrorDomain")
    #expect(CodeTable.posix.domain == "NSPOSIXErrorDomain")
    #expect(CodeTable.grpc.domain == "grpc")
  }

  @Test("have every symbol of their headers once")
  func counts() {
    // A duplicate key in a literal is a warning, which is an error here: these count distinct symbols.
    #expect(CodeTable.foundationURL.integers.count == 49)
    #expect(CodeTable.cocoa.integers.count == 60 + 49)
    #expect(CodeTable.posix.codes.count == 153)
    #expect(CodeTable.posix.numbers(on: .darwin).count == 108)
    #expect(CodeTable.posix.numbers(on: .linux).count == 134)
    #expect(CodeTable.grpc.integers.count == 17)
  }

  @Test("agree with Foundation's URLError codes")
  func foundationURLNumbers() {
    let numbers = CodeTable.foundationURL.integers
    for (symbol, code) in Self.foundationURL {
      #expect(numbers[symbol] == Int64(code.rawValue), "\(symbol)")
    }
  }

  @Test("agree with Foundation's CocoaError codes")
  func cocoaNumbers() {
    let numbers = CodeTable.cocoa.integers
    for (symbol, code) in Self.cocoa {
      #expect(numbers[symbol] == Int64(code.rawValue), "\(symbol)")
    }
  }

  @Test("agree with this machine's errno, and add nothing that its platform lacks")
  func errnoNumbers() {
    #if canImport(Darwin)
      let platform = Platform.darwin
      let newerThanSomeSDKs = ["ENOTCAPABLE"]
    #else
      let platform = Platform.linux
      let newerThanSomeSDKs: [String] = []
    #endif
    let numbers = CodeTable.posix.numbers(on: platform)
    let machine = Self.errnoOfBoth + Self.errnoOfOne
    for (symbol, number) in machine {
      #expect(numbers[symbol] == Int64(number), "\(symbol)")
    }
    #expect(Set(numbers.keys) == Set(machine.map { $0.0 } + newerThanSomeSDKs))
  }

  @Test("have a symbol for every errno number of a platform")
  func errnoWithoutGaps() {
    #expect(Set(CodeTable.posix.numbers(on: .darwin).values) == Set(1...107))
    #expect(Set(CodeTable.posix.numbers(on: .linux).values) == Set(1...133).subtracting([41, 58]))
  }

  @Test("give two symbols the same number only if the header defines an alias")
  func aliasesAreTheHeaders() {
    for table in [CodeTable.foundationURL, .cocoa, .grpc] {
      #expect(aliases(in: table.integers) == [], "\(table.domain)")
    }
    #expect(aliases(in: CodeTable.posix.numbers(on: .darwin)) == [["EAGAIN", "EWOULDBLOCK"]])
    #expect(
      aliases(in: CodeTable.posix.numbers(on: .linux)) == [
        ["EAGAIN", "EWOULDBLOCK"], ["EDEADLK", "EDEADLOCK"], ["ENOTSUP", "EOPNOTSUPP"],
      ]
    )
  }

  @Test("keep errno numbers that differ between platforms apart")
  func errnoOfEachPlatform() {
    let darwin = CodeTable.posix.numbers(on: .darwin)
    let linux = CodeTable.posix.numbers(on: .linux)
    #expect(darwin["ECONNREFUSED"] == 61 && linux["ECONNREFUSED"] == 111)
    #expect(darwin["ENOTSUP"] == 45 && darwin["EOPNOTSUPP"] == 102 && linux["EOPNOTSUPP"] == 95)
    #expect(darwin["EBADRPC"] == 72 && linux["EBADRPC"] == nil)
    #expect(darwin["ENOMEDIUM"] == nil && linux["ENOMEDIUM"] == 123)
  }

  @Test("number Core Data's errors as CoreDataErrors.h does")
  func coreDataNumbers() {
    let numbers = CodeTable.cocoa.integers
    #expect(numbers["NSManagedObjectValidationError"] == 1550)
    #expect(numbers["NSValidationMissingMandatoryPropertyError"] == 1570)
    #expect(numbers["NSManagedObjectMergeError"] == 133_020)
    #expect(numbers["NSPersistentStoreIncompatibleVersionHashError"] == 134_100)
    #expect(numbers["NSPersistentHistoryTokenExpiredError"] == 134_301)
  }

  @Test("number gRPC's status codes from OK, 0, to UNAUTHENTICATED, 16")
  func grpcNumbers() {
    let inOrder = CodeTable.grpc.integers.sorted { $0.value < $1.value }
    #expect(inOrder.map { $0.value } == Array(0...16))
    #expect(
      inOrder.map { $0.key } == [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE",
        "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
      ]
    )
  }

  private func aliases(in numbers: [String: Int64]) -> [[String]] {
    Dictionary(grouping: numbers.keys) { numbers[$0] }.values
      .filter { $0.count > 1 }
      .map { $0.sorted() }
      .sorted { $0[0] < $1[0] }
  }
}

extension CodeTable {
  /// The symbols that are the same integer on every platform.
  fileprivate var integers: [String: Int64] {
    codes.compactMapValues { code in
      guard case .integer(let number) = code else { return nil }
      return number
    }
  }

  /// The symbols that are errno numbers on `platform`.
  fileprivate func numbers(on platform: Platform) -> [String: Int64] {
    codes.compactMapValues { code in
      guard case .errno(let darwin, let linux) = code else { return nil }
      return platform == .darwin ? darwin : linux
    }
  }
}
