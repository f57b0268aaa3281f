package import Alamofire
import Foundation
import SwiftErrors

// Errors as the originals' own tests throw them.

package struct AnyError: Error { package init() {} }
package struct E: Error { package init() {} }
package struct ParseFault: Error { package init() {} }
package struct T: Error { package init() {} }
package struct U: Error { package init() {} }

package struct BError: Error { package init() {} }
package struct CError: Error { package init() {} }
package struct FirstError: Error { package init() {} }
package struct ThirdError: Error { package init() {} }
package struct SixthError: Error { package init() {} }
package struct SeventhError: Error { package init() {} }
package struct EightError: Error { package init() {} }
package struct LikeError: Error { package init() {} }

/// A field, and no description of its own.
package struct S: Error {
  package let value: Int

  package init(_ value: Int) {
    self.value = value
  }
}

/// With the status of a response.
package struct HTTPError: HTTPStatusError {
  package let code: Int
  package var httpStatus: Int? { code }

  package init(_ code: Int) {
    self.code = code
  }
}

/// As in rules/originals/workable-error-handler/README.md; here Alamofire is of this package, so nothing is retroactive.
extension AFError: HTTPStatusError {
  package var httpStatus: Int? { responseCode }
}

package struct FifthError: AlertableError {
  package let alertTitle: String?
  package let alertMessage: String

  package init(_ message: String, title: String? = nil) {
    (alertMessage, alertTitle) = (message, title)
  }
}

/// Two types of one description.
package struct A: LocalizedError, CustomStringConvertible {
  package var description: String { "same" }
  package var errorDescription: String? { description }

  package init() {}
}

package struct B: LocalizedError, CustomStringConvertible {
  package var description: String { "same" }
  package var errorDescription: String? { description }

  package init() {}
}
