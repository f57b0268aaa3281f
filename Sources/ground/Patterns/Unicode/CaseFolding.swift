/// Simple case folding: comparison that ignores case, one Unicode scalar at a time.
///
/// The mapping is status C and S of Unicode's CaseFolding.txt, in the version ``unicodeVersion``. Two scalars
/// are equal, ignoring case, if they fold to the same scalar, as in RE2's `(?i)`: `K`, `k` and U+212A KELVIN
/// SIGN are equal; `ß` and `ẞ` are equal; `ss` and `ß` are not.
public enum CaseFolding {
  /// The version of Unicode the mapping was generated from, as `major.minor.patch`.
  public static var unicodeVersion: String { CaseFoldingTable.unicodeVersion }

  /// Chinese, Japanese and Yi, where no scalar has another case: found without the table.
  package static let caseless: Range<UInt32> = 0x3000..<0xA000

  /// The folded scalar, or the number itself if it has no other case or is not a Unicode scalar.
  public static func fold(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
    if caseless.contains(scalar) { return scalar }
    return CaseFoldingPages.shared.fold(scalar)
  }

  /// All scalars that equal `scalar`, ignoring case, including itself, ascending.
  package static func orbit(of scalar: UInt32) -> [UInt32] {
    if scalar < 0x80 { return orbit(ofASCII: scalar) }
    return CaseFoldingPages.shared.orbits[fold(scalar)] ?? [scalar]
  }

  /// The same for ASCII without unpacking the table: U+017F is another s, U+212A another k.
  private static func orbit(ofASCII scalar: UInt32) -> [UInt32] {
    let lower = scalar | 0x20
    guard lower &- 0x61 < 26, scalar >= 0x41 else { return [scalar] }
    switch lower {
    case 0x6B: return [0x4B, 0x6B, 0x212A]
    case 0x73: return [0x53, 0x73, 0x017F]
    default: return [lower & ~0x20, lower]
    }
  }

  /// Every scalar that has another case, ascending.
  package static var cased: [UInt32] { CaseFoldingPages.shared.cased }
}

/// The mapping in pages of 64 scalars, so that a lookup is two loads.
private struct CaseFoldingPages: Sendable {
  static let shared = CaseFoldingPages()

  /// The page of every 64 scalars; page 0 maps each scalar to itself.
  private var pages: [UInt8]
  /// The difference to add to a scalar, modulo 2³², at its page and place.
  private var distances: [UInt32]
  /// The scalars that fold to a scalar, including itself, for those with more than one.
  private(set) var orbits: [UInt32: [UInt32]] = [:]
  private(set) var cased: [UInt32] = []

  private init() {
    let mappings = Self.mappings()
    let last = mappings.last?.from ?? 0
    pages = Array(repeating: 0, count: Int(last >> 6) + 1)
    distances = Array(repeating: 0, count: 64)
    for (from, distance) in mappings {
      let place = Int(from >> 6)
      if pages[place] == 0 {
        pages[place] = UInt8(distances.count / 64)
        distances.append(contentsOf: repeatElement(0, count: 64))
      }
      distances[Int(pages[place]) * 64 + Int(from & 63)] = distance
      orbits[from &+ distance, default: [from &+ distance]].append(from)
    }
    for key in orbits.keys { orbits[key]?.sort() }
    cased = orbits.values.flatMap { $0 }.sorted()
  }

  func fold(_ scalar: UInt32) -> UInt32 {
    let place = Int(scalar >> 6)
    guard place < pages.count else { return scalar }
    return scalar &+ distances[Int(pages[place]) * 64 + Int(scalar & 63)]
  }

  /// Reads the runs of the table: gap from the previous run, count, step, distance with its sign in bit 0.
  private static func mappings() -> [(from: UInt32, distance: UInt32)] {
    let numbers = PackedNumbers.read(CaseFoldingTable.packed)
    var mappings: [(from: UInt32, distance: UInt32)] = []
    var first: UInt32 = 0
    for run in stride(from: 0, to: numbers.count - 3, by: 4) {
      first += numbers[run]
      let sign = numbers[run + 3]
      let distance = sign & 1 == 0 ? sign >> 1 : 0 &- (sign >> 1)
      for index in 0..<numbers[run + 1] {
        mappings.append((first + index * numbers[run + 2], distance))
      }
    }
    return mappings
  }
}
