import Foundation
import Testing

@Suite("What the library's page shows compiles and runs")
struct SnippetTests {
  struct BankIsBusy: Error {}

  @Test(arguments: ["docs/reference/library.md", "Sources/ErrorHandling/ErrorHandling.docc/ErrorHandling.md"])
  func `the page shows the file that is compiled`(page path: String) throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let compiled = try String(
      contentsOf: file.deletingLastPathComponent().appending(path: "Checkout.swift"),
      encoding: .utf8
    )
    #expect(page.contains("```swift\n\(compiled)```"))
  }

  @Test func `an operation is tried again, or given up as the rules say`() async throws {
    var tries = 0
    let receipt = try await checkOut {
      tries += 1
      if tries < 3 { throw BankIsBusy() }
      return "paid"
    }
    #expect(receipt == "paid" && tries == 3)
    #expect(try await checkOut { throw CardDeclined() } == "cancel, said checkout/declined")
  }
}
