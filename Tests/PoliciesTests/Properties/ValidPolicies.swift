/// Policies without a fault, with most keys that their formats have.
enum ValidPolicies {
  static let all: KeyValuePairs<String, String> = [
    "grpc": """
    { "loadBalancingConfig": [ { "round_robin": {} } ],
      "methodConfig": [
        { "name": [ { "service": "shop.Cart", "method": "Add" } ], "waitForReady": true, "timeout": "10s",
          "maxRequestMessageBytes": 1024,
          "retryPolicy": { "maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
            "retryableStatusCodes": [ "UNAVAILABLE" ] } },
        { "name": [ { "service": "shop.Pay" } ],
          "hedgingPolicy": { "maxAttempts": 3, "hedgingDelay": "0.5s", "nonFatalStatusCodes": [ "ABORTED" ] } } ],
      "retryThrottling": { "maxTokens": 10, "tokenRatio": 0.1 }, "healthCheckConfig": { "serviceName": "shop" } }
    """,
    "asl": """
    { "Comment": "Orders", "StartAt": "Check", "TimeoutSeconds": 600, "States": {
      "Check": { "Type": "Choice", "Choices": [
        { "Variable": "$.paid", "BooleanEquals": true, "Next": "Both" },
        { "And": [ { "Variable": "$.n", "NumericGreaterThan": 1 }, { "Variable": "$.t", "IsPresent": true } ],
          "Next": "Wait" } ], "Default": "Charge" },
      "Charge": { "Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:charge",
        "Parameters": { "a": 1 }, "ResultPath": "$.charge", "TimeoutSeconds": 30, "HeartbeatSeconds": 10,
        "Retry": [ { "ErrorEquals": [ "Busy" ], "IntervalSeconds": 2, "MaxAttempts": 3, "BackoffRate": 2,
          "MaxDelaySeconds": 60, "JitterStrategy": "FULL" } ],
        "Catch": [ { "ErrorEquals": [ "States.ALL" ], "ResultPath": "$.error", "Next": "Failed" } ],
        "Next": "Both" },
      "Wait": { "Type": "Wait", "Seconds": 5, "Next": "Charge" },
      "Both": { "Type": "Parallel", "OutputPath": "$.x", "Branches": [ { "StartAt": "Mail", "States": {
          "Mail": { "Type": "Pass", "Result": {}, "End": true } } } ],
        "Retry": [ { "ErrorEquals": [ "States.Timeout" ], "MaxAttempts": 1 } ], "Next": "Each" },
      "Each": { "Type": "Map", "ItemsPath": "$.items", "MaxConcurrency": 5, "ItemSelector": { "a": 1 },
        "ItemProcessor": { "ProcessorConfig": { "Mode": "INLINE" }, "StartAt": "One", "States": {
          "One": { "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage", "End": true } } },
        "Next": "Done" },
      "Done": { "Type": "Succeed" },
      "Failed": { "Type": "Fail", "Error": "Order", "Cause": "unpaid" } } }
    """,
    "botocore": """
    { "definitions": { "busy": { "applies_when": { "response": { "service_error_code": "Busy",
          "http_status_code": 400 } } } },
      "retry": {
        "__default__": { "max_attempts": 5, "delay": { "type": "exponential", "base": "rand", "growth_factor": 2 },
          "policies": { "errors": { "applies_when": { "socket_errors": [ "GENERAL_CONNECTION_ERROR" ] } },
            "down": { "applies_when": { "response": { "http_status_code": 500 } } } } },
        "dynamodb": { "__default__": { "max_attempts": 10, "policies": { "busy": { "$ref": "busy" },
            "crc32": { "applies_when": { "response": { "crc32body": "x-amz-crc32" } } } } } } } }
    """,
    "envoy": """
    { "virtual_hosts": [ { "name": "shop", "domains": [ "shop.example" ],
        "retry_policy": { "retry_on": "5xx", "num_retries": 2 },
        "routes": [
          { "name": "pay", "match": { "path": "/pay", "headers": [ { "name": "x-kind",
              "string_match": { "exact": "card", "ignore_case": true } } ] },
            "route": { "cluster": "pay", "timeout": "5s", "retry_policy": { "retry_on": "reset,retriable-status-codes",
              "num_retries": 3, "per_try_timeout": "1s", "retriable_status_codes": [ 503 ],
              "retry_back_off": { "base_interval": "0.1s", "max_interval": "1s" },
              "retriable_request_headers": [ { "name": ":method", "string_match": { "exact": "GET" } } ] } } },
          { "match": { "prefix": "/", "case_sensitive": false }, "route": { "cluster": "shop" } } ] } ] }
    """,
    "istio": """
    { "apiVersion": "networking.istio.io/v1", "kind": "VirtualService", "metadata": { "name": "shop" },
      "spec": { "hosts": [ "shop" ], "gateways": [ "mesh" ], "http": [
        { "name": "pay", "match": [ { "uri": { "prefix": "/pay" }, "method": { "exact": "POST" },
            "headers": { "x-kind": { "exact": "card" } } } ],
          "route": [ { "destination": { "host": "pay" }, "weight": 100 } ], "timeout": "10s",
          "retries": { "attempts": 3, "perTryTimeout": "2s", "retryOn": "5xx", "backoff": "100ms" } },
        { "route": [ { "destination": { "host": "shop" } } ] } ] } }
    """,
    "gateway-api": """
    { "apiVersion": "gateway.networking.k8s.io/v1", "kind": "HTTPRoute", "metadata": { "name": "shop" },
      "spec": { "parentRefs": [ { "name": "gateway", "sectionName": "web" } ], "hostnames": [ "shop.example" ],
        "rules": [ { "name": "pay", "matches": [ { "path": { "type": "PathPrefix", "value": "/pay" }, "method": "GET",
            "headers": [ { "name": "x-kind", "value": "card" } ] } ],
          "backendRefs": [ { "name": "pay", "port": 80 } ], "timeouts": { "request": "10s", "backendRequest": "2s" },
          "retry": { "codes": [ 503 ], "attempts": 2, "backoff": "100ms" } } ] } }
    """,
    "buildkite": """
    { "agents": { "queue": "mac" }, "steps": [
        { "label": "test", "key": "test", "command": "make test", "timeout_in_minutes": 20, "parallelism": 2,
          "soft_fail": [ { "exit_status": 3 } ],
          "retry": { "automatic": [ { "exit_status": -1, "signal_reason": "agent_stop", "limit": 2 } ],
            "manual": { "allowed": false, "reason": "no", "permit_on_passed": true } } },
        "wait",
        { "group": "deploy", "steps": [ { "command": "make deploy", "key": "deploy", "concurrency": 1,
          "concurrency_group": "deploy", "depends_on": "test" } ] } ] }
    """,
    "airflow": """
    { "retries": 3, "retry_delay": 60, "retry_exponential_backoff": 2, "max_retry_delay": 600,
      "retry_policy": { "__type": "ExceptionRetryPolicy", "default": "retry", "rules": [
        { "exception": "builtins.ValueError", "action": "fail", "reason": "wrong", "match_subclasses": false },
        { "exception": "builtins.ConnectionError", "action": "retry", "retry_delay": 5 } ] } }
    """,
    "temporal": """
    { "events": [
      { "eventId": "1", "eventType": "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED",
        "workflowExecutionStartedEventAttributes": { "workflowType": { "name": "Order" } } },
      { "eventId": "5", "eventType": "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED",
        "activityTaskScheduledEventAttributes": { "activityType": { "name": "charge" }, "startToCloseTimeout": "10s",
          "scheduleToCloseTimeout": "60s", "retryPolicy": { "initialInterval": "1s", "backoffCoefficient": 2,
            "maximumInterval": "30s", "maximumAttempts": 5, "nonRetryableErrorTypes": [ "Declined" ] } } } ] }
    """,
    "temporal, a policy": """
    { "initialInterval": "1s", "backoffCoefficient": 2, "maximumInterval": "30s", "maximumAttempts": 5,
      "nonRetryableErrorTypes": [ "Declined" ] }
    """,
    "temporal, defaults": """
    { "history.defaultActivityRetryPolicy": [ { "constraints": { "namespace": "shop" }, "value": {
        "InitialIntervalInSeconds": 1, "MaximumIntervalCoefficient": 50, "BackoffCoefficient": 2,
        "MaximumAttempts": 3 } } ] }
    """,
    "resilience4j": """
    { "resilience4j": { "retry": { "configs": { "default": { "maxAttempts": 3, "waitDuration": "500ms",
          "enableExponentialBackoff": true, "exponentialBackoffMultiplier": 2, "exponentialMaxWaitDuration": "5s",
          "enableRandomizedWait": true, "randomizedWaitFactor": 0.3,
          "retryExceptions": [ "java.io.IOException" ] } },
        "instances": { "pay": { "baseConfig": "default", "ignoreExceptions": [ "java.lang.IllegalStateException" ] } } } } }
    """,
    "polly": """
    { "Clients": { "Shop": { "Retry": { "MaxRetryAttempts": 4, "BackoffType": "Exponential", "UseJitter": true,
          "Delay": "00:00:01", "MaxDelay": "00:00:30", "ShouldRetryAfterHeader": true },
        "CircuitBreaker": { "FailureRatio": 0.2, "MinimumThroughput": 50, "SamplingDuration": "00:01:00",
          "BreakDuration": "00:00:10" },
        "AttemptTimeout": { "Timeout": "00:00:05" }, "TotalRequestTimeout": { "Timeout": "00:01:00" } } } }
    """,
    "gitlab": """
    { "stages": [ "build", "test" ], "default": { "image": "swift:6", "retry": { "max": 1, "when": "runner_system_failure" },
        "interruptible": true },
      "build": { "stage": "build", "script": [ "make" ], "artifacts": { "paths": [ "out" ] }, "needs": [] },
      "test": { "stage": "test", "script": "make test", "allow_failure": true, "timeout": "1h",
        "inherit": { "default": [ "image" ] }, "rules": [ { "if": "$CI" } ],
        "retry": { "max": 2, "when": [ "script_failure" ], "exit_codes": [ 137 ] } } }
    """,
    "kubernetes": """
    { "apiVersion": "batch/v1", "kind": "Job", "metadata": { "name": "report" }, "spec": { "backoffLimit": 2,
        "activeDeadlineSeconds": 3600, "completions": 3, "parallelism": 3, "completionMode": "Indexed",
        "ttlSecondsAfterFinished": 60, "podFailurePolicy": { "rules": [
          { "action": "Ignore", "onPodConditions": [ { "type": "DisruptionTarget", "status": "True" } ] },
          { "action": "FailJob", "onExitCodes": { "containerName": "main", "operator": "In", "values": [ 42 ] } } ] },
        "template": { "spec": { "restartPolicy": "Never", "serviceAccountName": "report", "containers": [
          { "name": "main", "image": "report", "command": [ "run" ], "resources": {} } ] } } } }
    """,
    "kubernetes, a CronJob": """
    { "apiVersion": "batch/v1", "kind": "CronJob", "metadata": { "name": "nightly" }, "spec": { "schedule": "0 3 * * *",
        "concurrencyPolicy": "Forbid", "successfulJobsHistoryLimit": 1, "jobTemplate": { "spec": { "backoffLimit": 4,
          "template": { "spec": { "restartPolicy": "OnFailure", "containers": [ { "name": "main", "image": "x" } ] } } } } } }
    """,
    "kubernetes, a JobSet": """
    { "apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": { "name": "train" }, "spec": {
        "failurePolicy": { "maxRestarts": 3, "rules": [ { "name": "fatal", "action": "FailJobSet",
          "onJobFailureReasons": [ "PodFailurePolicy" ], "targetReplicatedJobs": [ "workers" ] } ] },
        "replicatedJobs": [ { "name": "workers", "replicas": 4, "template": { "spec": { "backoffLimit": 0,
          "template": { "spec": { "restartPolicy": "Never", "containers": [ { "name": "main", "image": "x" } ] } } } } } ] } }
    """,
    "aws-batch": """
    { "jobDefinitionName": "train", "type": "container", "containerProperties": { "image": "train", "vcpus": 2 },
      "timeout": { "attemptDurationSeconds": 600 }, "retryStrategy": { "attempts": 3, "evaluateOnExit": [
        { "onStatusReason": "Host EC2*", "action": "RETRY" },
        { "onExitCode": "13*", "onReason": "OutOfMemory*", "action": "EXIT" } ] } }
    """,
    "litellm": """
    { "model_list": [
        { "model_name": "chat", "litellm_params": { "model": "openai/chat", "num_retries": 2 }, "model_info": { "id": "1" } },
        { "model_name": "chat", "litellm_params": { "model": "azure/chat", "num_retries": 2 } },
        { "model_name": "long", "litellm_params": { "model": "openai/long" } } ],
      "router_settings": { "num_retries": 3, "routing_strategy": "simple-shuffle", "cooldown_time": 30,
        "retry_policy": { "RateLimitErrorRetries": 4, "TimeoutErrorRetries": 1 },
        "model_group_retry_policy": { "long": { "InternalServerErrorRetries": 2 } },
        "allowed_fails_policy": { "InternalServerErrorAllowedFails": 2 }, "fallbacks": [ { "chat": [ "long" ] } ] },
      "litellm_settings": { "request_timeout": 30 } }
    """,
  ]
}
