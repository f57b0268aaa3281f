extension StreamFormat {
  /// Monolog's lines, as written by Laravel and Symfony: channel and level in one word, further data after the message.
  static var monologText: StreamFormat {
    var mapping = Mapping(
      logger: "monolog-text", "Monolog's lines (PHP: Laravel, Symfony)",
      #"\[(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?)\] (?P<channel>[\w-]+)\.(?P<level>DEBUG|INFO|NOTICE|WARNING|ERROR|CRITICAL|ALERT|EMERGENCY): (?P<message>\C*?)(?:(?: \[\])*| (?P<context>\{"\C*)) *$"#
    )
    mapping.fields = Mapping.loggerFields(origin: "channel")
    // The context has the exception, the lines after it those before.
    mapping.stack = ["context", TextMapping.more]
    return StreamFormat(
      mapping,
      shape: "`[TIME] CHANNEL.LEVEL: message {context} {extra}`",
      example: #"""
        [2026-11-21 01:41:19] production.ERROR: charge failed {"order":7} []
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"production","severity":"error","message":"charge fa\#
        iled","attributes":{"context":"{\"order\":7} []"}}
        """#,
      .documented("https://github.com/Seldaek/monolog, LineFormatter; Laravel, Logging")
    )
  }
}
