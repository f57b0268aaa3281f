internal import Records

extension StreamFormat {
  /// Lines of several pods behind the pod and the container.
  static var pods: StreamFormat {
    // The random end of a pod's name has neither vowels nor digits that look like them.
    let pod = "(?P<pod>[a-z0-9][a-z0-9.-]*-[bcdfghjklmnpqrstvwxz2456789]{5})"
    let container = "(?P<container>[a-z0-9][a-z0-9-]*)"
    let rest =
      #" (?:(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) )?"#
      + #"(?: *\[?(?P<level>(?i:debug|info|notice|warn|warning|error|critical|fatal|panic))\]?: )?(?P<message>\C*)"#
    var mapping = Mapping(
      logger: "pods", "kubectl logs --prefix, stern and kubetail",
      #"\[pod/(?P<pod>[^/\]]+)/(?P<container>[^\]]+)\]"# + rest,
      #"\["# + pod + "(?: " + container + #")?\]"# + rest,
      pod + " " + container + rest)
    mapping.fields = [
      FieldMapping(.time, "time"), FieldMapping(.origin, "container", "pod"),
      FieldMapping(.severity, "level"),
    ]
    mapping.stack.append("message")
    mapping.inner = "message"
    return StreamFormat(
      mapping,
      shape: "`[pod/POD/CONTAINER] message`, `POD CONTAINER message`, `[POD] message`",
      isAround: true,
      wrapping: .pods,
      example: #"""
        [pod/shop-6c9f8d7b5-x2kqz/web] 2026-11-21T01:41:19.483920130Z ERROR: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920130Z","origin":"web","severity":"error","message":"charge fai\#
        led: upstream timed out","attributes":{"pod":"shop-6c9f8d7b5-x2kqz"}}
        """#,
      .documented("kubectl logs --help, “--prefix”; https://github.com/stern/stern, “template”")
    )
  }
}
