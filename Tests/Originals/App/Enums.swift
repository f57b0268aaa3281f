// Errors as the originals' own tests throw them.

package enum ThrownError: Error {
  case carrying(Int)
  case e1, e2, error2, error3
}

package enum OtherError: Error {
  case e1
}

package enum TestError: Error {
  case one
}

package enum AnotherTestError: Error {
  case one
}

package enum ValidationError: Error, Equatable {
  case tooLong(Int)
  case invalidEmail, invalidPassword
}

package enum Net: Error {
  case server(Int)
  case client(Int)
  case noInternet
}

package enum Kind: Error {
  case wrapped(String)
}

/// One error for each level of a hierarchy.
package enum MyError: Error {
  case homePageError, homeTabError, rootError, appError
}
