internal import Records

extension StreamFormat {
  /// NestJS's ConsoleLogger, with the time as `Intl.DateTimeFormat` writes it in American English.
  static var nest: StreamFormat {
    var mapping = Mapping(
      logger: "nest", "NestJS on a console",
      #"\[(?P<app>[^\]]+)\] (?P<pid>\d+) +- (?P<time>\d{1,2}/\d{1,2}/\d{4}, \d{1,2}:\d\d:\d\d(?: |\x{202F})[AP]M) +(?P<level>LOG|ERROR|WARN|DEBUG|VERBOSE|FATAL) (?:\[(?P<logger>[^\]]*)\] )?(?P<message>\C*?)(?: \+(?P<elapsed>\d+)ms)?$"#
    )
    // Node.js 20 and later put a narrow space before AM and PM.
    mapping.fields[0].formats = ["%m/%d/%Y, %I:%M:%S %p", "%m/%d/%Y, %I:%M:%S\u{202F}%p"]
    return StreamFormat(
      mapping,
      shape: "`[APP] PID  - MM/DD/YYYY, CLOCK     LEVEL [LOGGER] message +MILLISECONDSms`",
      example: #"""
        [Nest] 17  - 11/21/2026, 1:41:19 AM   ERROR [ExceptionsHandler] upstream timed out +12ms
        Error: upstream timed out
            at PayService.charge (/app/dist/pay.service.js:12:11)
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"ExceptionsHandler","severity":"error","type":"Error","m\#
        essage":"upstream timed out","attributes":{"app":"Nest","pid":"17","message":"upstream timed out\#
        ","elapsed":"12","more":"Error: upstream timed out\n    at PayService.charge (/app/dist/pay.serv\#
        ice.js:12:11)"}}
        """#,
      .documented("https://github.com/nestjs/nest, packages/common/services/console-logger.service.ts")
    )
  }
}
