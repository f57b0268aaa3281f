internal import Counting
package import Differences
internal import Replay
internal import Reports
package import Secrets

/// Two streams under the same rules as a page: the kinds that are new, gone, grown and shrunk.
package enum StreamDifferencePage {
  private static let rows = 5

  package static func html(of difference: StreamDifference, command: String?, redaction: Redactor) -> String {
    let report = StreamDifferenceReport(difference, command: command).report
    let writer = ReportMarkup(redaction)
    let page = Page(
      title:
        "Errors: \(DisplayText.cut(difference.after.summary.read.streams.joined(separator: ", "), to: 60))",
      lead: { writer.lead(of: report, &$0) },
      answer: { Card.write(cards(difference), redaction, &$0) },
      parts: writer.sections(of: report),
      foot: [
        redaction.sentence, "This file loads and sends nothing. --format json has the same figures.",
      ])
    return page.html
  }

  /// A card for each change that a kind has; that nothing is new is an answer, too.
  private static func cards(_ difference: StreamDifference) -> [Card] {
    let looks: [(change: KindChange.Change, title: String, look: String)] = [
      (.new, "New kinds", "o-nobody"), (.gone, "Gone", "o-good"), (.grown, "Grown", "o-abort"),
      (.shrunk, "Shrunk", "o-none"),
    ]
    return looks.compactMap { change, title, look in
      let kinds = difference.kinds.enumerated().filter { $0.element.change == change }
      guard change == .new || !kinds.isEmpty else { return nil }
      let pointer = Pointer.to("kinds", change.rawValue, "kinds")
      var card = Card(title: title, look: look, figure: "\(kinds.count, at: pointer)")
      if kinds.isEmpty { card.parts = [.line("no kind of error is new")] }
      card.rows = kinds.prefix(rows).map { place, kind in
        let (side, count) =
          kind.after.map { ("after", $0.kind.count) } ?? ("before", kind.before?.kind.count ?? 0)
        let pointer = Pointer.to("changes", "\(place)", side, "count")
        return ("\(count, at: pointer)", "\(name: kind.name, longest: 60)")
      }
      if kinds.count > rows { card.parts.append(.line("\(link: "See all", to: "#\(change.rawValue)")")) }
      return card
    }
  }
}
