internal import RuleLanguage
internal import Source

/// The fields of the API: `batch/v1`, `v1`, and JobSet's `v1alpha2`.
extension KubernetesJob {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package var kinds: [String] { ["Job", "CronJob", "JobSet"] }

  package func lack(of root: Node) -> String {
    let kinds = KubernetesResource.all(in: PolicyValue(root, PolicyFindings())).map { $0.kind }
    let known = "errctl imports Job and CronJob of batch/v1, and JobSet of jobset.x-k8s.io."
    guard let kind = kinds.first else { return "It has no object with “apiVersion” and “kind”. \(known)" }
    return "Its objects are of other kinds, such as \(kind). \(known)"
  }

  private static let answer = PolicyAnswer.kubernetes
  private static let object = "apiVersion kind metadata:metadata status"

  /// The kind of an object that is read.
  private static func kind(of object: Node) -> String? {
    let group = object["apiVersion"]?.string?.split(separator: "/").first
    guard let kind = object["kind"]?.string, let group else { return nil }
    switch (kind, group) {
    case ("Job", "batch"), ("CronJob", "batch"), ("JobSet", "jobset.x-k8s.io"), ("List", "v1"): return kind
    default: return nil
    }
  }

  private static let table = PolicyGrammar(
    kinds: ["root": { kind(of: $0) }],
    [
      "root": .init("an object", answer, isOpen: true, "apiVersion kind metadata:metadata spec"),
      "root.List": .init("a list", answer, isOpen: true, "apiVersion kind items:root"),
      "root.Job": .init("a Job", answer, object, "spec:job"),
      "root.CronJob": .init("a CronJob", answer, object, "spec:cronJob"),
      "root.JobSet": .init("a JobSet", answer, object, "spec:jobSet"),
      "metadata": .init(
        "an object's metadata", answer,
        "name generateName namespace labels annotations finalizers ownerReferences uid resourceVersion",
        "generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds managedFields selfLink"),
      "cronJob": .init(
        "a CronJob's spec", answer,
        "schedule timeZone startingDeadlineSeconds concurrencyPolicy suspend jobTemplate:jobTemplate",
        "successfulJobsHistoryLimit failedJobsHistoryLimit"),
      "jobTemplate": .init("a job template", answer, "metadata:metadata spec:job"),
      "job": .init(
        "a Job's spec", answer,
        "parallelism completions activeDeadlineSeconds podFailurePolicy:podFailurePolicy successPolicy:success",
        "backoffLimit backoffLimitPerIndex maxFailedIndexes selector manualSelector template:podTemplate",
        "ttlSecondsAfterFinished completionMode suspend podReplacementPolicy managedBy"),
      "success": .init("a success policy", answer, "rules:successRule"),
      "successRule": .init("a rule of a success policy", answer, "succeededIndexes succeededCount"),
      "podFailurePolicy": .init("a pod failure policy", answer, "rules:rule"),
      "rule": .init(
        "a rule of a pod failure policy", answer, "action onExitCodes:exits onPodConditions:condition"),
      "exits": .init("a requirement on exit codes", answer, "containerName operator values"),
      "condition": .init("a pattern", answer, "type status"),
      "podTemplate": .init("a pod template", answer, "metadata:metadata spec:pod"),
      "pod": .init(
        "a pod's spec", answer,
        "volumes initContainers:container containers:container ephemeralContainers restartPolicy",
        "terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName",
        "serviceAccount automountServiceAccountToken nodeName hostNetwork hostPID hostIPC",
        "shareProcessNamespace securityContext imagePullSecrets hostname subdomain affinity schedulerName",
        "tolerations hostAliases priorityClassName priority dnsConfig readinessGates runtimeClassName",
        "enableServiceLinks preemptionPolicy overhead topologySpreadConstraints setHostnameAsFQDN os",
        "hostUsers schedulingGates resourceClaims resources hostnameOverride workloadRef schedulingGroup"),
      "container": .init(
        "a container", answer,
        "name image command args workingDir ports envFrom env resources resizePolicy restartPolicy",
        "restartPolicyRules:restartRule volumeMounts volumeDevices livenessProbe readinessProbe startupProbe",
        "lifecycle terminationMessagePath terminationMessagePolicy imagePullPolicy securityContext stdin",
        "stdinOnce tty"),
      "restartRule": .init("a rule of a restart policy", answer, "action exitCodes:restartCodes"),
      "restartCodes": .init("a requirement on exit codes", answer, "operator values"),
      "jobSet": .init(
        "a JobSet's spec", answer,
        "replicatedJobs:replicatedJob network successPolicy failurePolicy:failurePolicy startupPolicy suspend",
        "coordinator managedBy ttlSecondsAfterFinished volumeClaimPolicies"),
      "replicatedJob": .init(
        "a replicated job", answer, "name groupName template:jobTemplate replicas dependsOn"),
      "failurePolicy": .init(
        "a failure policy", answer, "maxRestarts restartStrategy rules:failureRule"),
      "failureRule": .init(
        "a rule of a failure policy", answer,
        "name action targetReplicatedJobs onJobFailureReasons onJobFailureMessagePatterns"),
    ])
}
