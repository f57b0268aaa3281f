#if hasFeature(Embedded)
  public import Source

  // Embedded Swift, for WebAssembly, has no existentials: functions stand for a built-in plugin.

  /// A built-in plugin.
  public struct AnyPlugin: Sendable {
    let matchers: [AnyMatcherPlugin]
    let actions: [AnyActionPlugin]
    let customs: [CustomQuestion]
    let performs: [String]

    init(_ plugin: some Plugin) {
      (matchers, actions) = (plugin.matchers, plugin.actions)
      (customs, performs) = (plugin.customs, plugin.performs)
    }
  }

  /// A built-in matcher.
  public struct AnyMatcherPlugin: Sendable {
    /// Its name in a rule file.
    public let key: String
    private let read: @Sendable (Node, MatcherContext) -> Condition?

    init(_ plugin: some MatcherPlugin) {
      key = plugin.key
      read = { plugin.condition(for: $0, in: $1) }
    }

    func condition(for value: Node, in context: MatcherContext) -> Condition? { read(value, context) }
  }

  /// A built-in action.
  public struct AnyActionPlugin: Sendable {
    /// Its name in a rule file.
    public let key: String
    let companions: [String]
    let mayFail: Bool
    private let read: @Sendable ([Node.Member], ActionContext) -> Action?

    init(_ plugin: some ActionPlugin) {
      key = plugin.key
      companions = plugin.companions
      mayFail = plugin.mayFail
      read = { plugin.action(for: $0, in: $1) }
    }

    func action(for members: [Node.Member], in context: ActionContext) -> Action? { read(members, context) }
  }

  extension PluginList {
    static func buildExpression(_ plugin: some Plugin) -> AnyPlugin { AnyPlugin(plugin) }
    static func buildExpression(_ plugin: some MatcherPlugin) -> AnyMatcherPlugin { AnyMatcherPlugin(plugin) }
    static func buildExpression(_ plugin: some ActionPlugin) -> AnyActionPlugin { AnyActionPlugin(plugin) }
  }
#else
  /// A plugin of any type.
  public typealias AnyPlugin = any Plugin
  /// A matcher of any type.
  public typealias AnyMatcherPlugin = any MatcherPlugin
  /// An action of any type.
  public typealias AnyActionPlugin = any ActionPlugin

  extension PluginList {
    static func buildExpression(_ plugin: some Plugin) -> AnyPlugin { plugin }
    static func buildExpression(_ plugin: some MatcherPlugin) -> AnyMatcherPlugin { plugin }
    static func buildExpression(_ plugin: some ActionPlugin) -> AnyActionPlugin { plugin }
  }
#endif

/// Plugins, matchers or actions of several types, one below the other.
@resultBuilder
enum PluginList {
  static func buildBlock(_ matchers: AnyMatcherPlugin...) -> [AnyMatcherPlugin] { matchers }
  static func buildBlock(_ actions: AnyActionPlugin...) -> [AnyActionPlugin] { actions }
}
