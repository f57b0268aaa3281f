internal import RuleLanguage

struct PluginTable: Sendable {
  let registry: Registry
  let performs: [String: ChainPlugin.Act]
  let acts: [String: ChainPlugin.Act]
  let presenter: ChainPlugin.Presenter?
  let categories: [@Sendable (any Error) -> String?]

  init(_ plugins: [ChainPlugin]) {
    performs = Dictionary(plugins.flatMap { $0.performs }, uniquingKeysWith: { $1 })
    acts = Dictionary(plugins.flatMap { $0.acts }, uniquingKeysWith: { $1 })
    presenter = plugins.last { $0.presenter != nil }?.presenter
    categories = plugins.compactMap { $0.category }
    var registry = Registry(plugins: [BuiltIn(), Together(plugins: plugins)])
    registry.requiresPlugins = true
    self.registry = registry
  }

  func category(of error: any Error) -> String? {
    for category in categories {
      if let name = category(error) { return name }
    }
    return nil
  }

  /// All plugins as one, for the compiler.
  private struct Together: Plugin {
    let plugins: [ChainPlugin]

    var matchers: [any MatcherPlugin] { plugins.flatMap { $0.matchers } }
    var actions: [any ActionPlugin] { plugins.flatMap { $0.actionPlugins } }
    var customs: [CustomQuestion] { plugins.flatMap { $0.customs } }
    var performs: [String] { plugins.flatMap { $0.performs.keys } }
  }
}
