public import Source

/// Makes the certain patches of findings, round by round, until nothing more changes.
///
/// A round makes every patch that overlaps no other; then the files are looked at anew, because what one patch did may
/// answer another finding, or raise one. A patch after which a file can no longer be read, or has errors that it did not
/// have while only a warning was put right, is taken back and not tried again.
public struct FixRounds {
  /// How often the files are looked at, at most: each round makes at least one patch, and none makes another necessary
  /// for long.
  private static let most = 100

  /// The texts that changed, by the name of their file.
  public private(set) var changed: [String: [UInt8]] = [:]
  /// The same files as they were before.
  public private(set) var originals: [String: [UInt8]] = [:]
  /// How many patches were made.
  public private(set) var count = 0
  /// What is still found.
  public private(set) var findings: [Diagnostic] = []

  private var refused: Set<Refusal> = []

  private struct Refusal: Hashable {
    let file: String
    let code: String
    let message: String
    let edit: SourceEdit
  }

  /// Puts right what can be.
  ///
  /// - Parameters:
  ///   - mayChange: whether a file, by the name that findings have, is to be changed.
  ///   - look: what is found with these texts in place of what the files hold.
  public init<Fault: Error>(
    mayChange: (String) -> Bool,
    look: ([String: [UInt8]]) throws(Fault) -> [Diagnostic]
  ) throws(Fault) {
    findings = try look(changed)
    for _ in 0..<Self.most {
      let all = patches(mayChange)
      guard !all.isEmpty else { return }
      if try attempt(all, look) { continue }
      // One of them does harm: each for itself.
      for (finding, patch) in all {
        if try attempt([(finding, patch)], look) { break }
        refused.insert(refusal(finding, patch))
      }
    }
  }

  private func refusal(_ finding: Diagnostic, _ patch: Patch) -> Refusal {
    Refusal(file: patch.range.file.name, code: finding.code, message: finding.message, edit: patch.edit)
  }

  private func patches(_ mayChange: (String) -> Bool) -> [(Diagnostic, Patch)] {
    // What is wrong for another reason a person has to put right: quotes around yes are no help where true is meant.
    let faults = findings.filter { $0.severity == .error && $0.fix == nil }.map { $0.range }
    return findings.compactMap { finding in
      guard let patch = finding.fix, mayChange(patch.range.file.name) else { return nil }
      let isFaulty = faults.contains {
        $0.file.name == patch.range.file.name && $0.bytes == patch.range.bytes
      }
      if finding.severity != .error, isFaulty { return nil }
      return refused.contains(refusal(finding, patch)) ? nil : (finding, patch)
    }
  }

  /// Makes patches and looks again; false, with nothing changed, where that does harm or changes nothing.
  private mutating func attempt<Fault: Error>(
    _ patches: [(Diagnostic, Patch)],
    _ look: ([String: [UInt8]]) throws(Fault) -> [Diagnostic]
  ) throws(Fault) -> Bool {
    var texts = changed
    var made = 0
    var files: [String] = []
    for (_, patch) in patches where !files.contains(patch.range.file.name) {
      files.append(patch.range.file.name)
    }
    for name in files {
      let own = patches.map { $0.1 }.filter { $0.range.file.name == name }
      guard let file = own.first?.range.file else { continue }
      let round = EditRound(own.map { $0.edit }, in: file.bytes)
      guard round.text != file.bytes, Self.isReadable(round.text, name) else { return false }
      made += round.made.count
      if originals[name] == nil { originals[name] = file.bytes }
      texts[name] = round.text
    }
    let found = try look(texts)
    let mendsErrors = patches.contains { $0.0.severity == .error }
    guard mendsErrors || Self.errors(found) <= Self.errors(findings) else { return false }
    changed = texts
    count += made
    findings = found
    return true
  }

  private static func errors(_ findings: [Diagnostic]) -> Int { findings.count { $0.severity == .error } }

  private static func isReadable(_ text: [UInt8], _ name: String) -> Bool {
    var diagnostics = Diagnostics()
    let node = SourceReader().read(name: name, bytes: text, into: &diagnostics).node
    return node != nil && !diagnostics.hasErrors
  }
}

extension Patch {
  var edit: SourceEdit { SourceEdit(range.bytes, replacement) }
}
