internal import Records
internal import Bytes
internal import Engine

/// Upstream systems of retried operations, by hash.
struct UpstreamNames {
  private(set) var names: [(hash: UInt64, name: String)] = []
  private var named: Set<UInt64> = []
  private let subjects: [Subject]
  /// The length of a displayed name; hashes cover the whole name.
  private static let longestName = 120
  private static let mostNamed = 10_000

  init(_ subjects: [Subject]) {
    self.subjects = subjects
  }

  mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    if named.count > Self.mostNamed { named = [] }
  }

  /// 0 for none. Keeps the name.
  mutating func upstream(of evaluator: borrowing Evaluator) -> UInt64 {
    guard let name = evaluator.firstText(of: subjects)?.withoutPath else { return 0 }
    var hash = FastHash(seed: 3)
    hash.add(name)
    let upstream = max(1, hash.value)
    if named.insert(upstream).inserted {
      let text = String(name)
      let isLong = text.unicodeScalars.count > Self.longestName
      names.append((upstream, isLong ? "\(String(text.unicodeScalars.prefix(Self.longestName)))…" : text))
    }
    return upstream
  }

  mutating func take(_ other: UpstreamNames) { names += other.names }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(list: &names, empty: (0, "")) { coder, entry in
      coder.code(fixed: &entry.hash)
      coder.code(&entry.name)
    }
  }
}

extension ByteSlice {
  /// A URL up to its path, which may have numbers and ids; any other text as it is.
  fileprivate var withoutPath: ByteSlice {
    guard let slash = firstIndex(of: UInt8(ascii: "/")), slash > 0, self[slash - 1] == UInt8(ascii: ":"),
      slash + 1 < count, self[slash + 1] == UInt8(ascii: "/")
    else { return self }
    return self[0..<(firstIndex(of: UInt8(ascii: "/"), from: slash + 2) ?? count)]
  }
}
