extension ReplayCommand {
  /// Reads the command as it is mostly called: a rule file, streams, and no more than `--jobs`, `--format` and
  /// `--resolutions`, each with a value behind it. Nil for everything else, right or wrong: the parser reads that.
  ///
  /// The parser finds out at run time what the options are and of which types, which takes longer than all of a small
  /// replay; here nothing has to be found out. A development build compares both (``Errctl``).
  init?(plain arguments: [String]) {
    self = .unasked
    var names: [String] = []
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard !argument.isEmpty else { return nil }
      if !argument.hasPrefix("-") {
        names.append(argument)
      } else {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-"),
          values.updateValue(value, forKey: argument) == nil
        else { return nil }
      }
    }
    guard let first = names.first else { return nil }
    rules = first
    streams = Array(names.dropFirst())
    for (name, value) in values {
      switch name {
      case "--jobs":
        guard let number = Int(value) else { return nil }
        jobs = number
      case "--format":
        guard let known = Format(rawValue: value) else { return nil }
        format = known
      case "--resolutions": resolutions = value
      default: return nil
      }
    }
    do { try validate() } catch { return nil }
  }

  /// The command with no option given.
  private static var unasked: Self {
    var command = Self()
    command.rules = ""
    command.streams = []
    command.resolutions = nil
    command.format = .text
    command.jobs = nil
    command.evaluation = .unasked
    command.rejects = nil
    command.strict = false
    command.follow = false
    command.stubs = .unasked
    command.requirePlugins = false
    command.profile = false
    command.load = false
    command.assumptions = .unasked
    command.detail = false
    command.page = .unasked
    command.shared = .unasked
    return command
  }
}
