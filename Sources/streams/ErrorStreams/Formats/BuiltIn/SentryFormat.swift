internal import Records

extension StreamFormat {
  /// Events, bare or in envelopes (develop.sentry.dev, "Event Payloads" and "Envelopes"); the root cause
  /// first.
  static var sentry: StreamFormat {
    var mapping = Mapping(name: "sentry")
    mapping.summary = "Sentry events, bare or in envelopes"
    mapping.markers = Mapping.Markers(
      any: [["event_id", "check_in_id"], ["exception", "logentry", "platform", "message", "monitor_slug"]],
      // The number of a Windows event.
      none: ["start_timestamp", "event_id.id"]
    )
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .epoch),
      FieldMapping(.id, "event_id"),
      FieldMapping(.origin, "logger", "transaction", "server_name"),
      // The severity of an event without a level.
      // A check-in of a job has a status, and the monitor that waits for it.
      FieldMapping(
        .severity, "level", "status",
        values: ["ok": "info", "in_progress": "info", "missed": "error", "timeout": "error"],
        default: "error"),
      // A check-in's monitor; the task of a queue, which its tries share.
      FieldMapping(
        .operation, "monitor_slug", "tags.celery_task_id", "tags.huey_task_id", "extra.rq-job.job_id",
        "tags.arq_task_id"),
      FieldMapping(.message, "logentry.formatted", "logentry.message"),
      FieldMapping(.status, "contexts.response.status_code", "tags.http.status_code", as: .http),
      FieldMapping(.attempt, "extra.attempt"),
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["exception.values", "exception"],
      isRootFirst: true,
      qualifier: "module",
      [
        FieldMapping(.type, "type"), FieldMapping(.message, "value"),
        FieldMapping(.domain, "mechanism.meta.ns_error.domain"),
        FieldMapping(.fatal, "mechanism.handled", values: ["false": "true"]),
        FieldMapping(.code, "mechanism.meta.ns_error.code", "mechanism.meta.errno.number"),
      ]
    )
    mapping.chain?.attribute = "mechanism"
    mapping.language = "platform"
    mapping.logMessage = ["message", "body", "status"]
    mapping.attributes = ["extra", "attributes"]
    mapping.drop = ["exception", "breadcrumbs", "modules", "debug_meta", "threads", "_meta", "sdk"]
    // With `enable_logs`, what is logged is an event and a log.
    mapping.failures = Mapping.FailurePaths(
      trace: "contexts.trace.trace_id", span: "trace_id", parent: "contexts.trace.parent_span_id",
      ofSpan: "event_id", said: ["logentry.formatted", "logentry.message", "message", "body"])
    return StreamFormat(
      mapping,
      in: SentryContainer(),
      binaryItems: ["attachment", "replay_recording", "replay_video"],
      asides: [
        Self.transaction,
        Mapping.Markers(["sent_at"], none: ["platform"]), Mapping.Markers(["dsn"]),
        Mapping.Markers(["event_id", "trace"], none: ["platform"]),
        Mapping.Markers([Mapping.Marker("type", SentryItems.kinds)], none: ["event_id"]),
        Mapping.Markers(["sid", "started"]), Mapping.Markers(["aggregates"], none: ["event_id"]),
        Mapping.Markers(["discarded_events"]),
      ],
      openings: [
        Mapping.Markers(["sent_at"], any: [["event_id", "trace", "sdk", "dsn"]]),
        Mapping.Markers(["event_id", "trace"]), Self.transaction,
        Mapping.Markers([Mapping.Marker("type", SentryItems.lists), "item_count", "content_type"]),
      ],
      example: #"""
        {"event_id":"cd5fe06eff8945eeb14d68a958beb3ec","timestamp":"2026-11-22T02:22:32.695545Z",\#
        "level":"error","platform":"python","release":"shop@1.0","exception":{"values":[{"module":null,\#
        "type":"KeyError","value":"'user'"},{"module":"shop","type":"Timeout",\#
        "value":"upstream timed out"}]}}
        """#,
      becomes: #"""
        {"type":"shop.Timeout","message":"upstream timed out","underlying":[{"type":"KeyError",\#
        "message":"'user'","is":["LookupError","Exception","BaseException"]}],"time":"2026-11-22T02:22:32.695545Z","id":"cd5fe06eff8945eeb14d68a958beb3ec\#
        ","severity":"error","attributes":{"platform":"python","release":"shop@1.0"}}
        """#,
      .made("Tests/Fixtures/streams/make.py (sentry-sdk), shortened")
    )
  }
}

extension StreamFormat {
  /// A performance transaction, which is not an error.
  private static var transaction: Mapping.Markers { Mapping.Markers(["event_id", "start_timestamp"]) }
}

/// Other items of Sentry envelopes (develop.sentry.dev, "Envelope Items").
enum SentryItems {
  static let kinds = [
    "event", "transaction", "session", "sessions", "attachment", "client_report", "user_report", "feedback",
    "profile",
    "profile_chunk", "replay_event", "replay_recording", "check_in", "log", "span", "statsd",
    "metric_buckets", "trace_metric",
  ]
  /// The kinds of items that stand in a list.
  static let lists = ["log", "span", "trace_metric"]
}
