internal import RuleEngine

/// The matchers and actions of the built-in plugins and of those passed to ``CommandLineTool``.
enum CommandRegistry {
  @TaskLocal static var current = Registry()
}
