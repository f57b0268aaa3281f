package import Records

extension EmptySpan {
  package func sentence(in zone: ShownZone) -> String {
    let span = SpanText.span(from: first, to: last, in: zone)
    return "No record is from this time: the log has records from \(span)."
      + (countsFromNow
        ? " --since counts from now; add --now \(zone.text(last)) to count from the end of the log." : "")
  }
}
