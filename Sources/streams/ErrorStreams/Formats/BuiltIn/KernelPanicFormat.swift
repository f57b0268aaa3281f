extension StreamFormat {
  static var kernelPanic: StreamFormat {
    StreamFormat(
      Mapping(crash: "apple-panic", "kernel panics of iOS and macOS (panic-full-….ips)"),
      in: KernelPanicContainer(),
      asides: [Mapping.Markers(["bug_type", "timestamp"], none: ["panicString", "macOSPanicString"])],
      example: #"""
        {"build":"iPhone OS 18.1 (22B83)","product":"iPhone14,5","kernel":"Darwin Kernel Version 24.1.0","\#
        incident":"B2E0A7C2-6E0D-4A4F-9E4C-2B1B9B0E7B55","date":"2026-11-21 01:41:19.48 +0100","panicFlags\#
        ":"0x802","panicString":"panic(cpu 1 caller 0xfffffff01c2b4a10): userspace watchdog timeout: no su\#
        ccessful checkins from thermalmonitord in 180 seconds\nDebugger message: panic\nPanicked task 0xff\#
        ffffe1: 4242 pages, 12 threads: pid 31: watchdogd\n"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.48+01:00","id":"B2E0A7C2-6E0D-4A4F-9E4C-2B1B9B0E7B55","origin":"watchdo\#
        gd","severity":"fatal","type":"panic","message":"userspace watchdog timeout: no successful checkins \#
        from thermalmonitord in 180 seconds","platform":"darwin","attributes":{"flags":"0x802","kernel":"Dar\#
        win Kernel Version 24.1.0","os":"iPhone OS 18.1 (22B83)","model":"iPhone14,5"}}
        """#,
      .documented("https://github.com/blacktop/ipsw, pkg/crashlog/ips.go and panic.go")
    )
  }
}
