internal import Explanations
internal import Replay

/// The retries of both rule sets and the load of their tries, side by side.
struct RetriesComparison {
  private struct Side {
    /// The key of its numbers in JSON.
    let key: String
    let name: String
    let summary: ReplaySummary
  }

  private let sides: [Side]
  private static let most = 20

  init(_ replayed: ReplayComparison) {
    sides = [
      Side(key: "old", name: "the old rules", summary: replayed.old),
      Side(key: "new", name: "the new rules", summary: replayed.new),
    ]
  }

  /// Whether neither rule set tries anything again.
  var isEmpty: Bool { sides.allSatisfy { $0.summary.retries == 0 && ($0.summary.load?.tries ?? 0) == 0 } }

  func write(_ markup: inout Markup) {
    plots(&markup)
    for side in sides {
      guard let load = side.summary.load else { continue }
      for text in LoadText.worst(load) + LoadText.asides(load) {
        markup.element("p") {
          $0.element("span", ["class": "scale"], text: "Under \(side.name), \(text).")
        }
      }
    }
    figures(&markup)
    upstreams(&markup)
  }

  /// Both plots have the same axes.
  private func plots(_ markup: inout Markup) {
    let times = sides.compactMap { side in side.summary.load?.overTime.map { (side, $0) } }
    guard !times.isEmpty else { return }
    markup.aside(
      "Tries that the rules' retries add to the first tries of this stream. A stream has failed tries only, so those that "
        + "succeeded are not counted.")
    TriesPlot.key(&markup)
    let steps = TriesPlot.Steps(times.map { $0.1 })
    let plots = times.map { side, time in
      TriesPlot(time, at: ["retryLoad", side.key], of: side.name, steps: steps)
    }
    let reach = plots.map { $0.most }.max() ?? 0
    for plot in plots { plot.write(reach: reach, &markup) }
  }

  private struct Row {
    let title: String
    /// The place of its number in JSON, below each side.
    let path: (Side) -> [String]
    let isDuration: Bool
    let value: (ReplaySummary) -> Int

    init(
      _ title: String, _ path: @escaping (Side) -> [String], isDuration: Bool = false,
      _ value: @escaping (ReplaySummary) -> Int
    ) {
      self.title = title
      self.path = path
      self.isDuration = isDuration
      self.value = value
    }
  }

  private var rows: [Row] {
    func load(_ path: String...) -> (Side) -> [String] { { ["retryLoad", $0.key] + path } }
    func summary(_ path: String...) -> (Side) -> [String] { { ["summaries", $0.key, "retryLoad"] + path } }
    return [
      Row("granted retries", summary("retries")) { $0.retries },
      Row("of them untracked", summary("untracked")) { $0.untracked },
      Row("total delay", summary("delay"), isDuration: true) { $0.delay },
      Row("tries without the retries", load("withoutRetries")) { $0.load?.firsts ?? 0 },
      Row("tries added", load("tries")) { $0.load?.tries ?? 0 },
      Row("of them by untracked retries", load("untracked")) { $0.load?.untracked ?? 0 },
      Row("most added in a minute", load("peak", "tries")) { $0.load?.peak ?? 0 },
      Row("longest delay", load("waits", "longest"), isDuration: true) { $0.load?.waits.longest ?? 0 },
      Row("operations retried", load("operations", "retried")) { $0.load?.operations ?? 0 },
      Row("of them recovered", load("operations", "recovered")) { $0.load?.recovered ?? 0 },
      Row("given up", load("operations", "givenUp")) { $0.load?.givenUp ?? 0 },
      Row("unknown, as the stream ends first", load("operations", "unknown")) { $0.load?.unknown ?? 0 },
    ]
  }

  private func figures(_ markup: inout Markup) {
    markup.scrolling("Table of retries") { markup in
      markup.element("table") { markup in
        markup.element("caption", text: assumption)
        Self.head("", &markup)
        markup.element("tbody") { markup in
          for row in rows where sides.contains(where: { row.value($0.summary) > 0 }) {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"], text: row.title)
              for side in sides {
                let pointer = Pointer.to(row.path(side))
                if row.isDuration {
                  markup.durationCell(row.value(side.summary), of: pointer)
                } else {
                  markup.cell(row.value(side.summary), of: pointer)
                }
              }
            }
          }
        }
      }
    }
  }

  private var assumption: String {
    sides.compactMap { $0.summary.load?.successRate }.first
      .map { "Retries and their tries, if \(LoadText.percent($0)) of the tries succeed." }
      ?? "Retries and their tries. An operation that does not fail again later in the stream counts as recovered."
  }

  private static func head(_ title: String, _ markup: inout Markup) {
    markup.element("thead") { markup in
      markup.element("tr") { markup in
        markup.element("th", ["scope": "col"], text: title)
        for side in ["Old", "New"] { markup.element("th", ["scope": "col", "class": "num"], text: side) }
      }
    }
  }

  // MARK: - Upstreams

  /// The index of each upstream in either rule set's load, those with the largest difference first.
  private var upstreamRows: [(name: String, places: [Int?], tries: [Int])] {
    let loads = sides.map { $0.summary.load?.upstreams ?? [] }
    var names: [String] = []
    var places: [String: [Int?]] = [:]
    for (side, upstreams) in loads.enumerated() {
      for (index, upstream) in upstreams.enumerated() {
        let name = upstream.name ?? "(none recorded)"
        if places[name] == nil { names.append(name) }
        places[name, default: [nil, nil]][side] = index
      }
    }
    return names.map { name in
      let found = places[name] ?? [nil, nil]
      let tries = found.enumerated().map { side, place in place.map { loads[side][$0].tries } ?? 0 }
      return (name, found, tries)
    }
    .filter { $0.tries[0] != $0.tries[1] }
    .sorted { (abs($1.tries[1] - $1.tries[0]), $0.name) < (abs($0.tries[1] - $0.tries[0]), $1.name) }
  }

  private func upstreams(_ markup: inout Markup) {
    let rows = upstreamRows
    guard !rows.isEmpty else { return }
    markup.scrolling("Table of upstreams") { markup in
      markup.element("table") { markup in
        markup.element("caption", text: "Upstreams with more or fewer added tries.")
        Self.head("Upstream", &markup)
        markup.element("tbody") { markup in
          for row in rows.prefix(Self.most) {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"]) { $0.name(row.name) }
              for (index, side) in sides.enumerated() {
                let place = row.places[index].map { "\($0)" } ?? ""
                markup.cell(
                  row.tries[index], of: Pointer.to("retryLoad", side.key, "upstreams", place, "tries"))
              }
            }
          }
        }
      }
    }
    if rows.count > Self.most {
      markup.aside(
        "\(Figures.counted(rows.count - Self.most, "more upstream")) left out.", class: "more limit")
    }
  }
}
