import Foundation
import SwiftErrors
import Testing

/// Errors as packages for servers declare them: gRPC Swift 2.4 and AsyncHTTPClient 1.33.
private struct RPCError: Error, CustomStringConvertible {
  struct Code: CustomStringConvertible, Sendable {
    enum Wrapped: UInt8, Sendable {
      case cancelled = 1
      case unavailable = 14
    }

    var wrapped: Wrapped
    var description: String { String(describing: wrapped) }
  }

  var code: Code
  var message: String
  var cause: (any Error)?
  var description: String { "\(code): \"\(message)\"" }
}

private struct HTTPClientError: Error, CustomStringConvertible {
  enum Code { case cancelled, readTimeout }

  var code: Code
  var description: String { "HTTPClientError.\(code)" }
}

private struct Localized: LocalizedError, CustomStringConvertible {
  var errorDescription: String? { "The card was declined." }
  var description: String { "declined(4001)" }
}

private struct Silent: Error {}

@Suite("The message of a recorded error")
struct ErrorDescriptionsTests {
  @Test("is the type's own description, where nothing is written for people")
  func own() {
    let error = RPCError(code: .init(wrapped: .unavailable), message: "shop is down", cause: Silent())
    #expect(RecordedError(error).message == #"unavailable: "shop is down""#)
    #expect(RecordedError(error).payload.first == "unavailable")
    #expect(RecordedError(HTTPClientError(code: .readTimeout)).message == "HTTPClientError.readTimeout")
    #expect(RecordedError(Localized()).message == "The card was declined.")
  }

  @Test("is Foundation's for its own errors, and for types without words")
  func foundation() {
    let error = NSError(domain: "shop", code: 7, userInfo: [NSLocalizedDescriptionKey: "Closed."])
    #expect(RecordedError(error).message == "Closed.")
    #expect(RecordedError(Silent()).message?.contains("Silent") == true)
    let missing = CocoaError(.fileNoSuchFile)
    #expect(RecordedError(missing).message == missing.localizedDescription)
  }

  @Test("a code inside a server's error marks it as cancelled")
  func cancelled() {
    #expect(RecordedError(RPCError(code: .init(wrapped: .cancelled), message: "")).cancelled == true)
    #expect(RecordedError(RPCError(code: .init(wrapped: .unavailable), message: "")).cancelled == nil)
    #expect(RecordedError(HTTPClientError(code: .cancelled)).cancelled == true)
    #expect(RecordedError(HTTPClientError(code: .readTimeout)).cancelled == nil)
  }
}
