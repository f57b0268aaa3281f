import Testing

@testable import Differences

@Suite("A rate")
struct DecimalTests {
  @Test(
    "has three digits or so for people, and all of them in JSON",
    arguments: [
      (0, "0", "0"), (0.004, "0.004", "0.004"), (0.25, "0.25", "0.25"), (4.25, "4.25", "4.25"),
      (6, "6.00", "6"),
      (9.9996, "10.0", "10"), (23.456, "23.5", "23.456"), (2350.4, "2,350", "2350.4"),
    ]
  )
  func texts(_ value: Double, _ text: String, _ json: String) {
    #expect(Decimal(value).text == text && Decimal(value).json == json)
  }
}
