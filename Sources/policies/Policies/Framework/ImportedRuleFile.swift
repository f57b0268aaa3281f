internal import Source

/// A responder of an imported rule file.
struct ImportedResponder {
  let id: String
  var parent: String?
  var origins: [ImportedValue] = []
  var suppressed: [(code: String, reason: String)] = []
  /// Nil for none, not even an empty list.
  var rules: [ImportedRule]?
  var otherwise: ImportedVerdict?
  /// Nil for that of the responder.
  var otherwisePlace: SourceRange?
  var unhandled: ImportedValue?
  var place: SourceRange
  /// The place of the id, the parent and the origins; nil for that of the responder.
  var namePlace: SourceRange?
  /// The place of the parent, if it is another one.
  var parentPlace: SourceRange?
  /// Nil for that of the responder.
  var rulesPlace: SourceRange?

  var node: Node {
    func named(_ value: ImportedValue) -> ImportedValue { namePlace.map { value.at($0) } ?? value }
    let list = rules.map { ImportedValue.list($0.map { .node($0.node) }).at(rulesPlace ?? place) }
    let value = ImportedValue.members([
      "id": named(.text(id)),
      "parent": parent.map { parentPlace.map(ImportedValue.text($0).at) ?? named(.text($0)) },
      "origins": origins.isEmpty ? nil : named(.list(origins)), "suppress": .suppressed(suppressed),
      "rules": list, "otherwise": otherwise?.otherwise.at(otherwisePlace ?? place), "unhandled": unhandled,
    ])
    return value.node(at: place)
  }
}

/// A rule file that says what a policy does.
struct ImportedRuleFile {
  let name: String
  var place: SourceRange
  /// The retry below `defaults`.
  var retry: ImportedRetry?
  /// The responder below `defaults`.
  var responder: ImportedValue?
  /// Nil for that of the rule file.
  var defaultsPlace: SourceRange?
  /// Other systems let no error pass unasked, cancelled work included, unless their own records show none.
  var ignoresNothing = true
  /// The quotas that rules share.
  var quotas: [(key: String, value: ImportedValue)] = []
  var matchers: [(key: String, value: ImportedValue)] = []
  /// Nil for that of the rule file.
  var matchersPlace: SourceRange?
  var types: [(key: String, value: ImportedValue)] = []
  var categories: [ImportedValue] = []
  var responders: [ImportedResponder]

  var node: Node {
    func mapping(_ members: [(key: String, value: ImportedValue)]) -> ImportedValue? {
      members.isEmpty ? nil : .mapping(members)
    }
    let defaults = ImportedValue.members([
      "ignore": ignoresNothing ? "none" : nil, "retry": retry?.value, "responder": responder,
    ])
    let value = ImportedValue.members([
      "version": 1, "name": .text(name), "defaults": defaults.at(defaultsPlace ?? place),
      "quotas": mapping(quotas), "matchers": mapping(matchers)?.at(matchersPlace ?? place),
      "types": mapping(types), "categories": categories.isEmpty ? nil : .list(categories),
      "responders": .list(responders.map { .node($0.node) }),
    ])
    return value.node(at: place)
  }
}
