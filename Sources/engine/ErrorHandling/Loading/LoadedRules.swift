internal import Bytes
internal import Engine
internal import Source
internal import RuleFiles

struct LoadedRules {
  let chain: ResponderChain
  let diagnostics: [Diagnostic]
  let stamp: RuleFileBytes.Stamp?

  init(_ source: RuleSource, _ plugins: PluginTable, _ limits: Limits) throws(RuleSetRejection) {
    let bytes: [UInt8]
    var imports: FolderImports?
    switch source.place {
    case .missing(let reason):
      throw RuleSetRejection(reason: reason)
    case .bytes(let own):
      bytes = own
      stamp = nil
    case .file(let path):
      do throws(RuleFileBytes.Fault) {
        let file = try RuleFileBytes(path, limit: limits.ruleFileBytes)
        bytes = file.bytes
        stamp = file.stamp
      } catch {
        throw RuleSetRejection(reason: "\(path): \(error.reason).")
      }
      imports = FolderImports(entry: path, limits: limits)
    }
    let compiled = RuleSet.compile(
      name: source.name, bytes: bytes, imports: imports, registry: plugins.registry, limits: limits)
    guard let chain = compiled.chain, !compiled.hasErrors else {
      throw compiled.hasErrors
        ? RuleSetRejection(compiled.diagnostics)
        : RuleSetRejection(
          reason: "\(source.name): The file has no responders, so no error could be handled.")
    }
    if plugins.presenter == nil, let clause = chain.firstClauseWithAlert {
      throw RuleSetRejection([.missingPresenter(chain, at: clause)])
    }
    self.chain = chain
    diagnostics = compiled.diagnostics
  }
}

extension Diagnostic {
  fileprivate static func missingPresenter(_ chain: ResponderChain, at clause: Int) -> Diagnostic {
    Diagnostic(
      "missing-presenter", .error,
      "“\(chain.name(ofClause: clause))” shows an alert, but no plugin presents alerts. Add a plugin that does to the chain.",
      at: chain.clauses[clause].range)
  }
}
