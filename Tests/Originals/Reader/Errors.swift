import Foundation
import SwiftErrors

/// What went wrong in a feed, in words for people.
package struct FeedError: AlertableError {
  package let alertMessage: String

  package init(_ message: String) {
    alertMessage = message
  }
}

package enum AccountError: AlertableError {
  case passwordTooShort

  package var alertTitle: String? { "Too short" }
  package var alertMessage: String { "Eight characters, please." }
}

package enum ImageError: Error {
  case broken
}

package enum MigrationError: Error {
  case olderStore
}

package struct UnauthenticatedError: LocalizedError {
  package var errorDescription: String? { "Your session has ended." }

  package init() {}
}

/// With a code of the system's.
package struct KeychainError: CustomNSError {
  package static let errorDomain = "NSOSStatusErrorDomain"

  package let errorCode: Int

  package init(_ status: Int) {
    errorCode = status
  }
}
