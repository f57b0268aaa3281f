import Checks
internal import Bytes
internal import Engine
internal import RuleLanguage

/// The layers of retries below a rule file: rule files, policies, and numbers of tries.
enum RetryLayers {
  /// - Parameters:
  ///   - names: the innermost one first. What stands behind `file` is above it, and left out.
  ///   - folder: the folder of the paths; nil for the working directory.
  static func below(_ file: String, _ names: [String], in folder: String? = nil, limits: Limits) throws
    -> [RetryLayer]
  {
    let identity = FileImports.identity(of: file)
    var layers: [RetryLayer] = []
    for name in names {
      if let tries = Int(name), (1...StackedTries.most).contains(tries) {
        layers.append(RetryLayer(tries: tries))
        continue
      }
      let path = Self.path(name, in: folder)
      if let identity, FileImports.identity(of: path) == identity { break }
      let compilation = try InputFile.compile(path, registry: CommandRegistry.current, limits: limits)
      guard compilation.chain != nil else {
        throw CommandFailure(
          .unusableInput,
          InputFile.whyNoChain(name, compilation)
            ?? "\(name): This layer has errors. errctl validate \(name) shows them.")
      }
      layers.append(RetryLayer(name, compilation))
    }
    return layers
  }

  /// Relative to the working directory where it can be, as messages show it.
  private static func path(_ name: String, in folder: String?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    guard let here = FileImports.identity(of: "."), folder != here else { return name }
    return folder.hasPrefix(here + "/") ? "\(folder.dropFirst(here.count + 1))/\(name)" : "\(folder)/\(name)"
  }
}
