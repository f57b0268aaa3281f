internal import Bytes

/// The matchers and actions that a rule file may use: the built-in ones and those of plugins.
///
/// ```swift
/// let registry = Registry(plugins: [BuiltIn(), Acme()])
/// ```
public struct Registry: Sendable {
  private let matchersByKey: [String: AnyMatcherPlugin]
  private let actionsByKey: [String: AnyActionPlugin]
  private let customsByName: [String: CustomQuestion]
  /// The names that plugins handle below `perform`.
  public let performs: Set<String>
  /// The assumed answers of custom questions that no plugin answers; the default is false.
  public var stubs: [String: Bool] = [:]
  /// The formats of other systems' policies that are read as rule files.
  package var policyFormats: [AnyPolicyFormat] = []
  /// Whether a `custom` or `perform` without a plugin is an error.
  public var requiresPlugins = false

  /// A registry of the plugins; a later plugin's key overrides an earlier one's.
  public init(plugins: [AnyPlugin]) {
    matchersByKey = Dictionary(plugins.flatMap { $0.matchers }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    actionsByKey = Dictionary(plugins.flatMap { $0.actions }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    customsByName = Dictionary(plugins.flatMap { $0.customs }.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    performs = Set(plugins.flatMap { $0.performs })
  }

  /// The matchers, by key in alphabetical order.
  public var matchers: [AnyMatcherPlugin] {
    matchersByKey.values.sorted { $0.key < $1.key }
  }

  /// The actions, by key in alphabetical order.
  public var actions: [AnyActionPlugin] {
    actionsByKey.values.sorted { $0.key < $1.key }
  }

  /// The questions, by name in alphabetical order.
  public var customs: [CustomQuestion] {
    customsByName.values.sorted { $0.name < $1.name }
  }

  func custom(_ name: String) -> CustomQuestion? { customsByName[name] }

  func matcher(_ key: String) -> AnyMatcherPlugin? { matchersByKey[key] }

  package func action(_ key: String) -> AnyActionPlugin? { actionsByKey[key] }
}
