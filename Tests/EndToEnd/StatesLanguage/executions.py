"""State machines executed by moto, whose tasks fail by a plan: what its retriers and catchers did about each failed try."""

import functools
import json
import logging
import time
import types

import boto3
from moto import mock_aws
from moto.stepfunctions.parser.api import HistoryEventType, TaskFailedEventDetails
from moto.stepfunctions.parser.asl.component.common.catch.catch_decl import CatchDecl
from moto.stepfunctions.parser.asl.component.common.error_name.custom_error_name import CustomErrorName
from moto.stepfunctions.parser.asl.component.common.error_name.failure_event import FailureEvent, FailureEventException
from moto.stepfunctions.parser.asl.component.common.error_name.states_error_name import StatesErrorName
from moto.stepfunctions.parser.asl.component.common.retry import jitter_strategy_decl, retrier_decl
from moto.stepfunctions.parser.asl.component.common.retry.retry_decl import RetryDecl
from moto.stepfunctions.parser.asl.component.common.retry.retry_outcome import RetryOutcome
from moto.stepfunctions.parser.asl.component.state.exec.execute_state import ExecutionState
from moto.stepfunctions.parser.asl.component.state.exec.state_map.state_map import StateMap
from moto.stepfunctions.parser.asl.component.state.exec.state_parallel.state_parallel import StateParallel
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service.state_task_service import StateTaskService
from moto.stepfunctions.parser.asl.eval.event.event_detail import EventDetails
from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser

# A task that moto knows; what it would do is replaced by the plan.
RESOURCE = "arn:aws:states:::sqs:sendMessage"


class Failure:
    """A failed try, and what followed: a retry, a catcher, or nothing, which fails the execution."""

    def __init__(self, state, error, entered):
        self.state, self.error, self.entered = state, error, entered
        # The state whose retrier or catcher took it, and its index there.
        self.retrier = self.catcher = self.next = None
        self.delay = self.is_random = None


class Plan:
    """`error` says with which error the next try of a task fails, or None where it succeeds."""

    def __init__(self, error):
        self.error = error
        self.failures = []
        self.entered = {}
        self.is_random = False
        self.delay = None


plan = None


def run_task(task, env):
    error = plan.error(task.name)
    if error is None:
        env.stack.append({})
        return
    plan.failures.append(Failure(task.name, error, dict(plan.entered)))
    name = StatesErrorName.from_name(error) if error.startswith("States.") else CustomErrorName(error)
    details = EventDetails(taskFailedEventDetails=TaskFailedEventDetails(error=error, cause="as planned"))
    raise FailureEventException(FailureEvent(env, name, HistoryEventType.TaskFailed, details))


def wait(seconds):
    plan.delay = seconds


def draw(shortest, longest):
    """The longest delay in place of a random one."""
    plan.is_random = True
    return longest


def entering(evaluate):
    def body(state, env):
        plan.entered[state.name] = plan.entered.get(state.name, 0) + 1
        return evaluate(state, env)

    return body


def retrying(evaluate):
    def body(retry, env):
        plan.is_random = False
        name, before = env.stack[-1], [heap_attempts(retrier, env) for retrier in retry.retriers]
        evaluate(retry, env)
        if env.stack[-1] == RetryOutcome.CanRetry:
            after = [heap_attempts(retrier, env) for retrier in retry.retriers]
            [index] = [index for index, (old, new) in enumerate(zip(before, after)) if old != new]
            failure = plan.failures[-1]
            failure.retrier = (env.next_state_name, index)
            failure.delay, failure.is_random = plan.delay, plan.is_random

    return body


def heap_attempts(retrier, env):
    return retrier.max_attempts._access_attempt_number(env)


def catching(evaluate):
    def body(catch, env):
        state = env.next_state_name
        evaluate(catch, env)
        if env.stack[-1].name == "Caught":
            failure = plan.failures[-1]
            failure.catcher, failure.next = state, env.next_state_name

    return body


StateTaskService._eval_execution = run_task
RetryDecl._eval_body = retrying(RetryDecl._eval_body)
CatchDecl._eval_body = catching(CatchDecl._eval_body)
for kind in (ExecutionState, StateMap, StateParallel):
    kind._eval_state = entering(kind._eval_state)
retrier_decl.time = types.SimpleNamespace(sleep=wait)
jitter_strategy_decl.random = types.SimpleNamespace(uniform=draw)
# A definition is parsed once for all its executions.
AmazonStateLanguageParser.parse = staticmethod(functools.lru_cache(maxsize=4)(AmazonStateLanguageParser.parse))
logging.disable(logging.CRITICAL)


class Executor:
    """Executes definitions by moto."""

    def __enter__(self):
        self.mock = mock_aws(config={"stepfunctions": {"execute_state_machine": True}})
        self.mock.start()
        self.client = boto3.client(
            "stepfunctions", "us-east-1", aws_access_key_id="none", aws_secret_access_key="none"
        )
        self.count = 0
        return self

    def __exit__(self, *_):
        self.mock.stop()

    def failures(self, definition, plans):
        """For each plan the failed tries, and the error that failed the execution, if one did. `plans` are as in `Plan`."""
        global plan
        self.count += 1
        role = "arn:aws:iam::123456789012:role/none"
        machine = self.client.create_state_machine(
            name=f"machine{self.count}", definition=json.dumps(definition), roleArn=role
        )["stateMachineArn"]
        for error in plans:
            plan = Plan(error)
            self.count += 1
            execution = self.client.start_execution(
                stateMachineArn=machine, name=f"execution{self.count}", input='{"items": [1, 2]}'
            )["executionArn"]
            while (end := self.client.describe_execution(executionArn=execution))["status"] == "RUNNING":
                time.sleep(0.001)
            assert end["status"] in ("SUCCEEDED", "FAILED"), end
            yield plan.failures, end.get("error") if end["status"] == "FAILED" else None
        self.client.delete_state_machine(stateMachineArn=machine)
