internal import Bytes

/// Values of a crash report on a tape; an empty text for a missing one.
extension JSONTape {
  func string(_ path: StaticString, in object: Int = 0) -> ByteSlice {
    guard let place = place(of: ByteSlice(path), in: object), self[place].kind == .string else {
      return ByteSlice("")
    }
    return text(of: self[place]).trimmed
  }

  func integer(_ path: StaticString, in object: Int = 0) -> Int64? {
    guard let place = place(of: ByteSlice(path), in: object), self[place].kind == .integer else { return nil }
    return self[place].integer
  }

  func isTrue(_ key: StaticString, in object: Int) -> Bool {
    member(ByteSlice(key), of: object).map { self[$0].kind == .true } ?? false
  }

  /// The first element for which a condition holds; nil for anything but a list.
  func first(in list: Int?, where isIt: (Int) -> Bool) -> Int? {
    guard let list, self[list].kind == .array else { return nil }
    var index = list + 1
    while index < Int(self[list].end) {
      if isIt(index) { return index }
      index = Int(self[index].end)
    }
    return nil
  }

  func element(_ number: Int64, of list: Int?) -> Int? {
    var left = number
    return first(in: list) { _ in
      left -= 1
      return left < 0
    }
  }

  /// A text, or the texts of a list.
  func eachString(at place: Int, _ body: (ByteSlice) -> Void) {
    if self[place].kind == .string { body(text(of: self[place]).trimmed) }
    _ = first(in: place) { element in
      if self[element].kind == .string { body(text(of: self[element]).trimmed) }
      return false
    }
  }
}
