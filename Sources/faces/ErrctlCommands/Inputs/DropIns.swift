internal import Bytes
internal import Policies
internal import RuleLanguage
internal import Source

/// The drop-ins of systemd's units: the files that end in `.conf` in the folder `UNIT.d` beside a unit file.
enum DropIns {
  /// The drop-ins of a unit file, in the order of their names, in which they count.
  @Sendable static func files(of unit: String) -> [SourceFile] {
    let folder = unit + ".d"
    let names = (InputFile.names(in: folder) ?? []).filter { $0.hasSuffix(".conf") }
    return names.sorted().compactMap { name in
      let path = PlainPath.joined(folder, name)
      guard (try? FileKind(of: path).isRegular) == true,
        let bytes = try? InputFile.contents(of: path, limit: Limits().ruleFileBytes)
      else { return nil }
      return SourceFile(name: path, bytes: bytes)
    }
  }

  /// Whether a file is a drop-in whose unit file is not beside its folder. Packages' units are in other folders.
  static func isAlone(_ name: String, in folder: String) -> Bool {
    name.hasSuffix(".conf") && folder.hasSuffix(".service.d")
      && (try? FileKind(of: String(folder.dropLast(2)))) == nil
  }

  /// The formats of policies, with the drop-ins of systemd's units.
  ///
  /// - Parameter system: the version of systemd.
  static func formats(system: Int = BuiltInPolicies.systemdVersions.upperBound) -> [any PolicyFormat] {
    BuiltInPolicies.all(system: system, dropIns: files)
  }
}
