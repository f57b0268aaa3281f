public import RuleLanguage
public import SwiftErrors

/// Something that the app provides for rules, by name; passed by value when a chain is created.
///
/// ```swift
/// let chain = try RunningChain(.file("rules.yaml"), plugins: [
///   .perform("logout") { _ in await session.end() },
///   .custom("isOnTrial") { error in error.string(.attribute("plan")) == "trial" },
///   .presenter { alert in .button(await screen.ask(alert.title, alert.buttons)) },
/// ])
/// ```
public struct ChainPlugin: Sendable {
  /// Runs an action; a thrown error is recorded in the resolution, and decides only if the rule says so (`failed`).
  public typealias Act = @Sendable (ActionRequest) async throws -> Void
  /// Shows an alert and waits for a person's choice.
  public typealias Presenter = @Sendable (PresentedAlert) async throws -> AlertChoice

  var matchers: [any MatcherPlugin] = []
  var actionPlugins: [any ActionPlugin] = []
  var customs: [CustomQuestion] = []
  var performs: [String: Act] = [:]
  /// The functions by the action's key: `log`, `set`, or a plugin's own.
  var acts: [String: Act] = [:]
  var presenter: Presenter?
  var category: (@Sendable (any Error) -> String?)?

  /// Provides `perform: name`.
  public static func perform(_ name: String, _ act: @escaping Act) -> ChainPlugin {
    ChainPlugin(performs: [name: act])
  }

  /// Provides `custom: name`: a pure question, which may be called more than once for an error, and on any
  /// thread. If it throws, the answer is no.
  public static func custom(
    _ name: String, summary: String = "", _ holds: @escaping @Sendable (borrowing ErrorView) throws -> Bool
  ) -> ChainPlugin {
    ChainPlugin(customs: [CustomQuestion(name, summary: summary) { _, _ in ClosurePredicate(holds: holds) }])
  }

  /// Provides a question that reads its `with` when the rule file is compiled.
  public static func custom(_ question: CustomQuestion) -> ChainPlugin {
    ChainPlugin(customs: [question])
  }

  /// Shows alerts; the last presenter given applies.
  public static func presenter(_ present: @escaping Presenter) -> ChainPlugin {
    ChainPlugin(presenter: present)
  }

  /// Receives the texts of `log`; without it, they are dropped.
  public static func log(_ write: @escaping @Sendable (_ level: String, _ text: String) -> Void)
    -> ChainPlugin
  {
    ChainPlugin(acts: [
      "log": { write($0.members["level"]?.string ?? "info", $0.members["log"]?.string ?? "") }
    ])
  }

  /// Receives the values of `set`, by their dotted paths; without it, they are dropped.
  public static func set(_ store: @escaping @Sendable (_ path: String, _ value: JSONValue) async -> Void)
    -> ChainPlugin
  {
    ChainPlugin(
      acts: [
        "set": { request in
          for member in request.members["set"]?.members ?? [] { await store(member.key, member.value) }
        }
      ]
    )
  }

  /// Provides an action with a key of its own below `do`.
  public static func action(_ plugin: any ActionPlugin, _ act: @escaping Act) -> ChainPlugin {
    ChainPlugin(actionPlugins: [plugin], acts: [plugin.key: act])
  }

  /// Provides a matcher with a key of its own below `when`.
  public static func matcher(_ plugin: any MatcherPlugin) -> ChainPlugin {
    ChainPlugin(matchers: [plugin])
  }

  /// Provides categories from code, for errors without a category of their own; it precedes those of the rule file. A
  /// name that the file does not list is recorded in the resolution and ignored; nil leaves the choice to the file.
  public static func category(_ name: @escaping @Sendable (any Error) -> String?) -> ChainPlugin {
    ChainPlugin(category: name)
  }
}

private struct ClosurePredicate: ErrorPredicate {
  let holds: @Sendable (borrowing ErrorView) throws -> Bool

  func holds(for error: borrowing ErrorView) -> Bool {
    do { return try holds(error) } catch { return false }
  }
}
