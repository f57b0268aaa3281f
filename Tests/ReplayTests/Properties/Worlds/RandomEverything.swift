import RuleEngine
import TestSupport

/// A random rule set with every feature of the language, in several files: responders with inheritance, a
/// chain where all matching rules run, and in both of them state, plugins and named parts.
struct RandomEverything {
  typealias Object = [String: Any]

  /// By path, without an extension.
  private(set) var files: [String: Object] = [:]
  /// The responders of an imported file.
  private(set) var importedResponders: Set<String> = []
  private var heirs: RandomHeirs
  var all: RandomRules
  var random: SeededRandom
  /// For breakers, so that the rest is the same without them.
  var apart: SeededRandom
  let hasBreakers: Bool

  init(seed: UInt64) {
    random = SeededRandom(seed: seed &+ 99)
    apart = SeededRandom(seed: seed &+ 199)
    hasBreakers = Bool.random(using: &apart)
    heirs = RandomHeirs(seed: seed)
    all = RandomRules(seed: seed &+ 5_000_011)
    var entry = heirs.file
    var own: [Object] = []
    var imported: [Object] = []
    for responder in entry["responders"] as? [Object] ?? [] {
      // Extended responders move to another file; the chain stays.
      let isForebear = (responder["id"] as? String ?? "").hasPrefix("b")
      if isForebear { imported.append(completed(responder)) } else { own.append(completed(responder)) }
    }
    imported += colleagues().map { completed($0) }
    importedResponders = Set(imported.compactMap { $0["id"] as? String })
    entry["responders"] = own
    var words: Object = ["version": 1]
    for key in ["matchers", "lists", "quotas"] { words[key] = entry.removeValue(forKey: key) }
    words["types"] =
      [
        "Net": ["is": ["P"], "cases": RandomRules.cases] as Object,
        "Shop.Disk.Full": ["is": ["Disk"]] as Object,
        "T1": ["is": ["Net", "LocalizedError"]] as Object,
      ] as Object
    words["codes"] = ["acme.bank": ["BROKE": 7, "LATE": 8] as Object] as Object
    words["alerts"] = Self.alerts
    if hasBreakers { words["breakers"] = breakers() }
    words["categories"] = [
      ["name": "late", "when": ["not": ["category": "c0"] as Object, "type": "T*"] as Object] as Object
    ]
    if var defaults = entry["defaults"] as? Object {
      defaults["retry"] =
        ["within": "20s", "backoff": ["jitter": pick(["none", "full", "equal", 0.2] as [Any])] as Object]
        as Object
      defaults["platform"] = chance(30) ? "linux" : nil
      entry["defaults"] = defaults
    }
    entry["name"] = "everything"
    entry["imports"] = ["teams/others", "common/words"]
    files["rules"] = entry
    files["common/words"] = words
    files["teams/others"] = ["version": 1, "imports": ["../common/words"], "responders": imported]
  }

  /// The files with this extension, the entry file first.
  func files(ending: String) -> MemoryFiles {
    MemoryFiles(entry: "rules.\(ending)", texts(ending: ending, importing: ending))
  }

  /// The files by path; their imports use the other extension.
  func texts(ending: String, importing other: String) -> [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for (path, file) in files {
      var file = file
      file["imports"] = (file["imports"] as? [String])?.map { "\($0).\(other)" }
      let text = ending == "json" ? Written.json(file) : Written.yaml(file)
      texts["\(path).\(ending)"] = Array(text.utf8)
    }
    return texts
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }

  private static var alerts: Object {
    [
      "note": ["title": "Named {error.type}", "style": "inline", "for": "2s"] as Object,
      "asks": [
        "title": "Named choice", "message": "{error.message}", "coalesce": "type",
        "buttons": [
          ["title": "Yes", "then": "proceed"] as Object,
          ["title": "No", "role": "cancel", "do": [["perform": "declined"] as Object], "then": "cancel"]
            as Object,
        ],
      ] as Object,
    ]
  }

  /// The rules of a random rule set where all matching rules may run, as a chain of its own below the root.
  private mutating func colleagues() -> [Object] {
    let file = all.file()
    let common = (file["defaults"] as? Object)?["policy"] as? Object ?? [:]
    return (file["responders"] as? [Object] ?? []).map { responder in
      var responder = responder
      responder["policy"] = common.merging(responder["policy"] as? Object ?? [:]) { $1 }
      let id = responder["id"] as? String ?? ""
      responder["id"] = "all-\(id)"
      responder["parent"] = (responder["parent"] as? String).map { "all-\($0)" } ?? "app"
      responder["origins"] = ["all.\(id).*"]
      responder["unhandled"] = nil
      return responder
    }
  }
}
