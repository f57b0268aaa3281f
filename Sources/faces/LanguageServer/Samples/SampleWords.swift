internal import Bytes
internal import ErrorStreams
internal import Replay
internal import SystemPackage

/// Values of a sample stream's records, for completion.
package struct SampleWords: Sendable {
  /// The values by the key of a record: `type`, `domain`, `origin`, `event`, `operation`.
  private(set) var values: [String: Set<String>] = [:]
  /// The codes by domain; those without one under an empty text.
  private(set) var codes: [String: Set<String>] = [:]

  /// The names of the cases of each type.
  private(set) var cases: [String: Set<String>] = [:]

  /// The stamps of the stream's files.
  private(set) var stamps: [String] = []

  private static let keys: Set<String> = ["type", "domain", "origin", "event", "operation", "category"]
  /// The limits in bytes of text, and values of one key.
  private static let longest = 32 << 20
  private static let most = 500
  private static let deepest = 8
  private static let deepestValue = 4_096

  init() {}

  /// The words of the first 32 MiB of the stream; nil if `isCancelled` says that they are no longer needed.
  init?(_ source: SampleSource, _ texts: Texts, isCancelled: () -> Bool) {
    guard let sample = try? SampleStream(source, texts), let options = try? sample.options(texts) else {
      return
    }
    stamps = sample.stamps
    var left = Self.longest
    var tape = JSONTape()
    for stream in sample.streams(texts.files) {
      guard left > 0, let descriptor = try? stream.open() else { continue }
      defer { stream.close(descriptor) }
      var reader = RecordReader(
        descriptor, named: stream.name, input: options.input, limits: options.limits)
      var chunk = Chunk()
      while left > 0, (try? reader.read(into: &chunk)) == true {
        if isCancelled() { return nil }
        let bytes = chunk.bytes.slice
        left -= bytes.count
        var start = 0
        while start < bytes.count {
          let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
          let line = bytes[start..<end]
          start = end + 1
          guard
            tape.scan(line, depthLimit: Self.deepestValue, valueLimit: line.count + 1, repairs: true) == nil,
            tape.count > 0, tape[0].kind == .object
          else { continue }
          take(tape, 0, depth: 0)
        }
      }
    }
  }

  private mutating func take(_ tape: borrowing JSONTape, _ object: Int, depth: Int) {
    var domain = ""
    var (code, type, name): (String?, String?, String?)
    var index = object + 1
    let end = Int(tape[object].end)
    while index < end {
      let key = String(tape.text(of: tape[index]))
      let value = index + 1
      let kind = tape[value].kind
      index = Int(tape[value].end)
      if key == "underlying", depth < Self.deepest {
        if kind == .object { take(tape, value, depth: depth + 1) }
        var element = value + 1
        while kind == .array, element < index {
          if tape[element].kind == .object { take(tape, element, depth: depth + 1) }
          element = Int(tape[element].end)
        }
        continue
      }
      guard kind == .string || kind == .integer else { continue }
      if key == "code" { code = String(tape.text(of: tape[value])) }
      if key == "case" { name = String(tape.text(of: tape[value])) }
      guard Self.keys.contains(key) else { continue }
      let text = String(tape.text(of: tape[value]))
      if key == "domain" { domain = text }
      if key == "type" { type = text }
      guard !text.isEmpty, values[key, default: []].count < Self.most else { continue }
      values[key, default: []].insert(text)
    }
    if let type, let name, cases.count < Self.most, cases[type, default: []].count < Self.most {
      cases[type, default: []].insert(name)
    }
    if let code, codes.count < Self.most, codes[domain, default: []].count < Self.most {
      codes[domain, default: []].insert(code)
    }
  }
}
