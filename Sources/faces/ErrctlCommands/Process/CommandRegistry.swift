internal import RuleLanguage

/// Built-in plugins, and those passed to ``CommandLineTool``.
enum CommandRegistry {
  @TaskLocal static var current = Registry()
}
