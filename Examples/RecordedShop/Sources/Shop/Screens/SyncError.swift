internal import SwiftErrors

/// What goes wrong while the device and the upstream are brought together.
indirect enum SyncError: Error, CausedError {
  /// A step failed, and with it what needed it.
  case step(name: String, any Error)
  case clockSkew(seconds: Double)
  case upToDate

  var underlyingErrors: [any Error] {
    if case .step(_, let cause) = self { [cause] } else { [] }
  }
}
