import ArgumentParser
internal import Policies
internal import RuleLanguage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A command that reads policies as a version of their system does.
protocol VersionedCommand: ParsableCommand {
  /// The words of its options `--system`.
  var system: [String] { get }
}

/// The versions of other systems, and the engine of Compose files: those of `--system`, else that of systemd on this machine, else the
/// newest known, and Docker.
enum SystemVersions {
  static let help = ArgumentHelp(
    "The version of systemd whose services are read, haproxy=VERSION, or podman for Compose files that it runs in place of Docker. Default: this machine's systemd, else \(PolicyVersions.newestSystemd). Repeatable.",
    valueName: "version")

  /// The formats of policies as these words say; nil for no words.
  static func formats(_ words: [String]) throws -> [any PolicyFormat]? {
    guard !words.isEmpty else { return nil }
    var versions = usual
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == "haproxy" {
        guard let version = PolicyVersions.haproxy(String(parts[1])) else {
          throw CommandFailure(
            .usage, "“\(word)” is not a version of HAProxy. Write one such as haproxy=2.6.")
        }
        versions.haproxy = version
      } else if let engine = ContainerEngine(rawValue: word) {
        versions.containers = engine
      } else {
        guard let version = Int(parts.last ?? ""), version > 0, parts.count == 1 || parts[0] == "systemd"
        else {
          throw CommandFailure(
            .usage,
            "“\(word)” is neither a version of systemd, such as 252, nor docker, podman or haproxy=VERSION.")
        }
        versions.systemd = { version }
      }
    }
    return DropIns.formats(versions)
  }

  static let usual = PolicyVersions(systemd: { installed ?? PolicyVersions.newestSystemd })

  /// The version that `ERRCTL_SYSTEMD`, or else systemctl, says; asked once, when a service is read.
  private static let installed: Int? = {
    if let said = getenv("ERRCTL_SYSTEMD") { return Int(String(cString: said)) }
    // `systemd 252 (252.39-1~deb12u1)`
    let result = try? ChildProcess(program: "systemctl", arguments: ["--version"]).run()
    guard let output = result?.output, output.starts(with: "systemd ".utf8) else { return nil }
    return Int(String(decoding: output.dropFirst(8).prefix { $0 > 0x20 }, as: UTF8.self))
  }()
}
