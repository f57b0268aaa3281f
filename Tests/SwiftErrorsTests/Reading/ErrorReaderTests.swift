import Foundation
import SwiftErrors
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum PlainError: Error {
  case first
  case second(status: Int)
  case third
}

enum NumberedError: Int, Error {
  case low = -7
  case high = 4_001
}

enum NamedError: String, Error {
  case alpha, beta
}

struct StructError: Error {
  let text: String
}

class BaseError: Error, @unchecked Sendable {}
class MiddleError: BaseError, @unchecked Sendable {}
final class LeafError: MiddleError, @unchecked Sendable {}

struct CustomError: CustomNSError {
  static var errorDomain: String { "acme.pay" }
  var errorCode: Int { 4_001 }
  var errorUserInfo: [String: Any] { ["request": "r-1", "apiKey": "k-1"] }
}

final class NSErrorSubclass: NSError, @unchecked Sendable {}

private enum PrivateError: Error {
  case secretly(Int)
}

struct ErrorReaderTests {
  static let errors: [any Error] = {
    var errors: [any Error] = [
      PlainError.first, PlainError.second(status: 1), PlainError.third, NumberedError.low, NumberedError.high,
      NamedError.beta, StructError(text: ""), BaseError(), LeafError(), CustomError(), CancellationError(),
      NSErrorSubclass(domain: "sub", code: 9), NSError(domain: "", code: 0), NSError(domain: "d", code: .min),
      CocoaError(.userCancelled), CocoaError(.fileNoSuchFile), CocoaError(.coderReadCorrupt),
      POSIXError(.ENOENT), POSIXError(.ECONNREFUSED), POSIXError(.EAGAIN), URLError(.cancelled),
      URLError(.timedOut), URLError(.notConnectedToInternet),
      EncodingError.invalidValue(1, EncodingError.Context(codingPath: [], debugDescription: "")),
    ]
    let context = DecodingError.Context(codingPath: [], debugDescription: "")
    errors += [
      DecodingError.dataCorrupted(context), DecodingError.typeMismatch(Int.self, context),
      DecodingError.valueNotFound(Int.self, context),
    ]
    for path in ["/nowhere/at/all", "/"] {
      do { _ = try Data(contentsOf: URL(fileURLWithPath: path)) } catch { errors.append(error) }
    }
    do { try FileManager.default.removeItem(atPath: "/nowhere") } catch { errors.append(error) }
    for text in ["[", "[1, 2]", "{\"a\": \"b\"}", "{\"a\": null}"] {
      do { _ = try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) } catch {
        errors.append(error)
      }
    }
    return errors
  }()

  @Test(arguments: errors.indices)
  func `domain and code are those of the NSError bridge`(index: Int) throws {
    let error = Self.errors[index]
    let record = try parsed(error)
    #expect(record["domain"] as? String == (error as NSError).domain)
    #expect(record["code"] as? Int == (error as NSError).code)
  }

  @Test func `a CocoaError and a POSIXError have their system's numbers, not their ordinal`() {
    let cocoa = RecordedError(CocoaError(.fileNoSuchFile))
    #expect(cocoa.domain == "NSCocoaErrorDomain" && cocoa.code == 4)
    let posix = RecordedError(POSIXError(.ENOENT))
    #expect(posix.domain == "NSPOSIXErrorDomain" && posix.code == 2)
  }

  @Test func `the type is the dynamic one with its module`() {
    let upcast: BaseError = LeafError()
    #expect(RecordedError(upcast).type == "SwiftErrorsTests.LeafError")
    #expect(RecordedError(PlainError.first).type == "SwiftErrorsTests.PlainError")
    #expect(RecordedError(CancellationError()).type == "Swift.CancellationError")
  }

  @Test func `a private type has a stable name and its address reaches no field`() throws {
    let record = RecordedError(PrivateError.secretly(1))
    #expect(record.type == "SwiftErrorsTests.PrivateError")
    #expect(record.domain == "SwiftErrorsTests.PrivateError")
    #expect(!line(PrivateError.secretly(1)).contains("unknown context"))
  }

  @Test func `a type inside a function, and a generic over one, have stable names`() {
    struct Local: Error {}
    struct Wrapper<T>: Error {}
    #expect(RecordedError(Local()).type == "SwiftErrorsTests.ErrorReaderTests.Local")
    let generic = RecordedError(Wrapper<PrivateError>())
    #expect(generic.type == "SwiftErrorsTests.ErrorReaderTests.Wrapper<SwiftErrorsTests.PrivateError>")
    #expect(!line(Wrapper<Local>()).contains("unknown context"))
  }

  @Test func `superclasses come nearest first, then the known protocols, then the app's`() {
    let policy = RecordingPolicy(knownProtocols: [.conformance("AnyBase") { $0 is BaseError }])
    let record = RecordedError(LeafError(), policy: policy)
    #expect(record.is == ["SwiftErrorsTests.MiddleError", "SwiftErrorsTests.BaseError", "AnyBase"])
    #expect(RecordedError(CustomError(), policy: policy).is == ["CustomNSError"])
    #expect(RecordedError(NSErrorSubclass(domain: "d", code: 1)).is.first?.hasSuffix("NSError") == true)
  }

  @Test(arguments: [CancellationError(), URLError(.cancelled), CocoaError(.userCancelled)] as [any Error])
  func `cancelled work says so`(error: any Error) {
    #expect(RecordedError(error).cancelled == true)
    #expect(RecordedError(PlainError.first).cancelled == nil)
  }

  @Test func `cancelled work says so as a bare NSError too`() {
    #expect(RecordedError(NSError(domain: NSURLErrorDomain, code: -999)).cancelled == true)
    #expect(RecordedError(NSError(domain: NSURLErrorDomain, code: -1_001)).cancelled == nil)
  }
}
