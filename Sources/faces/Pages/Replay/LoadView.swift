internal import Explanations
internal import Replay

struct LoadView {
  private let load: RetryLoad
  private static let most = 50

  init(_ load: RetryLoad) { self.load = load }

  func write(_ markup: inout Markup) {
    markup.aside(
      "Tries that the rules' retries add to the first tries of this stream. A stream has failed tries only, so those that "
        + "succeeded are not counted.")
    guard load.tries > 0 else { return markup.element("p", text: "The rules add no tries.") }
    if let time = load.overTime {
      TriesPlot.key(&markup)
      TriesPlot(time).write(&markup)
    }
    for worst in LoadText.worst(load) {
      markup.element("p") {
        $0.element("span", ["class": "scale"], text: "\(DisplayText.capitalized(worst)).")
      }
    }
    figures(&markup)
    if !load.upstreams.isEmpty { upstreams(&markup) }
    for aside in LoadText.asides(load) { markup.aside(aside, class: "more limit") }
  }

  private func figures(_ markup: inout Markup) {
    let counts: [(String, Int, [String])] = [
      ("tries without the retries", load.firsts, ["withoutRetries"]), ("tries added", load.tries, ["tries"]),
      ("of them by untracked retries", load.untracked, ["untracked"]),
      ("operations retried", load.operations, ["operations", "retried"]),
      ("of them recovered", load.recovered, ["operations", "recovered"]),
      ("given up", load.givenUp, ["operations", "givenUp"]),
      ("unknown, as the stream ends first", load.unknown, ["operations", "unknown"]),
    ]
    let durations: [(String, Int, [String])] = [
      ("median delay", load.waits.median, ["waits", "median"]),
      ("95th percentile of the delays", load.waits.most, ["waits", "p95"]),
      ("longest delay", load.waits.longest, ["waits", "longest"]),
    ]
    markup.scrolling("Table of the load") { markup in
      markup.element("table") { markup in
        markup.element("caption", text: assumption)
        markup.element("tbody") { markup in
          for (name, count, path) in counts where count > 0 {
            row(name, &markup) { $0.figure(count, of: Pointer.to(["load"] + path)) }
          }
          for (name, duration, path) in durations where duration > 0 {
            row(name, &markup) { $0.duration(duration, of: Pointer.to(["load"] + path)) }
          }
        }
      }
    }
  }

  private var assumption: String {
    load.successRate.map { "If \(LoadText.percent($0)) of the tries succeed." }
      ?? "An operation that does not fail again later in the stream counts as recovered."
  }

  private func row(_ name: String, _ markup: inout Markup, _ value: (inout Markup) -> Void) {
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row", "class": "label"], text: name)
      markup.element("td", ["class": "num"], value)
    }
  }

  private func upstreams(_ markup: inout Markup) {
    markup.element("details") { markup in
      markup.element("summary", text: "Tries added by upstream")
      markup.scrolling("Table of upstreams") { markup in
        markup.element("table") { markup in
          markup.element("caption", text: "Tries that the rules' retries add.")
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              markup.element("th", ["scope": "col"], text: "Upstream")
              markup.element("th", ["scope": "col", "class": "num"], text: "Tries")
              markup.element("th", ["scope": "col", "class": "num"], text: "Most in a minute")
            }
          }
          markup.element("tbody") { markup in
            for (index, upstream) in load.upstreams.prefix(Self.most).enumerated() {
              markup.element("tr") { markup in
                markup.element("th", ["scope": "row"]) { $0.name(upstream.name ?? "(none recorded)") }
                markup.element("td", ["class": "num"]) {
                  $0.figure(upstream.tries, of: Pointer.to("load", "upstreams", "\(index)", "tries"))
                }
                markup.element("td", ["class": "num"]) { markup in
                  guard upstream.peakMinute != nil else { return }
                  markup.figure(
                    upstream.peak, of: Pointer.to("load", "upstreams", "\(index)", "peak", "tries"))
                }
              }
            }
          }
        }
      }
      let rest = load.upstreams.count - Self.most
      if rest > 0 {
        markup.aside("\(Figures.counted(rest, "upstream")) with fewer tries left out.", class: "more limit")
      }
    }
  }
}
