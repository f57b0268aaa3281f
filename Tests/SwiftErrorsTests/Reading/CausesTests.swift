import Foundation
import SwiftErrors
import Testing

private final class Circle: CausedError, @unchecked Sendable {
  var others: [any Error] = []
  var underlyingErrors: [any Error] { others }
}

private final class SelfReferring: NSError, @unchecked Sendable {
  override var userInfo: [String: Any] { [NSUnderlyingErrorKey: self, "me": self] }
}

private struct Endless: CausedError {
  let depth: Int
  var underlyingErrors: [any Error] { [Endless(depth: depth + 1)] }
}

private struct Tree: CausedError, CustomNSError {
  let errorCode: Int
  var underlyingErrors: [any Error] = []
}

struct CausesTests {
  @Test func `causes form one flat list, each followed by its own`() {
    let error = Tree(
      errorCode: 0,
      underlyingErrors: [
        Tree(errorCode: 1, underlyingErrors: [Tree(errorCode: 2), Tree(errorCode: 3)]), Tree(errorCode: 4),
      ]
    )
    #expect(RecordedError(error).underlying.map { $0.code } == [1, 2, 3, 4])
    #expect(RecordedError(error).underlying.allSatisfy { $0.underlying.isEmpty && $0.platform == nil })
  }

  @Test func `an NSError's one and many causes are found`() {
    let one = NSError(domain: "d", code: 1, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOSPC)])
    #expect(RecordedError(one).underlying.map { $0.domain } == ["NSPOSIXErrorDomain"])
    let many = NSError(
      domain: "d",
      code: 1,
      userInfo: ["NSMultipleUnderlyingErrorsKey": [one, "garbage", NSError(domain: "e", code: 2)] as [Any]]
    )
    #expect(RecordedError(many).underlying.map { $0.domain } == ["d", "NSPOSIXErrorDomain", "e"])
  }

  @Test func `garbage in the place of a cause is not a cause`() {
    let error = NSError(
      domain: "d",
      code: 1,
      userInfo: [NSUnderlyingErrorKey: 5, "NSMultipleUnderlyingErrorsKey": "text"]
    )
    #expect(RecordedError(error).underlying.isEmpty)
  }

  @Test func `a file that is not there has the system's error as its cause`() throws {
    var caught: (any Error)?
    do { _ = try Data(contentsOf: URL(fileURLWithPath: "/nowhere/at/all")) } catch { caught = error }
    let record = RecordedError(try #require(caught))
    #expect(record.underlying.map { $0.domain } == ["NSPOSIXErrorDomain"])
    #expect(record.underlying.map { $0.code } == [2])
  }

  @Test func `the cause inside a coding error's context is found`() {
    let context = DecodingError.Context(
      codingPath: [],
      debugDescription: "",
      underlyingError: PlainError.third
    )
    #expect(RecordedError(DecodingError.dataCorrupted(context)).underlying.map { $0.case } == ["third"])
    let other = EncodingError.Context(codingPath: [], debugDescription: "", underlyingError: PlainError.first)
    #expect(RecordedError(EncodingError.invalidValue(0, other)).underlying.map { $0.case } == ["first"])
  }

  @Test func `causes in a circle are listed once`() {
    let (a, b) = (Circle(), Circle())
    a.others = [b, a]
    b.others = [a, PlainError.first, b]
    defer { (a.others, b.others) = ([], []) }
    #expect(
      RecordedError(a).underlying.map { $0.type?.split(separator: ".").last } == ["Circle", "PlainError"]
    )
  }

  @Test func `an NSError that is its own cause has none`() throws {
    let record = try parsed(SelfReferring(domain: "self", code: 1))
    #expect(record["underlying"] == nil)
    #expect((record["attributes"] as? [String: [String: Any]])?["userInfo"]?["me"] as? String == "self 1")
  }

  @Test func `causes without end are cut at 64 and marked`() throws {
    let record = try parsed(Endless(depth: 0))
    #expect((record["underlying"] as? [Any])?.count == 64)
    let recorder = try #require((record["attributes"] as? [String: Any])?["recorder"] as? [String: Any])
    #expect(recorder["cut"] as? [String] == ["underlying"])
  }

  @Test func `exactly 64 causes are not marked`() {
    let causes = (0..<64).map { Tree(errorCode: $0) }
    let record = RecordedError(Tree(errorCode: -1, underlyingErrors: causes))
    #expect(record.underlying.count == 64)
    #expect(record.attributes.isEmpty)
  }
}
