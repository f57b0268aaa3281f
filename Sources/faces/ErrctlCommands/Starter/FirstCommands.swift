internal import Pages

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Three commands to begin with, made for what is in a folder: the answer to `errctl` alone.
struct FirstCommands {
  private let found: FolderSurvey

  init(_ found: FolderSurvey) { self.found = found }

  struct Proposal {
    let command: String
    let purpose: String

    /// - Parameter words: quoted for a shell.
    init(_ words: [String], _ purpose: String) {
      command = (["errctl"] + words.map { ShellWord.quoted($0) }).joined(separator: " ")
      self.purpose = purpose
    }

    init(line command: String, _ purpose: String) { (self.command, self.purpose) = (command, purpose) }
  }

  func print() throws {
    let output = CheckedOutput.standardOutput
    let proposals = proposals.prefix(3)
    let width = proposals.map { $0.command.count }.max() ?? 0
    try output.write("\(inventory)\n\n")
    for proposal in proposals {
      let space = String(repeating: " ", count: width - proposal.command.count + 2)
      try output.write("  \(proposal.command)\(space)# \(proposal.purpose)\n")
    }
    try output.write("\nerrctl --help lists the commands, errctl help topics the pages of the reference.\n")
    try output.flush()
  }

  /// `Here: 2 rule files, 1 suite, 1 gRPC service config, 3 logs.`
  private var inventory: String {
    var nouns: [(noun: String, count: Int)] = []
    for policy in found.policies {
      if let index = nouns.firstIndex(where: { $0.noun == policy.noun }) {
        nouns[index].count += 1
      } else {
        nouns.append((policy.noun, 1))
      }
    }
    let counts =
      [SuccessLine.count(found.rules.count, "rule file"), SuccessLine.count(found.suites.count, "suite")]
      + nouns.map { SuccessLine.count($0.count, $0.noun) } + [SuccessLine.count(found.logs.count, "log")]
    let all = counts.compactMap { $0 }
    guard !all.isEmpty else {
      return "Here is no rule file yet, no policy that errctl reads, and no log."
    }
    return
      "Here: \(all.joined(separator: ", "))\(found.isCutShort ? ", and more that was not looked at" : "")."
  }

  private var proposals: [Proposal] {
    let policies = found.policies.map { $0.path }
    let checked = found.rules + policies
    var all: [Proposal] = []
    if let first = checked.first {
      let isOne = checked.count + found.suites.count == 1
      all.append(Proposal(["validate", isOne ? first : "."], isOne ? "check it" : "check all of them"))
      if let (rules, log) = pair {
        all.append(Proposal(["replay", rules, log], "preview what the rules would do with these errors"))
      }
      if !found.suites.isEmpty { all.append(Proposal(["test", "."], "run the tests")) }
      if pair == nil {
        let error = #"{"status": 503, "attempt": 1}"#
        all.append(Proposal(["explain", first, "--error", error], "show how one error would end, and why"))
      }
      if found.suites.isEmpty, let rules = found.rules.first {
        all.append(Proposal(["test", rules, "--generate"], "write tests for the rules, to review"))
      }
      if let policy = found.policies.first {
        all.append(Proposal(["import", policy.format, policy.path], "the same as a rule file"))
      }
    } else if let log = found.logs.first {
      all.append(Proposal(["inspect", log], "show how this log is read"))
      all.append(Proposal(["init", "errors", "--kind", "\(kind)"], "write rules to start from"))
      all.append(Proposal(["replay", "errors/rules.yaml", log], "then preview what they would do with it"))
    }
    return all + general
  }

  /// A rule file and a log, from one folder if there are such.
  private var pair: (rules: String, log: String)? {
    let rules = found.rules + found.policies.map { $0.path }
    for path in rules {
      if let log = found.logs.first(where: { Self.folder(of: $0) == Self.folder(of: path) }) {
        return (path, log)
      }
    }
    return rules.first.flatMap { first in found.logs.first.map { (first, $0) } }
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  /// The proposals for a folder without anything.
  private var general: [Proposal] {
    [
      Proposal(["init", "demo"], "write a small project to try errctl with"),
      Proposal(["init", "errors", "--kind", "\(kind)"], "write rules to start from"),
      machine,
    ].compactMap { $0 }
  }

  /// The log of the machine, if a person may read it.
  private var machine: Proposal? {
    for log in ["/var/log/syslog", "/var/log/messages", "/var/log/system.log"]
    where access(log, R_OK) == 0 && (try? FileKind(of: log))?.isRegular ?? false {
      return Proposal(["inspect", log], "show the errors of this machine")
    }
    let hasJournal = ["/run/log/journal", "/var/log/journal"].contains { (try? FileKind(of: $0)) != nil }
    return hasJournal
      ? Proposal(
        line: "journalctl -o json -p warning -n 1000 | errctl inspect -", "show the errors of this machine")
      : Proposal(["help", "rule-file"], "read what rules can say")
  }

  /// The kind of rules that the folder's names call for.
  private var kind: StarterKind {
    func has(_ names: String...) -> Bool { found.names.contains { names.contains($0) } }
    func hasEnding(_ endings: String...) -> Bool {
      found.names.contains { name in endings.contains { name.hasSuffix($0) } }
    }
    if has("Chart.yaml", "kustomization.yaml", "helmfile.yaml", "skaffold.yaml") { return .cluster }
    if hasEnding(".xcodeproj", ".xcworkspace") || has("Podfile", "AndroidManifest.xml") { return .app }
    if has(
      "go.mod", "pom.xml", "build.gradle", "build.gradle.kts", "package.json", "pyproject.toml", "manage.py",
      "requirements.txt", "Cargo.toml", "Gemfile", "composer.json", "Package.swift") || hasEnding(".csproj")
    {
      return .server
    }
    if has(".gitlab-ci.yml", ".buildkite", ".github", "Jenkinsfile") { return .ci }
    if hasEnding(".service", ".service.d") { return .services }
    return found.logs.isEmpty ? .server : .logs
  }
}
