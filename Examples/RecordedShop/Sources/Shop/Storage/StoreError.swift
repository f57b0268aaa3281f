internal import Foundation
internal import SwiftErrors

/// What goes wrong with what the app keeps on the device.
enum StoreError: Error, CausedError {
  case cannotOpen(name: String, any Error)
  case locked(name: String, any Error)
  /// A file that this app wrote and can no longer read.
  case corrupt(name: String, version: Int?)
  /// The backup after a failed save failed too.
  case lost(name: String, save: any Error, backup: any Error)

  var underlyingErrors: [any Error] {
    switch self {
    case .cannotOpen(_, let cause), .locked(_, let cause): [cause]
    case .corrupt: []
    case .lost(_, let save, let backup): [save, backup]
    }
  }
}
