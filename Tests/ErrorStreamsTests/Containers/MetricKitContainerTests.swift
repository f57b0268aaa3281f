import ErrorStreams
import Testing

@Suite("MetricKit's diagnostics")
struct MetricKitContainerTests {
  @Test("Each diagnostic of a payload is a record; only crashes are fatal")
  func diagnostics() throws {
    let payload = #"""
      {
        "timeStampEnd" : "2026-11-21 01:41:19 +0000",
        "crashDiagnostics" : [
          {"diagnosticMetaData" : {"exceptionType" : 10, "signal" : 6, "terminationReason" : "Namespace SIGNAL, Code 0x6",
            "objectiveCexceptionReason" : {"exceptionName" : "NSRangeException", "composedMessage" : "index 2 beyond bounds"}}},
          {"diagnosticMetaData" : {"exceptionType" : 1, "signal" : 11}}
        ],
        "hangDiagnostics" : [
          {"diagnosticMetaData" : {"hangDuration" : "20 sec"},
            "callStackTree" : {"callStacks" : [{"threadAttributed" : false}, {"threadAttributed" : true, "callStackRootFrames" : [
              {"binaryName" : "libsystem_kernel.dylib", "offsetIntoBinaryTextSegment" : 1, "subFrames" : [
                {"binaryName" : "UIKitCore", "offsetIntoBinaryTextSegment" : 2, "subFrames" : [
                  {"binaryName" : "Shop", "offsetIntoBinaryTextSegment" : 3}]}]}]}]}}
        ]
      }
      """#
    let read = try ReadStream(Array(payload.utf8))
    #expect(read.format == "metrickit")
    #expect(read.counts.inner == 2)
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19Z","severity":"fatal","type":"NSRangeException","domain":"SIGNAL","code":6,"message":"index 2 beyond bounds","platform":"darwin","attributes":{"exception":"EXC_CRASH","signal":"SIGABRT"}}"#,
        #"{"time":"2026-11-21T01:41:19Z","severity":"fatal","type":"EXC_BAD_ACCESS","platform":"darwin","attributes":{"signal":"SIGSEGV"}}"#,
        #"{"time":"2026-11-21T01:41:19Z","origin":"Shop + 3","severity":"warning","type":"hang","message":"20 sec","platform":"darwin","attributes":{"duration":"20 sec","image":"Shop"}}"#,
      ]
    )
  }

  @Test("A payload without a diagnostic is passed over")
  func none() throws {
    let read = try ReadStream(Array(#"{"timeStampEnd":"2026-11-21 01:41:19","hangDiagnostics":[]}"#.utf8))
    #expect(read.format == "metrickit")
    #expect(read.counts.passedOver == 1)
  }
}
