import ArgumentParser

/// The flag `--pass-over`, with which a hook names all files of a commit.
enum PassingOver {
  static let help: ArgumentHelp = "Pass over named files that are excluded or no rule files, as in a folder."
}
