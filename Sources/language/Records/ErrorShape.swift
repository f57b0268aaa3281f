package import Bytes

/// The parts of an error that tell what it is: those by which a rule may ask for a kind of errors. What varies in the message is
/// folded, as ``MessageTemplate`` does it.
package struct ErrorShape: BitwiseCopyable {
  /// Equal for errors with the same parts, but for their messages.
  package let head: UInt64
  /// Nil for an error without one.
  package let message: ByteSlice?

  fileprivate enum Part: UInt8, CaseIterable {
    case type, `is`, `case`, domain, code, platform, status, ownCode, problemType, problemStatus

    /// The key, with what stands before it.
    var key: StaticString {
      switch self {
      case .type: "\"type\":"
      case .is: "\"is\":"
      case .case: "\"case\":"
      case .domain: "\"domain\":"
      case .code: "\"code\":"
      case .platform: "\"platform\":"
      case .status: "\"status\":"
      case .ownCode: "\"attributes\":{\"error.code\":"
      case .problemType: "\"problem\":{\"type\":"
      case .problemStatus: "\"status\":"
      }
    }
  }
}

extension ErrorRecord {
  /// The shape of the recorded error; nil if a message is no text.
  package var shape: ErrorShape? {
    let message = value(.message, of: Self.recorded)
    guard message.isMissing || message.kind == .string else { return nil }
    var hash = FastHash(seed: 3)
    for part in ErrorShape.Part.allCases {
      let value = value(of: part)
      if value.isMissing { continue }
      hash.add(part.rawValue << 4 | value.kind.rawValue)
      hash.add(value.text)
    }
    return ErrorShape(head: hash.value, message: message.isMissing ? nil : message.text)
  }

  /// Appends an error with the parts of the recorded one, as JSON.
  ///
  /// - Parameter template: its folded message.
  package func appendShape(with template: ByteSlice?, to output: inout Buffer<UInt8>) {
    output.append("{")
    var isFirst = true
    func begin(_ key: StaticString) {
      if !isFirst { output.append(",") }
      isFirst = false
      output.append(key)
    }
    for part in ErrorShape.Part.allCases {
      let value = value(of: part)
      guard !value.isMissing else {
        if part == .problemStatus, !self.value(of: .problemType).isMissing { output.append("}") }
        continue
      }
      begin(part.key)
      append(value, to: &output)
      if part == .ownCode || part == .problemStatus { output.append("}") }
    }
    if let template {
      begin("\"message\":")
      JSONText.append(string: template, to: &output)
    }
    output.append("}")
  }

  private func append(_ value: Value, to output: inout Buffer<UInt8>) {
    switch value.kind {
    case .string: JSONText.append(string: value.text, to: &output)
    case .null: output.append("null")
    case .missing, .bool, .integer, .decimal, .array, .object: output.append(value.text)
    }
  }

  @inline(__always)
  private func value(of part: ErrorShape.Part) -> Value {
    switch part {
    case .type: value(.type, of: Self.recorded)
    case .is: value(.is, of: Self.recorded)
    case .case: value(.case, of: Self.recorded)
    case .domain: value(.domain, of: Self.recorded)
    case .code: value(.code, of: Self.recorded)
    case .platform: value(.platform, of: Self.recorded)
    case .status: status(of: Self.recorded)
    case .ownCode: attribute(ByteSlice("error.code"), of: Self.recorded)
    // The type of a problem is never missing.
    case .problemType: problem(.type, of: Self.recorded)
    case .problemStatus: problem(.status, of: Self.recorded)
    }
  }
}
