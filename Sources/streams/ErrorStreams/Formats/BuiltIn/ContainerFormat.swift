internal import Records

extension StreamFormat {
  /// Logs of container runtimes on a Kubernetes node, in the CRI log format.
  static var cri: StreamFormat {
    var mapping = Mapping(name: "cri")
    mapping.summary = "container logs of a Kubernetes node (CRI)"
    mapping.text = TextMapping(
      #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) (?P<stream>stdout|stderr) (?P<tags>[FP]) (?: *\[?(?P<level>(?i:debug|info|notice|warn|warning|error|critical|fatal|panic))\]?: )?(?P<message>\C*)"#,
      continued: TextMapping.Continuation.none)
    mapping.fields = [
      FieldMapping(.time, "time"), FieldMapping(.severity, "level"),
    ]
    mapping.appleErrors = ["message"]
    mapping.stack = ["message"]
    mapping.inner = "message"
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`TIME STREAM TAG message`",
      isAround: true,
      wrapping: .cri,
      example: #"""
        2026-11-21T01:41:19.483920130Z stderr F error: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920130Z","severity":"error","message":"charge failed: upstream t\#
        imed out","attributes":{"stream":"stderr","tags":"F"}}
        """#,
      .documented("https://github.com/kubernetes/design-proposals-archive, kubelet-cri-logging.md")
    )
  }
}
