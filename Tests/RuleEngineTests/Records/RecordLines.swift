@testable import Bytes
@testable import Records

/// Reads lines with both readers and reports differences.
struct RecordLines: ~Copyable {
  /// Reads lines by ``ErrorRecord/read(_:)``.
  private var general: ErrorRecord
  /// Reads lines in place, with a forecast of their keys.
  private var quick: ErrorRecord
  let limits: Limits
  /// Attributes that rules would use, by index; those of the status come first.
  static let requested: [StaticString] = [
    "http.response.status_code", "host", "method", "user", "type", "status", "host.name", "a.b.c", "a", "é",
    "trace_id",
    "elapsed", "attributes.host", "http", "message.x", "k", "http.method", ".", "a.", ".a", "kkkkkkkkkkkk",
    "kkkkkkkkkkkkk",
  ]
  /// The number of attributes that were present and found by their slots.
  private(set) var found = 0
  private(set) var missed = 0

  init(_ limits: Limits = Limits()) {
    self.limits = limits
    general = ErrorRecord(limits)
    quick = ErrorRecord(limits)
    for path in Self.requested.dropFirst() { _ = quick.forecast.requested.request(ByteSlice(path)) }
  }

  /// Lines read by both readers, and by the general one only.
  private(set) var both = 0
  private(set) var declined = 0

  /// The difference in the first line of `text` from `start` on, or nil.
  mutating func difference(_ text: [UInt8], at start: Int = 0) -> String? {
    // No larger than necessary, so that the address sanitizer detects loads past the padding.
    var bytes = Buffer<UInt8>(capacity: text.count + PaddedBytes.padding)
    _ = bytes.append(upTo: text.count) { room in
      text.withUnsafeBufferPointer { _ = room.update(from: $0) }
      return text.count
    }
    let padded = bytes.padded()
    let end = padded.slice.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? padded.count
    let line = padded.slice[start..<end]
    let fault = general.read(line)
    guard let quickEnd = quick.read(lineAt: start, of: padded) else {
      if fault == nil { declined += 1 }
      // Reading the line on the fast path must not affect the general reader.
      let again = quick.read(line)
      if "\(String(describing: again))" != "\(String(describing: fault))" {
        return "read again: \(again, default: "read")"
      }
      return fault == nil ? Self.difference(general, quick) : nil
    }
    both += 1
    if let fault { return "the general way says \(fault)" }
    if quickEnd != end { return "ends at \(quickEnd), not at \(end)" }
    if line.count > limits.recordBytes { return "is longer than the limit" }
    return Self.difference(general, quick) ?? attributeDifference()
  }

  /// An attribute located ahead that differs from the value at its path, or nil.
  private mutating func attributeDifference() -> String? {
    for (place, path) in Self.requested.enumerated() {
      guard let requested = quick.requested(Index(place)) else { continue }
      let value = general.attribute(ByteSlice(path), of: ErrorRecord.recorded)
      if requested.index != value.index || requested.kind != value.kind || requested.text != value.text {
        return "attribute \(path): \(requested.text), not \(value.text)"
      }
      if requested.isMissing { missed += 1 } else { found += 1 }
    }
    return nil
  }

  private static func difference(_ left: borrowing ErrorRecord, _ right: borrowing ErrorRecord) -> String? {
    if left.time != right.time { return "time" }
    if left.wronglyTyped != right.wronglyTyped { return "wrongly typed" }
    if left.tape.source != right.tape.source { return "source" }
    if left.tape.decoded.slice != right.tape.decoded.slice { return "decoded" }
    if left.tape.isRepaired != right.tape.isRepaired { return "repaired" }
    if left.isEvent != right.isEvent { return "event" }
    if left.replacementRoom != right.replacementRoom { return "replacement room" }
    if left.tape.count != right.tape.count { return "entries: \(left.tape.count), \(right.tape.count)" }
    for index in 0..<left.tape.count where !isSame(left.tape[index], right.tape[index]) {
      return "entry \(index): \(left.tape[index]), \(right.tape[index])"
    }
    if left.errorNodes.count != right.errorNodes.count { return "frames" }
    for index in 0..<left.errorNodes.count where "\(left.errorNodes[index])" != "\(right.errorNodes[index])" {
      return "frame"
    }
    for index in 0..<Field.count where left.slots[index] != right.slots[index] {
      return "slot \(index): \(left.slots[index]), \(right.slots[index])"
    }
    return nil
  }

  /// Ignores the bits of texts: a key's number is known only after reading in one pass.
  private static func isSame(_ left: JSONEntry, _ right: JSONEntry) -> Bool {
    left.kind == right.kind && left.isDecoded == right.isDecoded && left.isRepaired == right.isRepaired
      && left.offset == right.offset && left.length == right.length && left.end == right.end
      && left.sourceOffset == right.sourceOffset && (left.kind == .string || left.bits == right.bits)
  }
}
