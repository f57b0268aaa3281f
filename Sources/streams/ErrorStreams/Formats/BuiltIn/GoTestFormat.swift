internal import Records

extension StreamFormat {
  /// `go test -json`: an event for each line that a test prints, and for each end of a test. ``TestOutputs`` adds the output
  /// to the failure.
  static var goTest: StreamFormat {
    let actions = [
      "start", "run", "pause", "cont", "pass", "bench", "fail", "output", "skip", "attr", "artifacts",
      "build-output", "build-fail",
    ]
    var mapping = Mapping(name: "go-test")
    mapping.summary = "`go test -json`"
    mapping.markers = Mapping.Markers([Mapping.Marker("Action", actions)], any: [["Package", "ImportPath"]])
    mapping.fields = [
      FieldMapping(.time, "Time"),
      FieldMapping(.origin, "Package", "ImportPath"),
      FieldMapping(.severity, default: "error", where: "Failure"),
      FieldMapping(.operation, "Test"),
    ]
    mapping.stack = ["Failure"]
    mapping.logMessage = ["Failure"]
    mapping.drop = ["Action"]
    return StreamFormat(
      mapping,
      example: #"""
        {"Time":"2026-11-27T23:06:16.269602Z","Action":"fail","Package":"shop","Test":"TestPay","Elapsed":0}
        """#,
      becomes: #"""
        {"time":"2026-11-27T23:06:16.269602Z","origin":"shop","severity":"error","operation":"TestPay",\#
        "message":"FAIL: TestPay","attributes":{"Elapsed":0}}
        """#,
      .proven(by: "Go 1.19.8", source: "https://pkg.go.dev/cmd/test2json, “Output Format”")
    )
  }
}
