public import Source

/// Applies the safe fixes of findings, round by round, until nothing changes.
///
/// A round applies every patch that overlaps no other; then the files are checked again. A patch is undone
/// and not tried again if the file can no longer be read, if fixing a warning causes new errors, or if fixing an error makes
/// another one of the same line that nothing fixes.
public struct FixRounds {
  /// The most rounds. Each applies at least one patch, and patches do not cause each other for long.
  private static let most = 100

  /// The changed texts, by file name.
  public private(set) var changed: [String: [UInt8]] = [:]
  /// The original texts of the changed files.
  public private(set) var originals: [String: [UInt8]] = [:]
  /// The number of patches applied.
  public private(set) var count = 0
  /// The remaining findings.
  public private(set) var findings: [Diagnostic] = []

  private var rejected: Set<Rejection> = []

  private struct Rejection: Hashable {
    let file: String
    let code: String
    let message: String
    let edit: SourceEdit
  }

  /// Applies the fixes. `mayChange` takes a file's name as in findings; `look` returns the findings with
  /// these texts in place of the files' contents.
  public init<Fault: Error>(
    mayChange: (String) -> Bool, look: ([String: [UInt8]]) throws(Fault) -> [Diagnostic]
  ) throws(Fault) {
    findings = try look(changed)
    for _ in 0..<Self.most {
      let all = patches(mayChange)
      guard !all.isEmpty else { return }
      if try attempt(all, look) { continue }
      // At least one patch does harm: try each by itself.
      for (finding, patch) in all {
        if try attempt([(finding, patch)], look) { break }
        rejected.insert(rejection(finding, patch))
      }
    }
  }

  private func rejection(_ finding: Diagnostic, _ patch: Patch) -> Rejection {
    Rejection(file: patch.range.file.name, code: finding.code, message: finding.message, edit: patch.edit)
  }

  private func patches(_ mayChange: (String) -> Bool) -> [(Diagnostic, Patch)] {
    // Some faults only a person can fix: quotes around yes are wrong if true is meant.
    let faults = findings.filter { $0.severity == .error && $0.fix == nil }.map { $0.range }
    return findings.compactMap { finding in
      guard let patch = finding.fix, mayChange(patch.range.file.name) else { return nil }
      let isFaulty = faults.contains {
        $0.file.name == patch.range.file.name && $0.bytes == patch.range.bytes
      }
      if finding.severity != .error, isFaulty { return nil }
      return rejected.contains(rejection(finding, patch)) ? nil : (finding, patch)
    }
  }

  /// Applies patches and checks again; false, with nothing changed, if that does harm or has no effect.
  private mutating func attempt<Fault: Error>(
    _ patches: [(Diagnostic, Patch)], _ look: ([String: [UInt8]]) throws(Fault) -> [Diagnostic]
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
    let fixesErrors = patches.contains { $0.0.severity == .error }
    guard fixesErrors || Self.errors(found) <= Self.errors(findings) else { return false }
    guard !patches.contains(where: { makesError($0.1, of: found) }) else { return false }
    changed = texts
    count += made
    findings = found
    return true
  }

  /// Whether an error is new on the first line of a patch, such as that of a value that its corrected key can't have.
  private func makesError(_ patch: Patch, of found: [Diagnostic]) -> Bool {
    let file = patch.range.file
    let line = file.position(of: patch.range.bytes.lowerBound).line
    return found.contains { new in
      guard new.severity == .error, new.fix == nil, new.range.file.name == file.name,
        new.range.file.position(of: new.range.bytes.lowerBound).line == line
      else { return false }
      return !findings.contains { $0.code == new.code && $0.message == new.message }
    }
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
