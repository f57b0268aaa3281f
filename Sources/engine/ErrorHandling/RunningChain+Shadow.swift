extension RunningChain {
  /// Evaluates another rule set beside the one in force from now on, in place of an earlier shadow. It acts on nothing.
  ///
  /// Each error that ``decide(_:from:)`` or ``respond(to:from:)`` resolves is evaluated by it too, with its own budgets,
  /// rates and throttles, and with the buttons that people chose. Events, and errors that connected code decided, are
  /// not. Differences are counted in ``Shadow/report``, reported to ``ChainSettings/observe``, and kept as records.
  /// A reload of the rules in force leaves the shadow as it is.
  ///
  /// - Parameters:
  ///   - source: the source of the rules.
  ///   - limit: the most records that are kept.
  /// - Throws: ``RuleSetRejection`` if the rule set has an error or can't be read; an earlier shadow stays.
  @discardableResult
  public func shadow(_ source: RuleSource, keeping limit: Int = 256) throws(RuleSetRejection) -> Shadow {
    let shadow = Shadow(try LoadedRules(source, plugins, settings.limits), plugins, settings, keeping: limit)
    replaceShadow(by: shadow)
    return shadow
  }

  /// Ends the shadow, if there is one. Its report remains.
  public func removeShadow() { replaceShadow(by: nil) }
}
