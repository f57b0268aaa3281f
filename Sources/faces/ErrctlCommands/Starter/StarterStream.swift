extension StarterFile {
  /// A morning's errors as the app's recorder writes them, with at least one for each rule.
  static let starterStream = #"""
    {"time": "2026-11-20T07:02:11.120Z", "origin": "com.podcasts.downloads.queue", "domain": "NSURLErrorDomain", "code": -1001, "message": "The request timed out.", "operation": "download", "attempt": 1, "attributes": {"episode": "e-114"}}
    {"time": "2026-11-20T07:02:13.480Z", "origin": "com.podcasts.downloads.queue", "domain": "NSURLErrorDomain", "code": -1009, "message": "The Internet connection appears to be offline.", "operation": "download", "attempt": 2, "attributes": {"episode": "e-114"}}
    {"time": "2026-11-20T07:10:40.002Z", "origin": "com.podcasts.search", "type": "Podcasts.HTTPError", "status": 503, "message": "Service Unavailable", "operation": "search", "attempt": 1}
    {"time": "2026-11-20T07:10:41.310Z", "origin": "com.podcasts.search", "type": "Podcasts.HTTPError", "status": 503, "message": "Service Unavailable", "operation": "search", "attempt": 2}
    {"time": "2026-11-20T07:10:44.951Z", "origin": "com.podcasts.search", "type": "Podcasts.HTTPError", "status": 503, "message": "Service Unavailable", "operation": "search", "attempt": 3}
    {"time": "2026-11-20T07:31:05.777Z", "origin": "com.podcasts.player", "type": "Swift.DecodingError", "case": "dataCorrupted", "message": "The data is not in the correct format."}
    {"time": "2026-11-20T07:44:19.250Z", "origin": "com.podcasts.account", "type": "Podcasts.SessionError", "case": "expired", "message": "Your session has expired."}
    {"time": "2026-11-20T08:03:52.619Z", "origin": "com.podcasts.downloads.files", "domain": "NSPOSIXErrorDomain", "code": 28, "message": "No space left on device", "operation": "download", "answers": ["Delete them"]}
    {"time": "2026-11-20T08:05:30.004Z", "origin": "com.podcasts.downloads.files", "domain": "NSPOSIXErrorDomain", "code": 28, "message": "No space left on device", "operation": "download", "answers": ["Not now"]}
    {"time": "2026-11-20T08:20:01.333Z", "origin": "com.podcasts.search", "type": "Swift.CancellationError", "cancelled": true}
    {"time": "2026-11-20T08:21:47.890Z", "origin": "com.podcasts.subscriptions", "type": "Podcasts.ImportError", "case": "notOPML", "message": "This file has no list of podcasts."}
    {"time": "2026-11-20T08:22:02.115Z", "origin": "com.podcasts.subscriptions", "type": "Podcasts.ImportError", "case": "notOPML", "message": "This file has no list of podcasts."}

    """#
}
