import CRE2

/// A pattern compiled by RE2.
final class RE2Pattern {
  private let pattern: OpaquePointer

  init?(_ source: String) {
    var source = source
    let compiled = source.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cre2_pattern_new($0.baseAddress, $0.count) }
    }
    guard let compiled else { return nil }
    pattern = compiled
  }

  deinit { cre2_pattern_free(pattern) }

  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    cre2_pattern_matches(pattern, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) != 0
  }

  func groups(_ bytes: UnsafeRawBufferPointer, count: Int, into offsets: inout [Int]) -> Bool {
    cre2_pattern_groups(
      pattern, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &offsets, CInt(count))
      != 0
  }
}

/// Patterns compiled by RE2 to run in one pass.
final class RE2Set {
  private let set: OpaquePointer

  init?(_ sources: [String]) {
    guard let set = cre2_set_new() else { return nil }
    self.set = set
    for var source in sources {
      let index = source.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { cre2_set_add(set, $0.baseAddress, $0.count) }
      }
      if index < 0 { return nil }
    }
    if cre2_set_compile(set) == 0 { return nil }
  }

  deinit { cre2_set_free(set) }

  func matches(_ bytes: UnsafeRawBufferPointer) -> Int {
    Int(cre2_set_matches(set, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count))
  }
}
