internal import Explanations
internal import Replay
internal import Reports
internal import Counting

struct SampleList {
  let samples: ReplaySamples

  func write(_ markup: inout Markup) {
    if let note = samples.note { markup.aside(note) }
    guard !samples.samples.isEmpty else { return }
    markup.aside(
      "The first record of each unhandled kind, and the first of each outcome of the busiest rules.")
    Filter.write(for: "sample-rows", label: "Filter records", &markup)
    let sorted = samples.samples.sorted { left, right in
      (rank(left.outcome), left.ordinal) < (rank(right.outcome), right.ordinal)
    }
    markup.element("div", ["id": "sample-rows"]) { markup in
      for sample in sorted {
        markup.newLine()
        markup.element("details", ["id": sample.anchor]) { write(sample, &$0) }
      }
    }
  }

  private func rank(_ outcome: ReplayDetail.Outcome) -> Int {
    ReplayDetail.Outcome.displayOrder.firstIndex(of: outcome) ?? 0
  }

  private func write(_ sample: ReplaySample, _ markup: inout Markup) {
    markup.element("summary") { markup in
      markup.element("span", ["class": "chip \(sample.outcome.look)"], text: sample.outcome.name)
      markup.name(sample.name)
      markup.text(" ")
      markup.element("span", ["class": "meta"]) { markup in
        if let clause = sample.clause {
          markup.text("by ")
          markup.name(clause)
          markup.text(", ")
        }
        markup.text("record ")
        markup.name(sample.id, to: 40)
      }
    }
    sample.narrative.write(&markup)
    if let command = samples.command {
      markup.element("p", ["class": "meta"]) { markup in
        markup.text("The same in a terminal: ")
        markup.element("code", text: "\(command) --record \(sample.ordinal)")
      }
    }
  }
}

package enum ShellWord {
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_./:=@%+,".utf8.contains(byte)
        }
      }
    if isPlain { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
