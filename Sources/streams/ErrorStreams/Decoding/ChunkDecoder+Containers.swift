internal import Bytes
internal import Records

extension ChunkDecoder {
  mutating func decode(
    _ place: Place, _ plan: FormatPlan, _ envelopePlan: MappingPlan, _ container: any DocumentContainer
  ) {
    decoder.outer.find(envelopePlan)
    guard decoder.outer.isMarked(envelopePlan) else {
      // A record without its container is accepted too.
      if !plan.mapping.mapping.markers.isEmpty {
        let outcome = decoder.decode(by: plan.mapping, table, checksMarkers: true)
        take(outcome, place, of: plan === self.plan ? nil : plan)
        if outcome == .record { noteFailure(by: plan.mapping) }
      } else if isAside(of: plan) {
        counts.passedOver += 1
      } else if plan !== self.plan || !decodeOtherObject(place) {
        decoder.outer.find(envelopePlan)
        rejectMalformed(place, reasonUnrecognized(envelopePlan))
      }
      return
    }
    documents.removeAll()
    quickReject.begin(plan.mapping, keys: decoder.outer.scanned.keyGeneration)
    let count = container.appendDocuments(
      of: decoder.outer.scanned.tape, to: &documents, leavingOut: &quickReject)
    if count == 0 {
      counts.passedOver += 1
      return
    }
    counts.inner += count - 1
    counts.notErrors += quickReject.count
    var start = 0
    let padded = documents.padded()
    let text = padded.slice
    let completion = type(of: container).completion
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      defer { start = end + 1 }
      if let fault = decoder.outer.scanned.scan(
        text[start..<end], at: start, of: padded, depthLimit: limits.recordDepth,
        valueLimit: limits.recordValues)
      {
        counts.malformed += 1
        reject(place, 0, "Record inside the line: \(fault.message(of: .record, limits: limits))")
      } else if text[start..<end].hasPrefix(ByteSlice(completion)) {
        take(decoder.decodeCompletion(by: plan.mapping), place)
      } else {
        let outcome = decoder.decode(by: plan.mapping, table, checksMarkers: false)
        take(outcome, place)
        if outcome == .record { noteFailure(by: plan.mapping) }
      }
    }
  }
}
