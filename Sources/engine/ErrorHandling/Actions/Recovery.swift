internal import Foundation
internal import SwiftErrors

enum Recovery {
  case error(any RecoverableError)
  case attempters([any RecoveryAttempter])

  /// Nil if this error's options are only titles.
  init?(of error: any Error) {
    if let recoverable = error as? any RecoverableError {
      self = .error(recoverable)
      return
    }
    switch (error as NSError).userInfo[NSRecoveryAttempterErrorKey] {
    case let attempters as [any RecoveryAttempter]: self = .attempters(attempters)
    case let attempter as any RecoveryAttempter: self = .attempters([attempter])
    default: return nil
    }
  }

  func attempt(_ option: Int, for error: any Error) async -> Bool {
    switch self {
    case .error(let recoverable):
      // The error may call back at once, later, or more than once: the first call counts.
      let recovered = Promise<Bool>()
      recoverable.attemptRecovery(optionIndex: option) { recovered.bring($0) }
      return await recovered.value
    case .attempters(let attempters):
      for attempter in attempters {
        if await attempter.attemptRecovery(from: error, optionIndex: option) { return true }
      }
      return false
    }
  }
}
