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
    return try RetryLayer.below(names) { name in
      identity.map { FileImports.identity(of: Self.path(name, in: folder)) == $0 } ?? false
    } compile: { name in
      if folder != nil, (try? FileKind(of: Self.path(name, in: folder))) == nil {
        throw CommandFailure(
          .unusableInput,
          "\(Self.path(name, in: folder)): The file does not exist. It is one of the layers of .errctl.yaml.")
      }
      let compilation = try InputFile.compile(
        Self.path(name, in: folder), registry: CommandRegistry.current, limits: limits)
      guard compilation.chain != nil else {
        throw CommandFailure(
          .unusableInput,
          InputFile.whyNoChain(name, compilation)
            ?? "\(name): This layer has errors. errctl validate \(name) shows them.")
      }
      return compilation
    }
  }

  /// Relative to the working directory where it can be, as messages show it.
  private static func path(_ name: String, in folder: String?) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    guard let here = FileImports.identity(of: "."), folder != here else { return name }
    return folder.hasPrefix(here + "/") ? "\(folder.dropFirst(here.count + 1))/\(name)" : "\(folder)/\(name)"
  }
}
