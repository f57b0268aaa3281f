import Foundation
import SwiftErrors

/// Errors with words of their own.
package enum Telling {
  package enum ThrownError: LocalizedError {
    case e1

    package var errorDescription: String? { "The disk is full." }
  }

  package struct AError: LocalizedError {
    package var errorDescription: String? { "Too old." }

    package init() {}
  }
}

/// An error that carries words where `Net` has a number.
package enum Worded {
  package enum Net: Error {
    case server(String)
  }
}

/// An error that says itself what it is for NSError.
package enum Bridged {
  package struct T: CustomNSError {
    package static let errorDomain = NSURLErrorDomain

    package var errorCode: Int { NSURLErrorTimedOut }

    package init() {}
  }
}

package enum Outer: Error {
  case wrapped(String, Inner)
}

extension Outer: LocalizedError, CustomNSError {
  package var errorDescription: String? { "Wrapped." }
  package var errorUserInfo: [String: Any] { ["host": "web"] }
}

package enum Inner: Error {
  case lost
}

extension Inner: LocalizedError, CustomNSError, HTTPStatusError {
  package var errorDescription: String? { "Lost." }
  package var errorUserInfo: [String: Any] { ["host": "api"] }
  package var httpStatus: Int? { 503 }
}
