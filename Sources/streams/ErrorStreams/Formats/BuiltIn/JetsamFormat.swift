extension StreamFormat {
  /// Processes that iOS ended because memory, or another resource of the device, was low.
  static var jetsam: StreamFormat {
    StreamFormat(
      Mapping(crash: "apple-jetsam", "Apple jetsam event reports (.ips)"),
      in: JetsamContainer(),
      asides: [Mapping.Markers(["bug_type", "timestamp"], none: ["processes"])],
      example: #"""
        {"build":"iPhone OS 18.1 (22B83)","product":"iPhone14,5","incident":"32B05E8B-CB45-40F8-BA66-56687\#
        79740FE","date":"2026-11-21 01:41:19.48 +0100","memoryStatus":{"pageSize":16384},"largestProcess":\#
        "Shop","processes":[{"pid":31,"name":"backboardd","states":["active"],"rpages":19240},{"pid":1052,\#
        "name":"Shop","states":["frontmost","resume"],"lifetimeMax":92802,"rpages":92802,"reason":"per-pro\#
        cess-limit"}]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.48+01:00","id":"32B05E8B-CB45-40F8-BA66-5668779740FE","origin":"Shop","\#
        severity":"fatal","type":"per-process-limit","domain":"JETSAM","platform":"darwin","attributes":{"pi\#
        d":1052,"states":["frontmost","resume"],"pages":92802,"mostPages":92802,"pageSize":16384,"largestPro\#
        cess":"Shop","os":"iPhone OS 18.1 (22B83)","model":"iPhone14,5"}}
        """#,
      .documented(
        "https://developer.apple.com/documentation/xcode/identifying-high-memory-use-with-jetsam-event-reports"
      )
    )
  }
}
