public import RuleEngine
internal import SwiftErrors

/// Something of the app's that rules may ask or do, by name: passed by value when a chain is made.
///
/// ```swift
/// let chain = try RunningChain(.file("rules.yaml"), plugins: [
///   .perform("logout") { _ in await session.end() },
///   .custom("isOnTrial") { error in error.string(.attribute("plan")) == "trial" },
///   .presenter { alert in .button(await screen.ask(alert.title, alert.buttons)) },
/// ])
/// ```
public struct ChainPlugin: Sendable {
  /// Does something; what it throws is told by the resolution and changes nothing else.
  public typealias Act = @Sendable (Performance) async throws -> Void
  /// Shows an alert and waits for what a person chooses.
  public typealias Presenter = @Sendable (PresentedAlert) async throws -> AlertChoice

  var matchers: [any MatcherPlugin] = []
  var actionPlugins: [any ActionPlugin] = []
  var customs: [CustomQuestion] = []
  var performs: [String: Act] = [:]
  /// By the key of the action: `log`, `set`, a plugin's own.
  var acts: [String: Act] = [:]
  var presenter: Presenter?
  var category: (@Sendable (any Error) -> String?)?

  /// What `perform: name` does.
  public static func perform(_ name: String, _ act: @escaping Act) -> ChainPlugin {
    ChainPlugin(performs: [name: act])
  }

  /// What answers `custom: name`: a pure question, which may be asked more than once of the same error, and on any thread.
  /// One that throws answers no.
  public static func custom(
    _ name: String,
    summary: String = "",
    _ holds: @escaping @Sendable (borrowing ErrorView) throws -> Bool
  ) -> ChainPlugin {
    ChainPlugin(customs: [CustomQuestion(name, summary: summary) { _, _ in AskedClosure(holds: holds) }])
  }

  /// A question that reads its `with` when the rule file is compiled.
  public static func custom(_ question: CustomQuestion) -> ChainPlugin {
    ChainPlugin(customs: [question])
  }

  /// Who shows alerts; the last one given holds.
  public static func presenter(_ present: @escaping Presenter) -> ChainPlugin {
    ChainPlugin(presenter: present)
  }

  /// Where `log` writes; without it, nowhere.
  public static func log(_ write: @escaping @Sendable (_ level: String, _ text: String) -> Void)
    -> ChainPlugin
  {
    ChainPlugin(
      acts: ["log": { write($0.members["level"]?.string ?? "info", $0.members["log"]?.string ?? "") }]
    )
  }

  /// Where `set` puts values, by their dotted paths; without it, nowhere.
  public static func set(
    _ store: @escaping @Sendable (_ path: String, _ value: JSONValue) async -> Void
  ) -> ChainPlugin {
    ChainPlugin(
      acts: [
        "set": { performance in
          for member in performance.members["set"]?.members ?? [] { await store(member.key, member.value) }
        }
      ]
    )
  }

  /// A key below `do` of the app's own, and what it does.
  public static func action(_ plugin: any ActionPlugin, _ act: @escaping Act) -> ChainPlugin {
    ChainPlugin(actionPlugins: [plugin], acts: [plugin.key: act])
  }

  /// A key below `when` of the app's own.
  public static func matcher(_ plugin: any MatcherPlugin) -> ChainPlugin {
    ChainPlugin(matchers: [plugin])
  }

  /// Categories from code: asked of each error that has none of its own, before those of the rule file. A name that the
  /// file does not list is told by the resolution and ignored; nil leaves the choice to the file.
  public static func category(_ name: @escaping @Sendable (any Error) -> String?) -> ChainPlugin {
    ChainPlugin(category: name)
  }
}

/// A closure as a question of the language.
private struct AskedClosure: ErrorPredicate {
  let holds: @Sendable (borrowing ErrorView) throws -> Bool

  func holds(for error: borrowing ErrorView) -> Bool {
    do { return try holds(error) } catch { return false }
  }
}
