import ErrorStreams
import Testing

@Suite("Apple crash reports as text")
struct CrashReportParserTests {
  private static let iPhone = """
    Incident Identifier: 1DFC2552-8F7C-4D14-B0A8-5FE04E5AE35E
    Process:         Shop [1055]
    Path:            /var/mobile/Applications/B19F/Shop.app/Shop

    Date/Time:       2026-11-21 01:41:19.000 +0100

    Exception Type:  EXC_CRASH (SIGABRT)
    Exception Codes: 0x00000000 at 0x00000000
    Crashed Thread:  1

    Application Specific Information:
    *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[Cart objectForKey:]: unrecognized selector'

    Thread 0 name:  Dispatch queue: com.apple.main-thread
    Thread 0:
    0   Shop                            0x0000f6d9 0x8000 + 30425 (main + 101)

    Thread 1 Crashed:
    0   CoreFoundation                  0x3157e63d 0x314e0000 + 648765 (__exceptionPreprocess + 97)
    1   Shop                            0x0000f6d9 0x8000 + 30425 (-[Cart total] + 101)

    Binary Images:
        0x8000 -    0x4cfff +Shop armv7  <99e112d2> /var/mobile/Applications/B19F/Shop.app/Shop
    0x314e0000 - 0x315c6fff CoreFoundation armv7  <b5d5ff0a> /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation

    """

  private static let mac = """
    Process:               Shop Store [7264]
    Path:                  /Applications/Shop Store.app/Contents/MacOS/Shop Store

    Date/Time:             2026-11-21 01:41:19.6785 -0500

    Exception Type:        EXC_BAD_ACCESS (SIGBUS)
    Exception Codes:       0x000000000000000a, 0x00000036ffe6600a

    Termination Reason:    Namespace SIGNAL, Code 10 Bus error: 10

    Thread 2 Crashed:: reader Dispatch queue: com.shop.reader
    0   libsystem_kernel.dylib        \t       0x10e01a4e1 read + 33
    1   Shop Store                    \t       0x10e019d9c 0x10d7d7000 + 8662428

    Binary Images:
           0x10d7d7000 -        0x10e953fff Shop Store (*) <bcce924b> /Applications/Shop Store.app/Contents/MacOS/Shop Store
        0x7ff8114dd000 -     0x7ff811569347 libsystem_kernel.dylib (*) <4d52bd1e> /usr/lib/system/libsystem_kernel.dylib

    """

  @Test("A report that begins with its process follows one that begins with its incident, and the reverse")
  func differentBeginnings() throws {
    for text in [
      Self.iPhone + Self.mac, Self.mac + Self.iPhone, Self.iPhone + Self.mac + Self.iPhone + Self.mac,
    ] {
      let read = try ReadStream(Array(text.utf8))
      #expect(read.counts.malformed == 0)
      #expect(read.records.count == text.split(separator: "\nPath:").count - 1)
    }
  }

  @Test("A report of many lines is one record, up to the next report")
  func reports() throws {
    let read = try ReadStream(Array("\(Self.iPhone)\n\(Self.iPhone)".utf8))
    #expect(read.format == "apple-crash-text")
    #expect(read.counts.malformed == 0)
    #expect(
      read.records
        == Array(
          repeating:
            #"{"time":"2026-11-21T01:41:19.000+01:00","id":"1DFC2552-8F7C-4D14-B0A8-5FE04E5AE35E","origin":"-[Cart total]","severity":"fatal","type":"NSInvalidArgumentException","message":"-[Cart objectForKey:]: unrecognized selector","platform":"darwin","attributes":{"exception":"EXC_CRASH","signal":"SIGABRT","image":"Shop","codes":"0x00000000 at 0x00000000","process":"Shop"}}"#,
          count: 2
        )
    )
  }

  @Test("A Mac's report begins with its process, whose name may have spaces")
  func mac() throws {
    let read = try ReadStream(Array("\(Self.mac)\n\(Self.mac)".utf8))
    #expect(
      read.records
        == Array(
          repeating:
            #"{"time":"2026-11-21T01:41:19.6785-05:00","origin":"Shop Store + 8662428","severity":"fatal","type":"EXC_BAD_ACCESS","domain":"SIGNAL","code":10,"message":"Bus error: 10","platform":"darwin","attributes":{"signal":"SIGBUS","thread":"reader","queue":"com.shop.reader","image":"Shop Store","codes":"0x000000000000000a, 0x00000036ffe6600a","process":"Shop Store"}}"#,
          count: 2
        )
    )
  }

  @Test("The header of iOS 14 and the banner of a translated report are passed over")
  func header() throws {
    let header = #"{"app_name":"Shop","timestamp":"2026-11-21 01:41:20.00 +0100","bug_type":"109"}"#
    let old = try ReadStream(Array("\(header)\n\(Self.iPhone)".utf8))
    #expect(old.records.count == 1)
    #expect(old.counts.passedOver == 1)
    let banner = """
      -------------------------------------
      Translated Report (Full Report Below)
      -------------------------------------

      """
    let translated = try ReadStream(Array("\(banner)\n\(Self.mac)".utf8))
    #expect(translated.records.count == 1)
    #expect(translated.counts.passedOver == 3)
    #expect(translated.counts.malformed == 0)
  }
}
