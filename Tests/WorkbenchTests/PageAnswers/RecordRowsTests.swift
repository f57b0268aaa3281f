import Records
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

  @Test("names the kinds as a replay does, with the status beside")
  func kinds() {
    let lines = [
      #"{"of":{"type":"Shop.Busy","status":503}}"#, #"{"of":{"type":"PostgresError","code":"23505"}}"#,
      #"{"of":{"type":"CocoaError","domain":"NSCocoaErrorDomain","code":640}}"#,
      #"{"of":{"message":"m","status":503}}"#, #"{"event":"opened"}"#,
    ]
    var rows = RecordRows(Array((lines.joined(separator: "\n") + "\n").utf8))
    let shown = rows.answer(RecordRows.Filter(), from: 0, count: 10)["rows"]?.elements ?? []
    #expect(
      shown.compactMap { $0["kind"]?.string }
        == ["Shop.Busy", "PostgresError 23505", "NSCocoaErrorDomain 640", "", "event opened"]
    )
  }

  @Test("has times to the second in the zone of the page, and others as they are recorded")
  func times() {
    let lines = [
      #"{"time":"2026-11-20T23:30:07.5Z"}"#, #"{"time":"2026-11-20T23:30:07+02:00"}"#, #"{"time":"noon"}"#,
      "{}",
    ]
    func shown(_ zone: ShownZone) -> [String] {
      var rows = RecordRows(Array((lines.joined(separator: "\n") + "\n").utf8), in: zone)
      let shown = rows.answer(RecordRows.Filter(), from: 0, count: 10)["rows"]?.elements ?? []
      return shown.compactMap { $0["time"]?.string }
    }
    #expect(shown(.utc) == ["2026-11-20 23:30:07", "2026-11-20 21:30:07", "noon", ""])
    #expect(
      shown(ShownZone(name: "+01:00") { _ in 60 }) == [
        "2026-11-21 00:30:07", "2026-11-20 22:30:07", "noon", "",
      ]
    )
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
