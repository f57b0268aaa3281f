import ErrorStreams
import Testing

@Suite("Apple's unified log as text")
struct AppleLogTests {
  @Test("log show's own lines are passed over, and the Type column is the severity")
  func show() throws {
    let read = try ReadStream(
      Array(
        """
        Filtering the log data using "subsystem CONTAINS "com.shop""
        Skipping info and debug messages, pass --info and/or --debug to include.
        Timestamp                       Thread     Type        Activity             PID    TTL  \n\
        2026-11-21 01:41:18.000000+0000 0x1f4a     Default     0x0                  453    0    shop: (CFNetwork) [com.shop:net] Task 1 sent error headers
        2026-11-21 01:41:19.483920+0000 0x1f4a     Error       0x0                  453    0    shop: (CFNetwork) [com.shop:net] Load failed
        2026-11-21 01:41:20.000000+0000 0x1f4a     Fault       0x1b2                453    14   Shop Store: Modifying state
        during a view update
        --------------------------------------------------------------------------------------------------------------------
        Log      - Default:          1, Info:                0, Debug:             0, Error:          1, Fault:          1
        Activity - Create:           0, Transition:          0, Actions:           0

        """.utf8
      )
    )
    #expect(read.format == "apple-text")
    #expect(read.counts.passedOver == 6)
    #expect(read.counts.malformed == 0)
    #expect(read.counts.continued == 1)
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.483920Z","origin":"com.shop","severity":"error","platform":"darwin","message":"Load failed","attributes":{"thread":"0x1f4a","activity":"0x0","pid":"453","ttl":"0","process":"shop","sender":"CFNetwork","category":"net"}}"#,
        #"{"time":"2026-11-21T01:41:20.000000Z","origin":"Shop Store","severity":"fatal","platform":"darwin","message":"Modifying state","attributes":{"thread":"0x1f4a","activity":"0x1b2","pid":"453","ttl":"14","more":"during a view update"}}"#,
      ]
    )
  }

  @Test("The styles compact and syslog are read; syslog has no level")
  func styles() throws {
    let compact = try ReadStream(
      Array(
        """
        Timestamp               Ty Process[PID:TID]
        2026-11-21 01:41:18.144 A  Shop[453:1f4a] (libsystem_containermanager.dylib) container_query_t
        2026-11-21 01:41:19.001 E  Shop Store[453:1f4a] (CFNetwork) [com.shop:net] request failed
        2026-11-21 01:41:19.002 Df Shop[453:1f4a] [0x103e29630] activating connection

        """.utf8
      )
    )
    #expect(compact.format == "apple-text")
    #expect(compact.counts.notErrors == 2)
    #expect(
      compact.records == [
        #"{"time":"2026-11-21T01:41:19.001Z","origin":"com.shop","severity":"error","platform":"darwin","message":"request failed","attributes":{"process":"Shop Store","pid":"453","thread":"1f4a","sender":"CFNetwork","category":"net"}}"#
      ]
    )
    let syslog = try ReadStream(
      Array(
        """
        Timestamp                       (process)[PID]
        2026-11-21 01:41:19.842651+0200  localhost sudo[2002]: failed: Error Domain=NSPOSIXErrorDomain Code=61 "Connection refused"

        """.utf8
      )
    )
    #expect(syslog.format == "apple-text")
    #expect(syslog.records.first?.contains(#""domain":"NSPOSIXErrorDomain","code":61"#) == true)
  }

  @Test("log stream --style json begins with a line that is not JSON")
  func json() throws {
    let read = try ReadStream(
      Array(
        """
        Filtering the log data using "subsystem == "com.shop""
        [{
          "traceID" : 507,
          "eventMessage" : "no answer",
          "messageType" : "Error",
          "timestamp" : "2026-11-21 01:41:19.483920+0000"
        },{
          "traceID" : 508,
          "eventMessage" : "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 2'",
          "messageType" : "Default",
          "timestamp" : "2026-11-21 01:41:20.483920+0000"
        }]

        """.utf8
      )
    )
    #expect(read.format == "apple")
    #expect(read.counts.passedOver == 1)
    #expect(read.records.count == 2)
    #expect(read.records.last?.contains(#""type":"NSRangeException","message":"index 2""#) == true)
  }

  @Test("NSLog's uncaught exception with its call stack is one error")
  func nsLog() throws {
    let read = try ReadStream(
      Array(
        """
        2026-11-21 01:41:18.483 Shop[453:8010] started
        2026-11-21 01:41:18.500920+0100 Shop[453:8010] [com.shop:net] error: no answer
        what the app prints
        2026-11-21 01:41:19.483 CBL Demo[453:8010] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 2'
        *** First throw call stack:
        (
        \t0   CoreFoundation                      0x00007ff8067181ba __exceptionPreprocess + 242
        )
        libc++abi: terminating due to uncaught exception of type NSException

        """.utf8
      )
    )
    #expect(read.format == "nslog")
    #expect(read.counts.notErrors == 1)
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 2)
    #expect(
      read.records.first?.contains(
        #""origin":"com.shop","severity":"error","platform":"darwin","message":"no answer""#
      ) == true
    )
    #expect(
      read.records.last?.contains(
        #""origin":"CBL Demo","platform":"darwin","type":"NSRangeException","message":"index 2""#
      ) == true
    )
  }
}
