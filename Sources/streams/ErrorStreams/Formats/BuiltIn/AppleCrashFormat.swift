extension StreamFormat {
  /// Crash reports of iOS 15, macOS 12 and later (`.ips`): a header in one line, then the report.
  static var appleCrash: StreamFormat {
    StreamFormat(
      Mapping(crash: "apple-crash", "Apple crash reports (.ips)"),
      in: AppleCrashContainer(),
      asides: [Mapping.Markers(["bug_type", "timestamp"], none: ["usedImages"])],
      example: #"""
        {"captureTime":"2026-11-21 01:41:19.4839 +0100","incident":"6156848E-344E-4D9E-84E0-87AFD0D0AE7B",\#
        "pid":1052,"cpuType":"ARM-64","procName":"Shop","procPath":"/private/var/containers/Bundle/Appli\#
        cation/51CE/Shop.app/Shop","bundleInfo":{"CFBundleShortVersionString":"2.1","CFBundleVersion":"2\#
        14","CFBundleIdentifier":"com.shop"},"modelCode":"iPhone14,5","osVersion":{"train":"iPhone OS 18\#
        .1"},"exception":{"codes":"0x0000000000000001, 0x0000000102afb3d0","type":"EXC_BREAKPOINT","sign\#
        al":"SIGTRAP"},"termination":{"namespace":"SIGNAL","code":5,"indicator":"Trace/BPT trap: 5"},"as\#
        i":{"libswiftCore.dylib":["Shop/Cart.swift:42: Fatal error: Index out of range"]},"faultingThrea\#
        d":0,"threads":[{"triggered":true,"queue":"com.apple.main-thread","frames":[{"imageOffset":16076\#
        8,"symbol":"_assertionFailure","symbolLocation":244,"imageIndex":1},{"imageOffset":18432,"symbol\#
        ":"Cart.total()","symbolLocation":88,"imageIndex":0}]}],"usedImages":[{"name":"Shop","path":"/pr\#
        ivate/var/containers/Bundle/Application/51CE/Shop.app/Shop"},{"name":"libswiftCore.dylib","path"\#
        :"/usr/lib/swift/libswiftCore.dylib"}]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.4839+01:00","id":"6156848E-344E-4D9E-84E0-87AFD0D0AE7B","origin":"Car\#
        t.total()","severity":"fatal","type":"EXC_BREAKPOINT","domain":"SIGNAL","code":5,"message":"Index \#
        out of range","platform":"darwin","attributes":{"queue":"com.apple.main-thread","image":"Shop","si\#
        gnal":"SIGTRAP","codes":"0x0000000000000001, 0x0000000102afb3d0","process":"Shop","pid":1052,"bund\#
        le":"com.shop","version":"2.1","build":"214","os":"iPhone OS 18.1","model":"iPhone14,5","arch":"AR\#
        M-64"}}
        """#,
      .documented(
        "https://developer.apple.com/documentation/xcode/interpreting-the-json-format-of-a-crash-report")
    )
  }
}
