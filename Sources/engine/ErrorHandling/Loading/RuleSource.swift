public import Source

#if canImport(Foundation)
  public import Foundation
#endif

/// The source of a rule set, in YAML or JSON.
public struct RuleSource: Sendable {
  enum Place: Sendable {
    case bytes([UInt8])
    case file(String)
    case missing(String)
  }

  let place: Place
  /// The name in findings; its extension (`.json`) distinguishes JSON from YAML.
  public let name: String

  /// A rule file at a path; it may import files from its folder and the folders below.
  public static func file(_ path: String) -> RuleSource {
    RuleSource(place: .file(path), name: path)
  }

  /// A rule set in memory, UTF-8; it has no folder, so it imports nothing.
  public static func bytes(_ bytes: some Sequence<UInt8>, name: String) -> RuleSource {
    RuleSource(place: .bytes(Array(bytes)), name: name)
  }

  /// A rule set written as a text.
  public static func text(_ text: String, name: String = "rules.yaml") -> RuleSource {
    bytes(text.utf8, name: name)
  }

  #if canImport(Foundation)
    /// A rule set in memory.
    public static func data(_ data: Data, name: String) -> RuleSource {
      bytes(data, name: name)
    }

    /// A rule file among a bundle's resources, by its name with the extension: `shop.yaml`.
    public static func resource(_ name: String, in bundle: Bundle) -> RuleSource {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let stem = parts.dropLast().joined(separator: ".")
      guard parts.count > 1, let path = bundle.path(forResource: stem, ofType: String(parts[parts.count - 1]))
      else {
        return RuleSource(place: .missing("The bundle has no resource “\(name)”."), name: name)
      }
      return .file(path)
    }
  #endif
}

/// The reason why a rule set is rejected: it has errors, or can't be read.
public struct RuleSetRejection: Error, Sendable, CustomStringConvertible {
  /// The findings, in the order of the files; at least one error, unless there is a ``reason``.
  public let diagnostics: [Diagnostic]
  /// The reason why the file could not be read, or nil.
  public let reason: String?

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
    reason = nil
  }

  init(reason: String) {
    diagnostics = []
    self.reason = reason
  }

  /// The reason, or each error on a line as errctl prints it: `rules.yaml:8:17: error: … [unknown-key]`.
  public var description: String {
    if let reason { return reason }
    return diagnostics.filter { $0.severity == .error }.map { $0.description }.joined(separator: "\n")
  }
}

#if canImport(Foundation)
  extension RuleSetRejection: LocalizedError {
    /// The same as ``description``, for code that shows an error's localized text.
    public var errorDescription: String? { description }
  }
#endif
