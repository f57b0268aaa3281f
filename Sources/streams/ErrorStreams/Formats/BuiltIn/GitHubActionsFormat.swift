internal import Records

extension StreamFormat {
  /// Logs of GitHub Actions as downloaded or from `gh run view --log`, and the workflow commands of a step.
  static var githubActions: StreamFormat {
    let time =
      #"(?:(?P<job>[^\t]+)\t(?P<step>[^\t]+)\t)?\x{FEFF}?(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z) "#
    var mapping = Mapping(
      logger: "github-actions", "logs of GitHub Actions",
      time
        + #"##\[(?P<level>error|warning|notice|debug|group|endgroup|section|command|add-matcher|remove-matcher)\](?P<message>\C*)"#,
      time
        + #"(?P<message>(?:Current runner version|Requested labels|Job defined at|Waiting for a runner|Job is about to start)\C*)"#,
      #"::(?P<level>error|warning|notice|debug|group|endgroup) ?(?:file=(?P<file>[^,:]*),?)?(?:line=(?P<line>\d+),?)?(?P<properties>[^:]*)::(?P<message>\C*)"#
    )
    // `gh run view --log` writes the job and the step before each line, the time only before a message's first.
    mapping.text?.common = [
      time + #"(?P<message>\C*)"#, #"(?P<job>[^\t]+)\t(?P<step>[^\t]+)\t(?P<message>[^\t]*)$"#,
    ]
    mapping.text?.continued = TextMapping.Continuation.none
    mapping.stack = ["message"]
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "step", "file", default: "github-actions"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "group": "info", "endgroup": "info", "section": "info", "command": "info", "add-matcher": "info",
          "remove-matcher": "info",
        ]
      ),
    ]
    return StreamFormat(
      mapping,
      shape: "`TIME ##[LEVEL]message`, `::LEVEL file=FILE,line=LINE::message`",
      example: #"""
        2026-11-21T01:41:20.4839200Z ##[error]Process completed with exit code 1.
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:20.4839200Z","origin":"github-actions","severity":"error","message":"P\#
        rocess completed with exit code 1."}
        """#,
      .documented(
        "https://docs.github.com/actions, “Workflow commands for GitHub Actions”, “Using workflow run logs”")
    )
  }
}
