internal import Bytes
internal import CErrctl
internal import Engine
internal import Records
internal import Source
internal import RuleFiles
internal import Synchronization

/// An open rule file, which `errctl_rules` points to.
final class OpenRules: Sendable {
  private let path: String
  private let seed: UInt64
  private let limits: Limits
  private let moment = Moment()
  private let inForce: Lock<RulesInForce>

  init(_ path: String, seed: UInt64) throws(RuleFileRejection) {
    let limits = Limits()
    let compiled = try CompiledFile(path, limits)
    self.path = path
    self.seed = seed
    self.limits = limits
    inForce = Lock(RulesInForce(1, compiled, limits: limits, seed: seed, after: nil))
  }

  var current: RulesInForce { inForce.withLock { $0 } }

  /// Returns the new version.
  func reload() throws(RuleFileRejection) -> UInt64 {
    let compiled = try CompiledFile(path, limits)
    // Whoever reloads later has read later: numbers and state follow the version in force.
    return inForce.withLock { rules in
      rules = RulesInForce(rules.number + 1, compiled, limits: limits, seed: seed, after: rules)
      return rules.number
    }
  }

  func decide(_ record: ByteSlice, filled: UInt32, into resolution: inout errctl_resolution) -> errctl_status
  {
    guard record.count <= limits.recordBytes else {
      resolution.write("The record is longer than \(limits.recordBytes) bytes.")
      return errctl_status(ERRCTL_TOO_LONG)
    }
    let rules = current
    resolution.version = rules.number
    guard rules.fields & ~filled == 0 else {
      resolution.write("The rules read fields that the record was not filled with.")
      return errctl_status(ERRCTL_INCOMPLETE)
    }
    return rules.decide(record, moment, into: &resolution)
  }
}

/// A rule file as it was read and compiled.
struct CompiledFile {
  let chain: ResponderChain
  let files: [String]

  init(_ path: String, _ limits: Limits) throws(RuleFileRejection) {
    let bytes: [UInt8]
    do throws(RuleFileBytes.Fault) {
      bytes = try RuleFileBytes(path, limit: limits.ruleFileBytes).bytes
    } catch {
      throw RuleFileRejection(reason: "\(path): \(error.reason).")
    }
    let compiled = RuleSet.compile(
      name: path, bytes: bytes, imports: FolderImports(entry: path, limits: limits, showsPaths: true),
      limits: limits)
    if compiled.hasErrors { throw RuleFileRejection(findings: compiled.diagnostics) }
    guard let chain = compiled.chain else {
      throw RuleFileRejection(
        reason: "\(path): This is a fragment: it has no responder to evaluate errors.",
        findings: compiled.diagnostics)
    }
    self.chain = chain
    files = [RuleFileBytes.resolved(path) ?? path] + compiled.imports.map { $0.identity }
  }
}

/// The order of decisions: their number, and the latest time read.
final class Moment: Sendable {
  private let ordinals = Atomic<UInt64>(0)
  private let latest = Atomic<Int64>(.min)

  func nextOrdinal() -> UInt64 { ordinals.add(1, ordering: .relaxed).newValue }

  /// The latest time read, this one included; nil for none.
  func clock(after time: Timestamp?) -> Timestamp? {
    let microseconds =
      time.map { latest.max($0.microseconds, ordering: .relaxed).newValue } ?? latest.load(ordering: .relaxed)
    return microseconds == .min ? nil : Timestamp(microseconds: microseconds)
  }
}

/// The rejection of a rule file.
struct RuleFileRejection: Error {
  /// Nil if there is an error among the findings.
  var reason: String?
  var findings: [Diagnostic] = []
}
