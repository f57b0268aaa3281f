/// The example in SwiftErrorHandler's README, with the cases of both versions.
package enum NetworkError: Error, Equatable {
  case server(Int)
  case client(Int)
  case noInternet
  case logout
  case authenticate
}
