internal import Bytes

/// The lines in which LXC tells one failure, from the call that failed to the program that gives up:
///
/// - at a terminal: `lxc-start: shop: ../src/lxc/start.c: lxc_init: 862 Failed to initialize …`;
/// - in a log: `lxc-start shop 20261130130412.279 ERROR    start - ../src/lxc/start.c:lxc_init:862 - Failed to initialize …`.
enum LXCFailure {
  static let mark = ByteSlice("lxc-")

  private struct Place {
    /// The program and the container.
    let head: ByteSlice
    let text: ByteSlice

    var isOfProgram: Bool { text.contains("/tools/") }
  }

  /// Whether a line goes on with the failure of the line before it. Behind the program's own words another failure begins, and so
  /// it does where the first call fails again.
  static func goesOn(_ line: ByteSlice, after last: ByteSlice, from first: ByteSlice?) -> Bool {
    guard line.hasPrefix(mark), let place = place(line), let before = Self.place(last),
      place.head == before.head, place.isOfProgram || !before.isOfProgram
    else { return false }
    guard let first, let start = Self.place(first) else { return true }
    return place.text != start.text
  }

  private static func place(_ line: ByteSlice) -> Place? {
    let front = line[0..<min(line.count, 240)]
    guard let dot = front.firstIndex(of: ByteSlice(".c:")), dot + 4 < front.count,
      let space = front[0..<dot].lastIndex(of: UInt8(ascii: " "))
    else { return nil }
    var head = front[0..<space]
    if front[dot + 3] != UInt8(ascii: " ") {
      guard let level = front[0..<space].firstIndex(of: ByteSlice(" ERROR ")),
        let time = front[0..<level].lastIndex(of: UInt8(ascii: " "))
      else { return nil }
      head = front[0..<time]
    }
    var end = dot + 4
    while end < front.count, !front[end].isDigit || front[end - 1].isPartOfWord { end += 1 }
    while end < front.count, front[end].isDigit { end += 1 }
    return Place(head: head, text: front[(space + 1)..<end])
  }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}
