import Replay
import Testing

struct SparklineTests {
  @Test("Each number has a mark: a dot for nothing, a full block for the most")
  func marks() {
    #expect(Sparkline.text(of: [0, 1, 4, 8, 7], most: 8) == "·▁▄█▇")
    #expect(Sparkline.text(of: [1, 1_000, 0], most: 1_000) == "▁█·")
    #expect(Sparkline.text(of: [], most: 0).isEmpty && Sparkline.text(of: [0], most: 0) == "·")
  }
}
