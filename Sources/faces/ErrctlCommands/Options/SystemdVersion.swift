import ArgumentParser
internal import Policies
internal import RuleLanguage

/// The option `--system` of the commands that read services of systemd.
enum SystemdVersion {
  static let help = ArgumentHelp(
    "The version of systemd whose services are read. Default: \(BuiltInPolicies.systemdVersions.upperBound).",
    valueName: "version")

  /// The formats of policies for a version; nil for the usual ones.
  static func formats(_ version: Int?) throws -> [any PolicyFormat]? {
    guard let version else { return nil }
    guard version > 0 else {
      throw CommandFailure(.usage, "“\(version)” is no version of systemd. Write a number such as 252.")
    }
    return DropIns.formats(system: version)
  }
}
