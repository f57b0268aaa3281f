import RuleEngine
import Testing

@Suite("Jobs of Kubernetes")
struct KubernetesJobTests {
  private func job(_ rules: String, more: String = "") -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata: { name: job }
    spec:
      backoffLimitPerIndex: 1
      completionMode: Indexed
    \(more)  podFailurePolicy: { rules: [ \(rules) ] }
      template: { spec: { restartPolicy: Never, containers: [ { name: main-container } ] } }
    """
  }

  private static func exits(_ action: String, _ operator: String, _ values: String) -> String {
    "{ action: \(action), onExitCodes: { operator: \(`operator`), values: [ \(values) ] } }"
  }

  private static func condition(_ action: String, _ status: String, _ type: String = "DisruptionTarget")
    -> String
  {
    "{ action: \(action), onPodConditions: [ { type: \(type), status: '\(status)' } ] }"
  }

  private static let counted = "retry 1/2 by job.backoffLimit/count"

  /// `TestMatchPodFailurePolicy` in `pkg/controller/job/pod_failure_policy_test.go` of kubernetes/kubernetes
  /// (14db660660c845bf9b7cb11f497c090a3884daad), without the unknown actions and operators that the API rejects: rules, the
  /// failed pod, what is done.
  private static let cases: [(String, String, String)] = [
    ("", #""exitCodes": [2]"#, counted),
    (exits("Ignore", "In", "1, 2, 3"), #""exitCodes": [2]"#, "retry 1/1000 by job/rules.0"),
    (
      exits("Ignore", "In", "-1073741676, -1073741510"), #""exitCodes": [-1073741510]"#,
      "retry 1/1000 by job/rules.0"
    ),
    (exits("FailJob", "In", "1, 2, 3"), #""exitCodes": [2]"#, "abort by job/rules.0"),
    (exits("FailJob", "NotIn", "111"), #""exitCodes": [0, 111, 0]"#, counted),
    (exits("FailIndex", "In", "1, 2, 3"), #""exitCodes": [2]"#, "cancel by job/rules.0"),
    (exits("FailJob", "NotIn", "0"), #""exitCodes": [1, 0]"#, "abort by job/rules.0"),
    (
      exits("Count", "In", "1, 2, 3") + ", " + exits("FailJob", "In", "4, 5, 6"), #""exitCodes": [6]"#,
      "abort by job/rules.1"
    ),
    (exits("Count", "In", "1, 2, 3"), #""exitCodes": [2]"#, counted),
    (condition("FailIndex", "True"), #""conditions": {"DisruptionTarget": "True"}"#, "cancel by job/rules.0"),
    (
      condition("Ignore", "True"), #""conditions": {"DisruptionTarget": "True"}"#,
      "retry 1/1000 by job/rules.0"
    ),
    (
      condition("Ignore", "False"), #""conditions": {"DisruptionTarget": "False"}"#,
      "retry 1/1000 by job/rules.0"
    ),
    (
      condition("Ignore", "Unknown"), #""conditions": {"DisruptionTarget": "Unknown"}"#,
      "retry 1/1000 by job/rules.0"
    ),
    (condition("Ignore", "False"), #""conditions": {"DisruptionTarget": "True"}"#, counted),
    (condition("Ignore", "True"), #""conditions": {"DisruptionTarget": "False"}"#, counted),
    (
      "{ action: Ignore, onPodConditions: [ { type: DisruptionTarget } ] }",
      #""conditions": {"DisruptionTarget": "False"}"#, counted
    ),
    (condition("FailJob", "True"), #""conditions": {"DisruptionTarget": "True"}"#, "abort by job/rules.0"),
    (condition("Count", "True"), #""conditions": {"DisruptionTarget": "True"}"#, counted),
    (
      [
        exits("Count", "NotIn", "8"), exits("Ignore", "In", "1, 2, 3"), exits("FailJob", "NotIn", "5, 6, 7"),
        condition("Count", "True", "ResourceLimitExceeded"), condition("Ignore", "True"),
      ].joined(separator: ", "), #""exitCodes": [32]"#, counted
    ),
    (
      condition("FailJob", "True", "MaxFailedIndexesExceeded") + ", "
        + condition("Ignore", "True").replacing(
          "{ action",
          with: "{ name: HostMaintenanceRule, action",
          maxReplacements: 1
        ), #""conditions": {"DisruptionTarget": "True"}"#, "retry 1/1000 by job/HostMaintenanceRule"
    ),
  ]

  @Test(arguments: cases)
  func `the rule decides that Kubernetes' own tests name`(rules: String, pod: String, decision: String) throws
  {
    let error = #"{"domain": "kubernetes", "origin": "job", "operation": "1", "index": 0, \#(pod)}"#
    #expect(try decisions(job(rules), name: "job.yaml", [error]) == [decision])
  }

  @Test func `failures count together whichever rule they match, but not those that are ignored`() throws {
    let text = """
      apiVersion: batch/v1
      kind: CronJob
      metadata: { name: night }
      spec:
        schedule: "0 1 * * *"
        jobTemplate:
          spec:
            backoffLimit: 2
            activeDeadlineSeconds: 3600
            podFailurePolicy:
              rules:
                - { action: Ignore, onPodConditions: [ { type: DisruptionTarget } ] }
                - { action: Count, onExitCodes: { containerName: main, operator: In, values: [ 3 ] } }
                - { action: FailJob, onExitCodes: { operator: NotIn, values: [ 1, 2 ] } }
            template:
              spec: { restartPolicy: Never, containers: [ { name: main }, { name: proxy } ] }
      """
    let pods = [
      #""exitCodes": [1]"#, #""exitCodes": [3, 9], "containers": {"main": 3, "proxy": 9}"#,
      #""exitCodes": [1], "conditions": {"DisruptionTarget": "True"}"#, #""exitCodes": [2]"#,
      #""exitCodes": [3], "containers": {"main": 1, "proxy": 3}"#,
    ]
    let errors = pods.map { #"{"domain": "kubernetes", "origin": "night", "operation": "29401", \#($0)}"# }
    #expect(
      try decisions(text, name: "job.yaml", errors) == [
        "retry 1/3 by night.backoffLimit/count", "retry 2/3 by night.backoffLimit/count",
        "retry 1/1000 by night/rules.0", "abort by night.backoffLimit/count", "abort by night/rules.2",
      ]
    )
    #expect(
      findings(text, name: "job.yaml") == [
        "9:30 lost-in-import: Kubernetes counts this from the start of the job; the rules' deadline begins with the first failure.",
        "12:23 lost-in-import: A rule makes at most 1,000 tries, so this one does.",
      ]
    )
  }

  private static let set = """
    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: { name: train }
    spec:
      failurePolicy: { maxRestarts: 1, rules: [ RULE ] }
      replicatedJobs:
        - { name: test-replicated-job-1, template: { spec: { backoffLimit: 0 } } }
        - { name: test-replicated-job-2, template: { spec: { backoffLimit: 0 } } }
    """

  /// `TestFailurePolicyRuleIsApplicable` in `pkg/controllers/failure_policy_test.go` of kubernetes-sigs/jobset
  /// (08dfbdfd682714a9ab929633eca8dc95315187e7): the rule's conditions, the failed job, whether the rule applies.
  @Test(
    arguments: [
      ("", 1, "BackoffLimitExceeded", "", true),
      ("onJobFailureReasons: [ BackoffLimitExceeded ]", 1, "BackoffLimitExceeded", "", true),
      ("onJobFailureReasons: [ BackoffLimitExceeded ]", 1, "DeadlineExceeded", "", false),
      ("targetReplicatedJobs: [ test-replicated-job-1 ]", 1, "BackoffLimitExceeded", "", true),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], targetReplicatedJobs: [ test-replicated-job-1 ]", 1,
        "BackoffLimitExceeded", "", true
      ),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], targetReplicatedJobs: [ test-replicated-job-1 ]", 1,
        "DeadlineExceeded", "", false
      ),
      ("targetReplicatedJobs: [ test-replicated-job-1 ]", 2, "BackoffLimitExceeded", "", false),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], targetReplicatedJobs: [ test-replicated-job-1 ]", 2,
        "BackoffLimitExceeded", "", false
      ),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], targetReplicatedJobs: [ test-replicated-job-1 ]", 2,
        "DeadlineExceeded", "", false
      ),
      (
        "onJobFailureMessagePatterns: [ '^job failed because.*' ]", 1, "", "job failed because of a bug", true
      ),
      ("onJobFailureMessagePatterns: [ '^job failed because.*' ]", 1, "", "another error message", false),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], onJobFailureMessagePatterns: [ '.*bug.*' ]", 1,
        "BackoffLimitExceeded", "job failed because of a bug", true
      ),
      (
        "onJobFailureReasons: [ BackoffLimitExceeded ], onJobFailureMessagePatterns: [ '.*bug.*' ]", 1,
        "BackoffLimitExceeded", "job failed due to something else", false
      ),
    ]
  )
  func `a job set's rule applies if JobSet's own tests say so`(
    conditions: String,
    job: Int,
    reason: String,
    message: String,
    applies: Bool
  ) throws {
    let rule = "{ action: FailJobSet\(conditions.isEmpty ? "" : ", ")\(conditions) }"
    let error =
      #"{"domain": "kubernetes", "origin": "train", "operation": "1", "type": "\#(reason)", "message": "\#(message)", "replicatedJob": "test-replicated-job-\#(job)"}"#
    let decision = try decisions(Self.set.replacing("RULE", with: rule), name: "set.yaml", [error])
    #expect(
      decision == [applies ? "abort by train/failurePolicyRule0" : "retry 1/2 by train.maxRestarts/count"]
    )
  }

  @Test func `restarts of a job set count together, unless their rule says otherwise`() throws {
    let rules =
      "{ action: RestartJobSetAndIgnoreMaxRestarts, onJobFailureReasons: [ PodFailurePolicy ] }, { name: one, action: RestartJob, onJobFailureReasons: [ DeadlineExceeded ] }"
    let reasons = ["DeadlineExceeded", "PodFailurePolicy", "BackoffLimitExceeded", "PodFailurePolicy"]
    let errors = reasons.map {
      #"{"domain": "kubernetes", "origin": "train", "operation": "1", "type": "\#($0)"}"#
    }
    #expect(
      try decisions(Self.set.replacing("RULE", with: rules), name: "set.yaml", errors) == [
        "retry 1/2 by train.maxRestarts/count", "retry 1/1000 by train/failurePolicyRule0",
        "abort by train.maxRestarts/count", "retry 2/1000 by train/failurePolicyRule0",
      ]
    )
    let pod =
      #"{"domain": "kubernetes", "origin": "train.test-replicated-job-2", "operation": "2", "exitCodes": [1]}"#
    #expect(
      try decisions(Self.set.replacing("RULE", with: ""), name: "set.yaml", [pod]) == [
        "abort by train.test-replicated-job-2.backoffLimit/count"
      ]
    )
  }

  private static let valid =
    "{ action: FailJob, onExitCodes: { containerName: main-container, operator: In, values: [ 1, 2 ] } }, { action: Count, onPodConditions: [ { type: A, status: 'True' } ] }"

  /// As `validatePodFailurePolicy` in `pkg/apis/batch/validation/validation.go` of kubernetes/kubernetes rejects them.
  @Test(
    arguments: [
      ("action: FailJob, ", ""), ("action: FailJob", "action: Fail"),

      ("completionMode: Indexed", "completionMode: NonIndexed"),
      ("restartPolicy: Never", "restartPolicy: OnFailure"),
      ("restartPolicy: Never, ", ""), ("containerName: main-container", "containerName: main"),
      ("operator: In, ", ""), ("operator: In", "operator: Is"), ("[ 1, 2 ]", "[]"), ("[ 1, 2 ]", "[ 0, 1 ]"),
      ("[ 1, 2 ]", "[ 2, 1 ]"), ("[ 1, 2 ]", "[ 1, 1 ]"), ("[ 1, 2 ]", "[ '1' ]"),
      ("status: 'True'", "status: True"), ("status: 'True'", "status: 'Yes'"), ("{ type: A, ", "{ "),
      ("onPodConditions: [", "onPodConditions: [], x: ["), ("values: [ 1, 2 ]", "value: [ 1, 2 ]"),
      (", onPodConditions: [ { type: A, status: 'True' } ]", ""),
      ("onPodConditions: [", "onExitCodes: { operator: In, values: [ 3 ] }, onPodConditions: ["),
      ("backoffLimitPerIndex: 1", "backoffLimitPerIndex: -1"),
      ("spec:\n  backoffLimitPerIndex: 1", "spec:\n  maxFailedIndexes: 1"),
    ]
  )
  func `a job that the API rejects is rejected`(good: String, bad: String) {
    let text = job(Self.valid)
    #expect(compiled(text, name: "job.yaml").diagnostics.isEmpty)
    #expect(text.contains(good))
    let compilation = compiled(text.replacing(good, with: bad), name: "job.yaml")
    #expect(compilation.diagnostics.contains { $0.code == "faulty-policy" && $0.severity == .error })
    #expect(compilation.policyFormat == "kubernetes")
  }

  @Test func `an index fails only where indexes are counted`() {
    let text = job(Self.exits("FailIndex", "In", "1")).replacing("  backoffLimitPerIndex: 1\n", with: "")
    #expect(
      findings(text, name: "job.yaml").map { $0.drop { $0 != " " } } == [
        " faulty-policy: FailIndex needs “backoffLimitPerIndex”."
      ]
    )
  }

  @Test func `objects are found in documents and lists, and others passed over`() throws {
    let text = """
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: job }
      ---
      apiVersion: v1
      kind: List
      items:
        - { apiVersion: batch/v1, kind: Job, metadata: { name: a }, spec: {} }
        - { apiVersion: batch/v1, kind: Job, metadata: { generateName: b- }, spec: { backoffLimit: 0 } }
        - { apiVersion: batch/v1, kind: Job, metadata: { name: a }, spec: { backoffLimit: 1 } }
      """
    let errors = ["a", "b", "c"].map { #"{"domain": "kubernetes", "origin": "\#($0)", "operation": "1"}"# }
    #expect(
      try decisions(text, name: "jobs.yaml", errors) == [
        "retry 1/7 by a.backoffLimit/count", "abort by b.backoffLimit/count", "cancel by otherwise",
      ]
    )
    #expect(
      findings(text, name: "jobs.yaml").map { $0.prefix(20) } == [
        "9:66 lost-in-import:", "10:58 lost-in-import",
      ]
    )
    #expect(compiled("apiVersion: v1\nkind: Pod\n", name: "pod.yaml").policyFormat == nil)
  }

  /// A job whose container `main` has these keys; its failure policy ends it with 42.
  private func restarting(_ keys: String) -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata: { name: job }
    spec:
      backoffLimit: 2
      podFailurePolicy:
        rules: [ { action: FailJob, onExitCodes: { containerName: main, operator: In, values: [ 42 ] } } ]
      template: { spec: { restartPolicy: Never, containers: [ { name: main, \(keys) }, { name: other } ] } }
    """
  }

  @Test func `a container restarts by its own rules, and then by its own policy, before the job hears of it`()
    throws
  {
    let rules =
      "restartPolicyRules: [ { action: Restart, exitCodes: { operator: In, values: [ 42, 3 ] } }, { action: RestartAllContainers, exitCodes: { operator: NotIn, values: [ 0, 1, 9 ] } } ]"
    func failed(_ container: String, _ code: Int, _ attempt: Int = 1) -> String {
      #"{"domain": "kubernetes", "origin": "job", "operation": "1", "attempt": \#(attempt), "containers": {"\#(container)": \#(code)}, "exitCodes": [\#(code)]}"#
    }
    let errors = [failed("main", 42), failed("main", 8), failed("main", 9), failed("other", 3)]
    #expect(
      try decisions(restarting("restartPolicy: Never, \(rules)"), name: "job.yaml", errors) == [
        "retry 1/1000 by job/restart.main.0", "retry 1/1000 by job/restart.main.1",
        "retry 1/3 by job.backoffLimit/count", "retry 2/3 by job.backoffLimit/count",
      ]
    )
    #expect(
      try decisions(restarting("restartPolicy: OnFailure"), name: "job.yaml", errors).prefix(2) == [
        "retry 1/1000 by job/restart.main", "retry 1/1000 by job/restart.main",
      ]
    )
    let chain = try #require(compiled(restarting("restartPolicy: Always"), name: "job.yaml").chain)
    var evaluator = RuleEvaluator(chain)
    for (attempt, delay) in [(1, "0"), (2, "10"), (6, "160"), (7, "300"), (9, "300")] {
      #expect(try evaluator.resolution(of: failed("main", 1, attempt)).contains("\"delay\":\(delay)}"))
    }
    let findings = findings(restarting("restartPolicy: Never, \(rules)"), name: "job.yaml")
    #expect(findings.allSatisfy { $0.contains("lost-in-import: A rule makes at most 1,000 tries") })
  }

  @Test(
    arguments: [
      (
        "restartPolicyRules: [ { action: Restart, exitCodes: { operator: In, values: [ 1 ] } } ]",
        "own “restartPolicy”"
      ),
      (
        "restartPolicy: Never, restartPolicyRules: [ { exitCodes: { operator: In, values: [ 1 ] } } ]",
        "“action”"
      ),
      (
        "restartPolicy: Never, restartPolicyRules: [ { action: Stop, exitCodes: { operator: In, values: [ 1 ] } } ]",
        "“Stop”"
      ),
      (
        "restartPolicy: Never, restartPolicyRules: [ { action: Restart, exitCodes: { operator: Equals, values: [ 1 ] } } ]",
        "“operator”"
      ),
      (
        "restartPolicy: Never, restartPolicyRules: [ { action: Restart, exitCodes: { operator: In } } ]",
        "“values”"
      ), ("restartPolicy: Never, restartPolicyRules: [ { action: Restart } ]", "“exitCodes”"),
      ("restartPolicy: always", "Did you mean “Always”?"),
    ]
  )
  func `restart rules that the API rejects are rejected`(keys: String, part: String) {
    let found = findings(restarting(keys), name: "job.yaml")
    #expect(found.contains { $0.contains("faulty-policy") && $0.contains(part) }, "\(found)")
  }

  @Test func `restarts in place count towards those of the set, and ask for three settings of each job`()
    throws
  {
    let text = """
      apiVersion: jobset.x-k8s.io/v1alpha2
      kind: JobSet
      metadata: { name: set }
      spec:
        failurePolicy: { maxRestarts: 2, restartStrategy: InPlaceRestart }
        replicatedJobs:
          - name: w
            template:
              spec:
                backoffLimit: 2147483647
                podReplacementPolicy: Failed
                completions: 4
                parallelism: 4
                template:
                  spec:
                    restartPolicy: Never
                    containers:
                      - name: main
                        restartPolicy: Never
                        restartPolicyRules: [ { action: RestartAllContainers, exitCodes: { operator: NotIn, values: [ 0 ] } } ]
      """
    let errors = (1...3).map {
      #"{"domain": "kubernetes", "origin": "set.w", "operation": "1", "attempt": \#($0), "containers": {"main": 5}}"#
    }
    #expect(
      try decisions(text, name: "set.yaml", errors) == [
        "retry 1/3 by set.w/restart.main.0", "retry 2/3 by set.w/restart.main.0",
        "abort by set.w/restart.main.0",
      ]
    )
    for wrong in [
      "backoffLimit: 2147483647": "backoffLimit: 6", "podReplacementPolicy: Failed": "suspend: false",
      "completions: 4": "completions: 3", "InPlaceRestart": "Recreate in place",
    ] {
      let found = findings(text.replacing(wrong.key, with: wrong.value), name: "set.yaml")
      #expect(
        found.contains { $0.contains("faulty-policy") && $0.contains("JobSet rejects") },
        "\(wrong): \(found)"
      )
    }
  }

  @Test func `a container that its pod ends behind the others is no restart; one that ends well may be`()
    throws
  {
    let text = """
      apiVersion: batch/v1
      kind: Job
      metadata: { name: job }
      spec:
        podFailurePolicy:
          rules: [ { action: FailJob, onExitCodes: { containerName: main, operator: In, values: [ 2 ] } } ]
        template:
          spec:
            restartPolicy: Never
            initContainers: [ { name: proxy, restartPolicy: Always } ]
            containers: [ { name: main } ]
      """
    let errors = [
      #"{"domain": "kubernetes", "origin": "job", "operation": "1", "exitCodes": [143, 2], "containers": {"proxy": 143, "main": 2}}"#,
      #"{"domain": "kubernetes", "origin": "job", "operation": "1/proxy", "attempt": 1, "containers": {"proxy": 0}}"#,
    ]
    #expect(
      try decisions(text, name: "job.yaml", errors) == [
        "abort by job/rules.0", "retry 1/1000 by job/restart.proxy",
      ]
    )
  }
}
