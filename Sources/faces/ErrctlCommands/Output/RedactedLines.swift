import Replay
internal import Engine
import Secrets

/// Lines of JSON on their way to a file, with secrets hidden.
final class RedactedLines: ReplayOutput {
  private let output: OutputFile
  private let redactor = Redactor(isOn: true)
  /// The beginning of a line whose end has not come yet.
  private var rest: [UInt8] = []

  init(_ output: OutputFile) {
    self.output = output
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var lines: [UInt8] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        rest.append(byte)
        continue
      }
      let line = String(decoding: rest, as: UTF8.self)
      lines += Array(redactor.json(line, without: Evaluator.recordMember).utf8)
      lines.append(byte)
      rest.removeAll(keepingCapacity: true)
    }
    try lines.withUnsafeBytes { try output.write($0) }
  }
}
