extension StreamFormat {
  /// `basicConfig`, the documentation's examples, Celery, gunicorn and Airflow.
  static var pythonText: StreamFormat {
    let zone = TimeText.zoneExpression
    let mapping = Mapping(
      logger: "python-text", "Python's logging as text",
      #"(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):(?P<logger>[^: ]+):(?P<message>\C*)"#,
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d+)?"# + zone
        + #"?) ?[-:|] ?(?P<logger>[^ :|]+) ?[-:|] ?(?P<level>DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL) ?[-:|] ?(?P<message>\C*)"#,
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+) (?P<level>DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL):(?P<logger>[^: ]+):(?P<message>\C*)"#,
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+) ?[-:|]? ?\[?(?P<level>DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)\]? ?[-:|] ?(?P<message>\C*)"#,
      #"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"# + zone
        + #"?) (?P<level>DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL) +(?P<logger>[\w-]+|(?:[\w-]+\.)+[a-z_][\w-]*): (?P<message>\C*)"#,
      // A logger, and the place in the source.
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+) (?P<level>DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL) +\[(?P<logger>[\w.-]+)\] \[(?P<file>[\w./-]+\.py:\d+)\](?: -)? (?P<message>\C*)"#,
      // loguru.
      #"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \| (?P<level>TRACE|DEBUG|INFO|SUCCESS|WARNING|ERROR|CRITICAL) *\| (?P<logger>[\w.<>-]+):(?P<function>[\w.<>-]+):(?P<line>\d+) - (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+): (?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL)/(?P<logger>[^\] ]+)\] (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4})\] \[(?P<pid>\d+)\] \[(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL)\] (?P<message>\C*)"#,
      #"\[(?P<time>\d{4}-\d\d-\d\d(?:T|,? )\d\d:\d\d:\d\d(?:[.,]\d+)?"# + zone
        + #"?)\] \{(?P<logger>[^}]+)\} (?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL) - (?P<message>\C*)"#)
    return StreamFormat(
      mapping,
      shape: "`LEVEL:LOGGER:message`, `TIME - LOGGER - LEVEL - message` and similar",
      example: #"""
        2026-11-21 01:41:19,483 - shop.pay - ERROR - charge failed
        Traceback (most recent call last):
          File "pay.py", line 12, in charge
        TimeoutError: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop.pay","severity":"error","type":"TimeoutError",\#
        "is":["OSError","Exception","BaseException"],\#
        "message":"upstream timed out","attributes":{"message":"charge failed","more":"Traceback (most r\#
        ecent call last):\n  File \"pay.py\", line 12, in charge\nTimeoutError: upstream timed out"}}
        """#,
      .proven(
        by: "gunicorn 27.0.1, Hypercorn 0.18.0, Celery 5.7.0, waitress 3.0.2",
        source: "https://docs.python.org/3/howto/logging.html"
      )
    )
  }
}
