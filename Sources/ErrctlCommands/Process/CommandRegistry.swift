internal import RuleEngine

/// What rule files may use, in every command of this process.
enum CommandRegistry {
  @TaskLocal static var current = Registry()
}
