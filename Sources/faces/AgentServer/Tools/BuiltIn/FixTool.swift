extension Tool {
  /// - Parameter writes: the fixes are written to the files; otherwise the result only shows them.
  static func fix(writes: Bool) -> Tool {
    Tool(
      "fix",
      title: "Fix rules",
      description: """
        Apply the safe fixes of findings to rule files: those that change no outcome. \
        \(writes ? "Writes the files, and returns the findings that are left." : "Returns the difference and the findings that would be left, and writes nothing.")
        """,
      words: ["validate", "--fix", "--format=json"] + (writes ? [] : ["--dry-run"]),
      parameters: [.files, .configuration],
      output: writes ? .object : .difference,
      changesFiles: writes
    )
  }
}
