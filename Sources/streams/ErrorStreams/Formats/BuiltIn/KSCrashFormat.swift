extension StreamFormat {
  /// Crash reports of KSCrash, and of sentry-cocoa before they are sent.
  static var ksCrash: StreamFormat {
    StreamFormat(
      Mapping(crash: "kscrash", "KSCrash's crash reports, sentry-cocoa's too"),
      in: KSCrashContainer(),
      example: #"""
        {"report":{"version":"3.3.0","id":"1DFC2552-8F7C-4D14-B0A8-5FE04E5AE35E","process_name":"Shop","\#
        timestamp":"2026-11-21T01:41:19Z","type":"standard"},"binary_images":[{"image_addr":4296032256,"\#
        name":"/var/containers/Bundle/Application/51CE/Shop.app/Shop"},{"image_addr":6442450944,"name":"\#
        /System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"}],"system":{"system_name":"i\#
        OS","system_version":"18.1","machine":"iPhone14,5","process_name":"Shop","process_id":1052,"CFBu\#
        ndleIdentifier":"com.shop","CFBundleShortVersionString":"2.1","CFBundleVersion":"214"},"crash":{\#
        "error":{"type":"nsexception","reason":"-[__NSArrayI objectForKey:]: unrecognized selector sent \#
        to instance 0x1e59bc50","nsexception":{"name":"NSInvalidArgumentException"},"mach":{"exception":\#
        10,"exception_name":"EXC_CRASH"},"signal":{"signal":6,"name":"SIGABRT"}},"threads":[{"index":0,"\#
        crashed":true,"dispatch_queue":"com.apple.main-thread","backtrace":{"contents":[{"object_name":"\#
        CoreFoundation","object_addr":6442450944,"symbol_name":"__exceptionPreprocess","instruction_addr\#
        ":6442451100},{"object_name":"Shop","object_addr":4296032256,"symbol_name":"-[Cart total]","inst\#
        ruction_addr":4296050688}]}}]}}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","id":"1DFC2552-8F7C-4D14-B0A8-5FE04E5AE35E","origin":"-[Cart total]\#
        ","severity":"fatal","type":"NSInvalidArgumentException","domain":"SIGNAL","code":6,"message":"-[_\#
        _NSArrayI objectForKey:]: unrecognized selector sent to instance 0x1e59bc50","platform":"darwin","\#
        attributes":{"exception":"EXC_CRASH","queue":"com.apple.main-thread","image":"Shop","signal":"SIGA\#
        BRT","process":"Shop","pid":1052,"bundle":"com.shop","version":"2.1","build":"214","system":"iOS",\#
        "os":"18.1","model":"iPhone14,5"}}
        """#,
      .documented("https://github.com/kstenerud/KSCrash, Example-Reports and KSCrashReportFields.h")
    )
  }
}
