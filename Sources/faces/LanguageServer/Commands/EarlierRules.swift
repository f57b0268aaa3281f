package import JSONRPC
package import Engine
internal import Source

/// The rules with which those in the client are compared: the files on the disk, or a revision of their repository.
package enum EarlierRules {
  case saved
  case revision(String)

  /// `from`: `saved`, which it is if it is left out, or a revision.
  package init(_ arguments: Params) throws(ResponseError) {
    let from = arguments.has("from") ? try arguments.text("from") : "saved"
    guard !from.isEmpty, !from.hasPrefix("-") else {
      throw ResponseError(
        .invalidParams, "“\(from)” is neither “saved” nor a revision. Send a revision such as HEAD as “from”."
      )
    }
    self = from == "saved" ? .saved : .revision(from)
  }

  func shown(_ name: String) -> String {
    switch self {
    case .saved: "\(name), saved"
    case .revision(let revision): "\(revision):\(name)"
    }
  }

  package func rules(_ identity: String, _ snapshot: Snapshot) throws(ResponseError) -> (
    ResponderChain, RuleProgram
  ) {
    switch self {
    case .saved: try Self.used(saved(identity, snapshot), "The saved file")
    case .revision(let revision):
      try Self.used(earlier(identity, revision, snapshot), shown(PathText.name(of: identity)))
    }
  }

  private func saved(_ identity: String, _ snapshot: Snapshot) throws(ResponseError) -> RuleSet.Compilation {
    let texts = snapshot.texts.saved
    guard let bytes = try? texts.bytes(of: identity) else {
      throw ResponseError(.requestFailed, "The file was never saved, so there is nothing to compare with.")
    }
    return RuleSet.compile(
      name: identity, bytes: bytes, imports: TextImports(entry: identity, texts: texts, reads: ReadFiles()),
      registry: snapshot.checker.registry, limits: texts.limits)
  }

  private func earlier(_ identity: String, _ revision: String, _ snapshot: Snapshot) throws(ResponseError)
    -> RuleSet.Compilation
  {
    let (registry, limits) = (snapshot.checker.registry, snapshot.texts.limits)
    let file: RevisedFile
    do {
      file = try snapshot.texts.files.file(identity, in: revision, limits: limits)
    } catch {
      throw ResponseError(.requestFailed, "\(error)")
    }
    return RuleSet.compile(
      name: file.name, bytes: file.bytes, imports: file.imports, registry: registry, limits: limits)
  }

  /// The compiled rules that can evaluate an error.
  static func used(_ compilation: RuleSet.Compilation, _ what: String) throws(ResponseError) -> (
    ResponderChain, RuleProgram
  ) {
    guard let chain = compilation.chain, let program = compilation.program else {
      throw ResponseError(.requestFailed, "\(what) can't be used. \(compilation.fault)")
    }
    return (chain, program)
  }
}
