#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What holds for every input: a target checks it, and ends the process where it does not.
protocol FuzzTarget: SendableMetatype {
  /// Inputs made of the program's own examples, beside the fixtures that `Fuzz/seeds.py` names.
  static var seeds: [[UInt8]] { get }

  /// - Parameter root: the repository's folder.
  init(root: String)

  mutating func check(_ input: [UInt8])
}

extension FuzzTarget {
  static var seeds: [[UInt8]] { [] }
}

/// Ends the process unless the property holds. A precondition of an optimized program would say nothing.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  guard !holds else { return }
  Console.write("errctl fuzz: \(property())\n")
  abort()
}

/// Standard error as it was at the start: the commands under test have another.
enum Console {
  private static let descriptor = dup(2)

  static func open() { _ = descriptor }

  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
  }
}

/// The halves of an input, before and behind its first byte 0xFF, which no text in UTF-8 has.
func halves(_ input: [UInt8]) -> (first: [UInt8], second: [UInt8]?) {
  guard let end = input.firstIndex(of: 0xFF) else { return (input, nil) }
  return (Array(input[..<end]), Array(input[(end + 1)...]))
}

/// `write`, which methods of this name would shadow.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
