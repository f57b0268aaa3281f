internal import Records

/// An error that a shadow resolves otherwise.
public struct ShadowDifference: Sendable {
  /// The kinds of difference, as `errctl diff` counts them. A rule of another name that does the same is none.
  public struct Kinds: OptionSet, Sendable, Hashable {
    /// A bit for each kind of difference.
    public let rawValue: UInt8

    /// A set of kinds by their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Another evaluation, or handled by one of them only.
    public static let outcome = Kinds(rawValue: 1)
    /// Other actions, or the same with other texts.
    public static let actions = Kinds(rawValue: 2)
    /// Another try, another budget, or another delay before its random part.
    public static let retry = Kinds(rawValue: 4)
  }

  /// The kinds of difference between both resolutions.
  public let kinds: Kinds
  /// The resolution by the rules in force.
  public let resolution: Resolution
  /// The resolution by the shadow. None of its actions ran.
  public let shadow: Resolution
}

extension Resolution {
  /// The evaluation, or `unhandled`.
  var outcome: String { isHandled ? evaluation.name : "unhandled" }
}
