internal import Bytes

extension ResponderChain {
  package var hasRecordFilter: Bool { !tables.recordFilter.isNone }
}
