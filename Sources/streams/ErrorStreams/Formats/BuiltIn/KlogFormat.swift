internal import Records

extension StreamFormat {
  /// klog (Kubernetes) and glog; times have no year. Structured lines have the error among the pairs behind the message.
  static var klog: StreamFormat {
    var mapping = Mapping(
      logger: "klog", "klog (Kubernetes) and glog",
      #"(?P<level>[IWEF])(?P<clock>\d{4} \d\d:\d\d:\d\d\.\d+) +(?P<thread>\d+) (?P<file>[^:\]]+):(?P<line>\d+)\] (?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "clock"),
      FieldMapping(.origin, "file"),
      FieldMapping(.severity, "level"),
      FieldMapping(.message, "pairs.err", "pairs.error"),
    ]
    mapping.text?.pairs = "message"
    mapping.attributes = [TextMapping.pairsMember]
    return StreamFormat(
      mapping,
      shape: "`LMMDD CLOCK THREAD FILE:LINE] message`, `…] \"message\" key=\"value\"`",
      example: #"""
        E1121 01:41:19.483920      17 pay.go:12] "Charge failed" err="upstream timed out" order="42"
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"pay.go","severity":"error","message":"upstream \#
        timed out","attributes":{"thread":"17","line":"12","message":"Charge failed","order":"42"}}
        """#,
      .proven(
        by: "kubectl 1.20.2",
        source: "https://github.com/kubernetes/klog, klog.go, formatHeader; lnav's logfile_glog.0"
      )
    )
  }
}
