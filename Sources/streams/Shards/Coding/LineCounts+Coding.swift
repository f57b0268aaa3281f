internal import Bytes
internal import Counting
internal import Records

extension LineCounts {
  mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &lines)
    coder.code(natural: &blank)
    coder.code(natural: &records)
    coder.code(natural: &inner)
    coder.code(natural: &passedOver)
    coder.code(natural: &continued)
    coder.code(natural: &notErrors)
    coder.code(natural: &completed)
    coder.code(natural: &filtered)
    coder.code(natural: &malformed)
    coder.code(natural: &tooLong)
    coder.code(natural: &truncated)
    coder.code(natural: &events)
    coder.code(natural: &otherFormats)
    coder.code(natural: &repaired)
    coder.code(natural: &wronglyTyped)
    coder.code(natural: &cutCauses)
    coder.code(natural: &unknownCategories)
    coder.code(natural: &wrongAnswers)
    coder.code(natural: &outOfOrder)
    coder.code(natural: &untimed)
    coder.code(natural: &listed)
    assumedYears.code(with: &coder)
    if events > records { coder.fail() }
  }
}
