extension StreamFormat {
  /// Crash reports up to iOS 14 and macOS 11, those that Console and Xcode translate, and those of KSCrash and
  /// PLCrashReporter.
  static var appleCrashText: StreamFormat {
    StreamFormat(
      Mapping(crash: "apple-crash-text", "Apple crash reports as text (.crash)"),
      lines: CrashReportParser(),
      preambles: ["-----------", "Translated Report"],
      asides: [Mapping.Markers(["bug_type", "timestamp"])],
      example: #"""
        Incident Identifier: 6156848E-344E-4D9E-84E0-87AFD0D0AE7B
        Hardware Model:      iPhone14,5
        Process:             Shop [1052]
        Path:                /private/var/containers/Bundle/Application/51CE/Shop.app/Shop
        Identifier:          com.shop
        Version:             214 (2.1)
        Code Type:           ARM-64 (Native)

        Date/Time:           2026-11-21 01:41:19.4839 +0100
        OS Version:          iPhone OS 18.1 (22B83)

        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x0000000102afb3d0
        Termination Reason: SIGNAL 5 Trace/BPT trap: 5

        Application Specific Information:
        Shop/Cart.swift:42: Fatal error: Index out of range

        Thread 0 name:  Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   libswiftCore.dylib            	0x000000019e2ad400 _assertionFailure + 244
        1   Shop                          	0x0000000102afb3d0 Cart.total() + 88 (Cart.swift:42)

        Binary Images:
        0x102ae8000 - 0x102b13fff Shop arm64  <fe4b7d3a> /private/var/containers/Bundle/Application/51CE/Shop.app/Shop
        0x19e286000 - 0x19e6f0fff libswiftCore.dylib arm64e  <6d1ab3d3> /usr/lib/swift/libswiftCore.dylib
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.4839+01:00","id":"6156848E-344E-4D9E-84E0-87AFD0D0AE7B","origin":"Car\#
        t.total()","severity":"fatal","type":"EXC_BREAKPOINT","domain":"SIGNAL","code":5,"message":"Index \#
        out of range","platform":"darwin","attributes":{"signal":"SIGTRAP","queue":"com.apple.main-thread"\#
        ,"image":"Shop","codes":"0x0000000000000001, 0x0000000102afb3d0","process":"Shop","bundle":"com.sh\#
        op","version":"214 (2.1)","os":"iPhone OS 18.1 (22B83)","model":"iPhone14,5","arch":"ARM-64 (Nativ\#
        e)"}}
        """#,
      .documented("https://developer.apple.com/documentation/xcode/examining-the-fields-in-a-crash-report")
    )
  }
}
