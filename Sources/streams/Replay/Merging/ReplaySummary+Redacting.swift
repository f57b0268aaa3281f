package import Secrets

extension ReplaySummary {
  /// The summary with the secrets hidden that the log's own texts hold. The names of kinds are without them from the
  /// beginning (``ReplayOptions/redactor``).
  package func redacted(by redactor: Redactor) -> ReplaySummary {
    guard redactor.isOn else { return self }
    var summary = self
    for index in rejectedLines.indices {
      summary.rejectedLines[index].reason = redactor.text(rejectedLines[index].reason)
    }
    summary.firstKeys = firstKeys.map { redactor.text($0) }
    summary.load = load?.redacted(by: redactor)
    return summary
  }
}

extension ReplayComparison {
  package func redacted(by redactor: Redactor) -> ReplayComparison {
    guard redactor.isOn else { return self }
    return ReplayComparison(
      old: old.redacted(by: redactor), new: new.redacted(by: redactor), matrix: matrix, totals: totals,
      groups: groups.map { $0.redacted(by: redactor) },
      inOtherGroups: inOtherGroups)
  }
}

extension MovedGroup {
  fileprivate func redacted(by redactor: Redactor) -> MovedGroup {
    let samples = samples.map { sample in
      let own = sample.record.map { redactor.about(json: $0) } ?? redactor
      return Sample(
        ordinal: sample.ordinal, ownID: sample.ownID.map { own.text($0) }, stream: sample.stream,
        name: own.text(sample.name), record: sample.record.map { own.json($0) })
    }
    return MovedGroup(old: old, new: new, changes: changes, count: count, samples: samples)
  }
}

extension RetryLoad {
  fileprivate func redacted(by redactor: Redactor) -> RetryLoad {
    var load = self
    load.upstreams = upstreams.map { upstream in
      Upstream(
        name: upstream.name.map { redactor.text($0) }, tries: upstream.tries, peak: upstream.peak,
        peakMinute: upstream.peakMinute)
    }
    return load
  }
}
