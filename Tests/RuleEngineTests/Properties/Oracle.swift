import Foundation

/// A reference implementation, as simple as possible: a rule set and a record as parsed JSON in, the whole
/// resolution as text out. It is written from the contract, slow, and shares no code with the engine. Values
/// are Swift's own: Bool, Int, Double, String, NSNull, [Any], [String: Any].
struct Oracle {
  typealias Object = [String: Any]

  let file: Object
  let responders: [Object]
  let ids: [String]
  let categories: [Object]
  let matchers: Object
  let lists: Object
  let defaults: Object
  /// By name.
  let breakers: Object
  /// What the breakers remember of earlier records.
  let memory = OracleMemory()

  /// What retries remember of earlier records.
  let retryMemory = OracleRetries()

  init(_ file: Object) {
    self.file = file
    responders = file["responders"] as? [Object] ?? []
    ids = responders.map { $0["id"] as? String ?? "" }
    categories = file["categories"] as? [Object] ?? []
    matchers = file["matchers"] as? Object ?? [:]
    lists = file["lists"] as? Object ?? [:]
    defaults = file["defaults"] as? Object ?? [:]
    breakers = file["breakers"] as? Object ?? [:]
  }

  /// The resolution of the `ordinal`th record of a stream, after those before it.
  func answer(to record: Object, ordinal: Int) -> OracleEvaluation {
    var evaluator = OracleEvaluation(self, record, ordinal)
    evaluator.run()
    return evaluator
  }

  /// The first responder: the id equal to the origin, or else the longest claim, or else the default, or else
  /// the only root.
  func start(_ origin: String?) -> Int? {
    if let origin {
      if let index = ids.firstIndex(of: origin) { return index }
      var best: (length: Int, index: Int)?
      for (index, responder) in responders.enumerated() {
        for claim in responder["origins"] as? [String] ?? [] {
          if claim == origin { return index }
          guard claim.hasSuffix(".*") else { continue }
          let prefix = String(claim.dropLast(2))
          guard origin == prefix || origin.hasPrefix(prefix + ".") else { continue }
          if prefix.count > (best?.length ?? -1) { best = (prefix.count, index) }
        }
      }
      if let best { return best.index }
    }
    if let name = defaults["responder"] as? String { return ids.firstIndex(of: name) }
    return responders.firstIndex { $0["parent"] == nil }
  }

  func parent(of index: Int) -> Int? {
    (responders[index]["parent"] as? String).flatMap { ids.firstIndex(of: $0) }
  }

  /// One of the four policy settings of a responder.
  func policy(_ key: String, of index: Int) -> String {
    let words = ["order": "declared", "match": "first", "otherwise": "undecided", "always": "after"]
    let own = responders[index]["policy"] as? Object ?? [:]
    let common = defaults["policy"] as? Object ?? [:]
    return own[key] as? String ?? common[key] as? String ?? words[key] ?? ""
  }

  /// The evaluation of an unhandled error, at a root or without a path.
  func unhandled(atRoot index: Int?) -> String {
    let own = index.flatMap { responders[$0]["unhandled"] as? Object } ?? [:]
    let common = defaults["unhandled"] as? Object ?? [:]
    return own["evaluation"] as? String ?? common["evaluation"] as? String ?? "cancel"
  }

  func isListed(_ category: String) -> Bool {
    categories.contains { $0["name"] as? String == category } || defaults["category"] as? String == category
  }

  /// The category of an error: its own if it is listed, or else the first that matches, or else the default.
  func category(of error: OracleError) -> String? {
    if let own = error.members["category"] as? String, isListed(own) { return own }
    for category in categories where ownMatcherHolds(category, error) { return category["name"] as? String }
    return defaults["category"] as? String
  }

  /// The entries of `defaults.unwrap`.
  var unwraps: [Object] { defaults["unwrap"] as? [Object] ?? [] }

  func matches(_ when: Object, _ error: OracleError) -> Bool {
    OracleQuestions(oracle: self).holds(when, error)
  }

  func ownMatcherHolds(_ category: Object, _ error: OracleError) -> Bool {
    guard let when = category["when"] as? Object else { return false }
    return OracleQuestions(oracle: self, isInCategory: true).holds(when, error)
  }

  /// Whether the error is an ignored cancellation.
  func ignores(_ error: OracleError) -> Bool {
    guard defaults["ignore"] as? String != "none" else { return false }
    if error.members["cancelled"] as? Bool == true { return true }
    let questions = OracleQuestions(oracle: self)
    return questions.holds(["type": "CancellationError"], error)
      || questions.holds(["domain": "NSURLErrorDomain", "code": -999], error)
      || questions.holds(["domain": "NSCocoaErrorDomain", "code": 3072], error)
      || questions.holds(["domain": "grpc", "code": 1], error)
  }
}
