import ErrorStreams
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum ZoneName {
  /// The offsets from 1970 to 2099, for a name such as `Europe/Berlin`; nil if the system does not know it.
  static func offsets(of name: String) -> ZoneOffsets? {
    guard isKnown(name) else { return nil }
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", name, 1)
    tzset()
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    let first = minutes(at: 0)
    var changes: [ZoneOffsets.Change] = []
    var (known, second) = (first, Int64(0))
    // No zone changes its offset twice in a week.
    while second < lastSecond {
      let next = second + 604_800
      if minutes(at: next) != known {
        let change = change(from: known, after: second, until: next)
        known = minutes(at: change)
        changes.append(ZoneOffsets.Change(second: change, minutes: known))
      }
      second = next
    }
    return ZoneOffsets(minutes: first, changes: changes)
  }

  /// The name of the system's zone, or of the environment's TZ; nil for a zone without one.
  static var ofSystem: String? {
    var path = getenv("TZ").map { String(cString: $0) } ?? ""
    if path.isEmpty {
      var bytes = [CChar](repeating: 0, count: 1_024)
      let count = readlink("/etc/localtime", &bytes, bytes.count)
      path = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    if path.hasPrefix(":") { path.removeFirst() }
    let name = path.firstRange(of: "zoneinfo/").map { String(path[$0.upperBound...]) } ?? path
    return isKnown(name) ? name : nil
  }

  private static let lastSecond: Int64 = 4_102_444_800

  /// The system would take an unknown zone for UTC.
  private static func isKnown(_ name: String) -> Bool {
    guard let start = name.unicodeScalars.first, start.properties.isAlphabetic, !name.contains(".."),
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return false }
    return (try? FileKind(of: "/usr/share/zoneinfo/\(name)"))?.isRegular ?? false
  }

  /// The first second with another offset, in a span that ends with it.
  private static func change(from known: Int, after start: Int64, until end: Int64) -> Int64 {
    var (low, high) = (start, end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if minutes(at: middle) == known { low = middle } else { high = middle }
    }
    return high
  }

  private static func minutes(at second: Int64) -> Int {
    var time = time_t(second)
    var parts = tm()
    localtime_r(&time, &parts)
    return parts.tm_gmtoff / 60
  }
}
