/// An effect of a rule set on an error, as far as an outcome shows it: equal for the same effect on either side.
struct Behavior: Hashable, Comparable {
  enum Kind: Int {
    case ends, exhausted, does, always, alwaysInChain, unhandled, eventWithoutRule, ignored, category,
      remembers, counts
  }

  let kind: Kind
  /// Numbers of ``EffectNumbers``; 0 for none.
  var verdict = 0
  var actions = 0
  var name = 0
  /// The responder whose event or error starts an evaluation of its own.
  var responder = 0
  /// The identity of a form other than the recorded one, from 1.
  var form = 0
  /// Whether a further try is granted: what its budget counts shows in later errors only.
  var isGranted = false

  init(_ kind: Kind) {
    self.kind = kind
  }

  static func < (left: Behavior, right: Behavior) -> Bool {
    (left.kind.rawValue, left.verdict, left.actions, left.name, left.responder, left.form)
      < (right.kind.rawValue, right.verdict, right.actions, right.name, right.responder, right.form)
  }
}
