extension StreamFormat {
  /// MetricKit's diagnostics: crashes, which are fatal, and hangs and excessive use, which are warnings.
  static var metricKit: StreamFormat {
    StreamFormat(
      Mapping(crash: "metrickit", "MetricKit's diagnostics (MXDiagnosticPayload as JSON)"),
      in: MetricKitContainer(),
      example: #"""
        {"timeStampBegin":"2026-11-20 01:41:00 +0000","timeStampEnd":"2026-11-21 01:41:19 +0000","crashD\#
        iagnostics":[{"version":"1.0.0","callStackTree":{"callStackPerThread":true,"callStacks":[{"threa\#
        dAttributed":true,"callStackRootFrames":[{"binaryName":"libswiftCore.dylib","offsetIntoBinaryTex\#
        tSegment":160768,"address":6442611712,"sampleCount":1,"subFrames":[{"binaryName":"Shop","offsetI\#
        ntoBinaryTextSegment":18432,"address":4296050688,"sampleCount":1}]}]}]},"diagnosticMetaData":{"a\#
        ppVersion":"2.1","appBuildVersion":"214","osVersion":"iPhone OS 18.1 (22B83)","deviceType":"iPho\#
        ne14,5","platformArchitecture":"arm64e","exceptionType":6,"exceptionCode":1,"signal":5,"terminat\#
        ionReason":"Namespace SIGNAL, Code 5 Trace/BPT trap: 5"}}]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"Shop + 18432","severity":"fatal","type":"EXC_BREAKPOINT",\#
        "domain":"SIGNAL","code":5,"message":"Trace/BPT trap: 5","platform":"darwin","attributes":{"signal\#
        ":"SIGTRAP","codes":1,"version":"2.1","build":"214","os":"iPhone OS 18.1 (22B83)","model":"iPhone1\#
        4,5","arch":"arm64e","image":"Shop"}}
        """#,
      .documented("https://developer.apple.com/documentation/metrickit/mxdiagnosticpayload")
    )
  }
}
