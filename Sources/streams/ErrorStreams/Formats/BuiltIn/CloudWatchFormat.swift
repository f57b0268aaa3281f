internal import Records

extension StreamFormat {
  /// Subscriptions, and the output of `aws logs filter-log-events`; messages are records of other logs.
  static var cloudWatch: StreamFormat {
    var mapping = Mapping(name: "cloudwatch")
    mapping.summary = "CloudWatch Logs subscriptions and filter-log-events"
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .milliseconds),
      FieldMapping(.id, "id", "eventId"),
      FieldMapping(.origin, "logGroup", "logStreamName"),
    ]
    mapping.appleErrors = ["message"]
    mapping.inner = "message"
    mapping.stack = ["message"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      in: ListContainer(
        "a list of events, each containing a record of another log",
        lists: ["logEvents", "events"],
        shared: ["logGroup", "logStream", "owner"],
        Mapping.Markers(any: [
          ["logEvents", "events"], ["logEvents", "searchedLogStreams", "nextForwardToken", "nextToken"],
        ])
      ),
      example: #"""
        {"messageType":"DATA_MESSAGE","owner":"1234","logGroup":"/aws/lambda/pay",\#
        "logStream":"2026/11/21/[1]ab","subscriptionFilters":["all"],"logEvents":[{"id":"0123",\#
        "timestamp":1795225279483,"message":"{\"timestamp\":\"2026-11-21T01:41:19.480Z\",\#
        \"level\":\"ERROR\",\"requestId\":\"7f\",\"errorType\":\"Timeout\",\#
        \"errorMessage\":\"upstream timed out\"}"}]}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.480Z","severity":"error","type":"Timeout",\#
        "message":"upstream timed out","operation":"7f","id":"0123","origin":"/aws/lambda/pay",\#
        "attributes":{"requestId":"7f","logStream":"2026/11/21/[1]ab","owner":"1234",\#
        "timestamp":1795225279483}}
        """#,
      .documented("AWS: “Using CloudWatch Logs subscription filters”; botocore's model of filter-log-events")
    )
  }
}
