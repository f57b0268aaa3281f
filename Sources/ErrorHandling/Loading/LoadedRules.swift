internal import RuleEngine

/// A rule set that was read and compiled without errors.
struct LoadedRules {
  let chain: ResponderChain
  let diagnostics: [Diagnostic]
  let stamp: RuleFileBytes.Stamp?

  init(_ source: RuleSource, _ plugins: PluginTable, _ limits: Limits) throws(RuleSetRefusal) {
    let bytes: [UInt8]
    var imports: FolderImports?
    switch source.place {
    case .missing(let reason):
      throw RuleSetRefusal(reason: reason)
    case .bytes(let own):
      bytes = own
      stamp = nil
    case .file(let path):
      do throws(RuleFileBytes.Fault) {
        let file = try RuleFileBytes(path, limit: limits.ruleFileBytes)
        bytes = file.bytes
        stamp = file.stamp
      } catch {
        throw RuleSetRefusal(reason: "\(path): \(error.reason).")
      }
      imports = FolderImports(entry: path, limits: limits)
    }
    let compiled = RuleSet.compile(
      name: source.name,
      bytes: bytes,
      imports: imports,
      registry: plugins.registry,
      limits: limits
    )
    guard let chain = compiled.chain, !compiled.hasErrors else {
      throw compiled.hasErrors
        ? RuleSetRefusal(compiled.diagnostics)
        : RuleSetRefusal(reason: "\(source.name): The file has no responders, so no error could be handled.")
    }
    if plugins.presenter == nil, let station = chain.firstStationWithAlert {
      throw RuleSetRefusal([.missingPresenter(chain, at: station)])
    }
    self.chain = chain
    diagnostics = compiled.diagnostics
  }
}

extension Diagnostic {
  /// An alert without a presenter.
  fileprivate static func missingPresenter(_ chain: ResponderChain, at station: Int) -> Diagnostic {
    Diagnostic(
      "missing-presenter",
      .error,
      "“\(chain.name(ofStation: station))” shows an alert, but no plugin presents alerts. Add a plugin that does to the chain.",
      at: chain.stations[station].range
    )
  }
}
