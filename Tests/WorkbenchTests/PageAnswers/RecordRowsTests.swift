import Source
import Testing

@testable import PageAnswers

@Suite("The list of records")
struct RecordRowsTests {
  private let text = """
    {"id":"a","of":{"type":"Shop.Busy","status":503,"message":"Try later"},"by":{"responder":"app","rule":"again"},"category":"busy","evaluation":"retry","handled":true}
    {"id":"b","of":{"domain":"acme","code":7,"message":"token=hunter2hunter2"},"by":{"responder":"app","rule":"stop"},"evaluation":"abort","handled":true}
    {"id":"c","of":{"message":"Nobody"},"evaluation":"cancel","handled":false}
    {"id":"d","event":"opened","handled":true}

    """

  private func ids(_ change: (inout RecordRows.Filter) -> Void) -> [String] {
    var rows = RecordRows(Array(text.utf8))
    var filter = RecordRows.Filter()
    change(&filter)
    return (rows.answer(filter, from: 0, count: 10)["rows"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  @Test("is filtered by outcome, rule, category and text, and by all of them together")
  func filters() {
    #expect(ids { _ in } == ["a", "b", "c", "d"])
    #expect(ids { $0.outcome = "unhandled" } == ["c"])
    #expect(ids { $0.outcome = "abort" } == ["b"])
    #expect(ids { $0.outcome = "event" } == ["d"])
    #expect(ids { $0.rule = "app/again" } == ["a"])
    #expect(ids { $0.category = "busy" } == ["a"])
    #expect(ids { $0.text = "SHOP.busy" } == ["a"])
    #expect(ids { ($0.outcome, $0.text) = ("retry", "nobody") } == [])
  }

  @Test("numbers records as the stream does, also in a part of the list")
  func numbers() {
    var rows = RecordRows(Array(text.utf8))
    let part = rows.answer(RecordRows.Filter(), from: 1, count: 2)
    #expect(part["rows"]?.elements?.compactMap { $0["number"]?.text } == ["2", "3"])
    #expect(part["total"]?.text == "4")
    #expect(rows.answer(RecordRows.Filter(), from: 9, count: 2)["rows"]?.elements?.isEmpty == true)
  }

  @Test("hides secrets of the log")
  func secrets() {
    var rows = RecordRows(Array(text.utf8))
    let answer = rows.answer(RecordRows.Filter(), from: 1, count: 1)
    let message = answer["rows"]?.elements?.first?["message"]?.string ?? ""
    #expect(!message.isEmpty)
    #expect(!message.contains("hunter2"))
  }
}
