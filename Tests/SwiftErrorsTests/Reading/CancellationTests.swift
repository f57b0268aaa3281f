import Foundation
import SwiftErrors
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Errors of packages and frameworks that Linux lacks, by their names alone.
private enum AFError: Error {
  case explicitlyCancelled, sessionTaskFailed(error: any Error)
}

private enum StoreKitError: Error {
  case userCancelled, unknown
}

private enum OrderError: Error {
  case cancelled
}

private struct PaymentError: CustomNSError {
  static let errorDomain = "SKErrorDomain"
  let errorCode: Int
}

@Suite("A recorded error")
struct CancellationTests {
  static let forms: [any Error] = [
    CancellationError(), URLError(.cancelled), CocoaError(.userCancelled), POSIXError(.ECANCELED),
    AFError.explicitlyCancelled, StoreKitError.userCancelled, PaymentError(errorCode: 2),
    NSError(domain: "CKErrorDomain", code: 20), NSError(domain: "NSOSStatusErrorDomain", code: -128),
    NSError(domain: "com.apple.LocalAuthentication", code: -2),
    NSError(domain: "com.apple.AuthenticationServices.AuthorizationError", code: 1001),
    NSError(domain: "grpc", code: 1),
  ]

  @Test("is marked as cancelled in every form of a cancellation", arguments: forms.indices)
  func marked(index: Int) {
    let error = Self.forms[index]
    #expect(RecordedError(error).cancelled == true, "\(error)")
  }

  @Test("that wraps a cancellation is none, but the wrapped one is")
  func wrapped() {
    let record = RecordedError(AFError.sessionTaskFailed(error: URLError(.cancelled)))
    #expect(record.cancelled == nil)
    #expect(record.payload.first?["cancelled"] == true)
  }

  @Test("is not marked for another code, another domain, or an app's own case")
  func others() {
    let errors: [any Error] = [
      PaymentError(errorCode: 3), StoreKitError.unknown, OrderError.cancelled, POSIXError(.ENOENT),
      NSError(domain: "shop", code: 2), URLError(.timedOut),
    ]
    for error in errors { #expect(RecordedError(error).cancelled == nil, "\(error)") }
  }
}
