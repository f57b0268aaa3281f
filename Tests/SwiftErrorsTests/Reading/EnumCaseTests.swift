import Foundation
import SwiftErrors
import Testing

private enum Wrapping: Error, CustomStringConvertible {
  case none
  case one(Int)
  case labelled(status: Int)
  case many(Int, text: String, Bool, Double?, UInt64)
  case login(user: String, password: String)
  case nested(any Error)
  case maybe(PlainError?)
  case value(Cart)
  case reason(Reason)
  case place(URL)
  case list([Int], [String: Int], Set<String>)
  case metatype(Any.Type)
  indirect case deep(Wrapping)

  var description: String { "not the case's name" }
}

private enum Reason: CustomStringConvertible, Sendable {
  case missing
  case unacceptable(code: Int)
  case failed(any Error)
  indirect case within(Reason)

  var description: String { "not the case's name" }
}

private struct Cart {
  let items: Int
  let accessToken: String
  let owner: Owner?
}

private struct Owner {
  let name: String
}

private enum Lying: Error, CustomReflectable {
  case honest(String)

  var customMirror: Mirror { Mirror(self, children: ["password": "hunter2"]) }
}

struct EnumCaseTests {
  @Test func `a case without values has its name, whatever the type calls itself`() {
    let record = RecordedError(Wrapping.none)
    #expect(record.case == "none")
    #expect(record.payload.isEmpty)
    #expect(RecordedError(StructError(text: "x")).case == nil)
  }

  @Test func `associated values come in order, labels dropped, as JSON scalars`() {
    #expect(RecordedError(Wrapping.one(7)).payload == [7])
    #expect(RecordedError(Wrapping.labelled(status: 500)).payload == [500])
    let many = RecordedError(Wrapping.many(1, text: "a", true, nil, .max))
    #expect(many.payload == [1, "a", true, nil, .decimal(18_446_744_073_709_551_616)])
    #expect(RecordedError(Wrapping.many(1, text: "a", true, 0.5, 3)).payload == [1, "a", true, 0.5, 3])
  }

  @Test func `a nested error is an object like a record, with its own case and causes`() throws {
    let cause = NSError(domain: "inner", code: 3, userInfo: [NSUnderlyingErrorKey: POSIXError(.EPIPE)])
    let record = try parsed(Wrapping.nested(cause))
    let nested = try #require((record["payload"] as? [[String: Any]])?.first)
    #expect(nested["domain"] as? String == "inner")
    #expect(
      (nested["underlying"] as? [[String: Any]])?.first?["code"] as? Int == Int(POSIXErrorCode.EPIPE.rawValue)
    )
    #expect(nested["platform"] == nil)

    let optional = try parsed(Wrapping.maybe(.second(status: 4)))
    let inner = try #require((optional["payload"] as? [[String: Any]])?.first)
    #expect(inner["case"] as? String == "second")
    #expect(inner["payload"] as? [Int] == [4])
  }

  @Test func `a struct has its type and its properties, and what they call secret is hidden`() {
    let cart = Cart(items: 2, accessToken: "t-123", owner: Owner(name: "Anna"))
    #expect(
      RecordedError(Wrapping.value(cart)).payload == [
        [
          "type": "SwiftErrorsTests.Cart",
          "payload": [2, "[redacted]", ["type": "SwiftErrorsTests.Owner", "payload": ["Anna"]]],
        ]
      ]
    )
    #expect(
      RecordedError(Wrapping.value(Cart(items: 0, accessToken: "", owner: nil))).payload == [
        ["type": "SwiftErrorsTests.Cart", "payload": [0, "[redacted]", nil]]
      ]
    )
  }

  @Test func `an enum that is not an error has its type, case and values`() {
    #expect(
      RecordedError(Wrapping.reason(.unacceptable(code: 401))).payload == [
        ["type": "SwiftErrorsTests.Reason", "case": "unacceptable", "payload": [401]]
      ]
    )
    #expect(
      RecordedError(Wrapping.reason(.within(.missing))).payload
        == [
          [
            "type": "SwiftErrorsTests.Reason", "case": "within",
            "payload": [["type": "SwiftErrorsTests.Reason", "case": "missing"]],
          ]
        ]
    )
  }

  @Test func `an error inside an enum that is not an error is an object like a record`() throws {
    let record = try parsed(Wrapping.reason(.failed(POSIXError(.EPIPE))))
    let reason = try #require((record["payload"] as? [[String: Any]])?.first)
    let inner = try #require((reason["payload"] as? [[String: Any]])?.first)
    #expect(inner["domain"] as? String == "NSPOSIXErrorDomain")
  }

  @Test func `values are nested 32 deep`() throws {
    func depth(_ levels: Int) throws -> (deepest: Int, isCut: Bool) {
      var reason = Reason.missing
      for _ in 1..<levels { reason = .within(reason) }
      var value = try parsed(Wrapping.reason(reason))
      let isCut = value["attributes"] != nil
      var deepest = 0
      while let inner = (value["payload"] as? [[String: Any]])?.first {
        (value, deepest) = (inner, deepest + 1)
      }
      return (deepest, isCut)
    }
    #expect(try depth(31) == (31, false))
    #expect(try depth(32) == (31, true))
  }

  @Test func `other values are described`() {
    #expect(
      RecordedError(Wrapping.place(URL(string: "https://example.com/a")!)).payload == [
        "https://example.com/a"
      ]
    )
    #expect(
      RecordedError(Wrapping.list([1, 2], ["b": 2, "a": 1], ["y", "x"])).payload == [
        "[1, 2]", "[\"a\": 1, \"b\": 2]", "[x, y]",
      ]
    )
    #expect(RecordedError(Wrapping.metatype(PlainError.self)).payload == ["SwiftErrorsTests.PlainError"])
  }

  @Test func `a value with a secret label is hidden`() {
    #expect(
      RecordedError(Wrapping.login(user: "anna", password: "hunter2")).payload == ["anna", "[redacted]"]
    )
  }

  @Test func `a mirror of the type's own making is not believed`() {
    let record = RecordedError(Lying.honest("x"))
    #expect(record.case == "honest")
    #expect(record.payload.isEmpty)
    #expect(!line(Lying.honest("x")).contains("hunter2"))
  }

  @Test func `a case inside a case ten thousand deep is cut and marked`() throws {
    var error = Wrapping.none
    for _ in 0..<10_000 { error = .deep(error) }
    let record = try parsed(error)
    let recorder = try #require((record["attributes"] as? [String: Any])?["recorder"] as? [String: Any])
    #expect(recorder["cut"] as? [String] == ["payload"])
  }

  @Test func `a decoding error tells the path and the reason`() throws {
    struct Item: Decodable { let price: Int }
    var caught: (any Error)?
    do {
      _ = try JSONDecoder().decode([String: [Item]].self, from: Data(#"{"items": [{"price": "9"}]}"#.utf8))
    } catch { caught = error }
    let record = RecordedError(try #require(caught))
    #expect(record.case == "typeMismatch")
    #expect(record.payload.first == "Swift.Int")
    #expect(record.payload.last?.string?.hasPrefix("items.0.price: ") == true)
  }
}
