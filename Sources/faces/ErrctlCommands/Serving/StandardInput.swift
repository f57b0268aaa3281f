import SystemPackage

/// Standard input, read as it arrives.
enum StandardInput {
  /// Nil at the end, or if it can't be read.
  static func next() -> [UInt8]? {
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    let count = try? bytes.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) }
    guard let count, count > 0 else { return nil }
    return Array(bytes[..<count])
  }
}
