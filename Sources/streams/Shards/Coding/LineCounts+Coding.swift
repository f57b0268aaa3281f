internal import Bytes
internal import Counting
internal import Records

extension LineCounts {
  mutating func code(with coder: inout ByteCoder) {
    change(by: self) { number, _ in coder.code(natural: &number) }
    assumedYears.code(with: &coder)
    if events > records { coder.fail() }
  }
}
