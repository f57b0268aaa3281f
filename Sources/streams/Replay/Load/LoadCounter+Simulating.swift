internal import Bytes
internal import Records

extension LoadCounter {
  /// Makes the tries that are due before each record, and evaluates the record.
  ///
  /// - Parameters:
  ///   - lines: the chunk's records.
  ///   - before: the records before the chunk.
  mutating func simulate(_ records: borrowing Buffer<NotedRecord>, of lines: ByteSlice, after before: UInt64)
  {
    guard let simulation else { return }
    for index in 0..<records.count {
      let record = records[index]
      let time = record.clock?.microseconds ?? .min
      makeTries(until: time, simulation)
      advance(to: time)
      let line = lines[record.start..<(record.start + record.count)]
      guard let recorded = simulation.read(line, at: clock) else { continue }
      let isFirst = !recorded.isEvent && recorded.attempt <= 1
      if isFirst { countFirst(simulation) }
      if let known = open[recorded.operation], !begins(anew: known, attempt: recorded.attempt) {
        // The simulated tries take the place of the recorded ones.
        open[recorded.operation]?.attempt = max(known.attempt, recorded.attempt)
        continue
      }
      let ordinal = before + record.ordinal
      guard let grant = simulation.evaluate(ordinal, at: clock) else { continue }
      let upstream = simulation.upstream(&upstreams)
      let operation = simulation.begin(line, recorded, upstream: upstream, ordinal, at: clock)
      makeRoom()
      guard simulation.pending < options.followed else {
        unfollowed += 1
        count(upstream, at: clock.map { Self.later($0, grant.delay) }, isTracked: grant.isTracked)
        continue
      }
      operations += 1
      run(operation, grant, at: clock, simulation)
    }
  }

  /// Makes the tries that are still due, until every operation has recovered or failed for good.
  mutating func finishSimulation() {
    if let simulation { makeTries(until: .max, simulation) }
  }

  private mutating func countFirst(_ simulation: RetrySimulation) {
    firsts += 1
    guard let clock else { return }
    minutes.add(firsts: 1, at: Self.minute(of: clock))
    simulation.countTry(at: clock)
  }

  private mutating func makeTries(until end: Int64, _ simulation: RetrySimulation) {
    while let (time, operation) = simulation.next(until: end) {
      advance(to: time)
      simulation.countTry(at: time)
      guard let (operation, grant) = outcome(of: operation, at: time, simulation) else { continue }
      run(operation, grant, at: time, simulation)
    }
  }

  /// Waits for a granted try. Without times, nothing can be waited for: the tries follow at once.
  private mutating func run(
    _ operation: RetrySimulation.Operation, _ grant: RetrySimulation.Grant, at time: Int64?,
    _ simulation: RetrySimulation
  ) {
    var (operation, grant) = (operation, grant)
    while true {
      operation.waited += grant.delay
      operation.tries += 1
      waits.add(grant.delay)
      let due = time.map { Self.later($0, grant.delay) }
      count(operation.upstream, at: due, isTracked: grant.isTracked)
      if operation.name != 0, open[operation.name] != nil || open.count < options.followed {
        open[operation.name] = Open(first: operation.start, due: due, attempt: operation.attempt)
      }
      if let due {
        simulation.wait(for: operation, until: due)
        return
      }
      guard let next = outcome(of: operation, at: nil, simulation) else { return }
      (operation, grant) = next
    }
  }

  /// The operation with another granted try, if its last one fails.
  private mutating func outcome(
    of operation: RetrySimulation.Operation, at time: Int64?, _ simulation: RetrySimulation
  ) -> (RetrySimulation.Operation, RetrySimulation.Grant)? {
    if simulation.succeeds(operation, at: time) {
      recovered += 1
      recovering.add(operation.waited)
      return nil
    }
    var failed = operation
    failed.attempt += 1
    guard let grant = simulation.fail(failed, at: time) else {
      givenUp += 1
      givingUp.add(operation.waited)
      return nil
    }
    guard operation.tries < RetrySimulation.mostTries else {
      simulation.unknown += 1
      return nil
    }
    return (failed, grant)
  }
}
