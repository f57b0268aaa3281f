import Reports
import Testing

@Suite("A JUnit XML report")
struct JUnitDocumentTests {
  @Test("counts its cases, keeps line breaks in bodies, and escapes those in attributes")
  func whole() {
    let suite = JUnitDocument.Suite(
      "a \"suite\"",
      [
        .init("first", in: "s", .passed),
        .init("second", in: "s", .failure(type: "failed", message: "1 < 2\nso", text: "one & two\nthree")),
        .init("third", in: "s", .error(type: "broken", message: "no", text: "line one\nline two")),
        .init("fourth", in: "s", .noted("seen\nall the same")),
        .init("fifth", in: "s", .skipped(message: "later")),
      ]
    )
    #expect(
      JUnitDocument(name: "errctl", [suite]).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="errctl" tests="5" failures="1" errors="1" skipped="1" time="0">
          <testsuite name="a &quot;suite&quot;" tests="5" failures="1" errors="1" skipped="1" time="0">
            <testcase classname="s" name="first" time="0"/>
            <testcase classname="s" name="second" time="0">
              <failure type="failed" message="1 &lt; 2\\nso">one &amp; two
        three</failure>
            </testcase>
            <testcase classname="s" name="third" time="0">
              <error type="broken" message="no">line one
        line two</error>
            </testcase>
            <testcase classname="s" name="fourth" time="0">
              <system-out>seen
        all the same</system-out>
            </testcase>
            <testcase classname="s" name="fifth" time="0">
              <skipped message="later"/>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }
}
