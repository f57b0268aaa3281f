package import Bytes

/// The result of an action whose failure has a verdict.
package enum PerformedResult: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case ok, failed, timeout

  package var name: String {
    switch self {
    case .ok: "ok"
    case .failed: "failed"
    case .timeout: "timeout"
    }
  }

  package init?(word: ByteSlice) {
    if word == "ok" {
      self = .ok
    } else if word == "failed" {
      self = .failed
    } else if word == "timeout" {
      self = .timeout
    } else {
      return nil
    }
  }
}
