"""What providers of language models answer when a call fails, by their documentation, and what is right to do about it.

Each answer has a name, a status, headers, a body, and the category and the evaluation that are right. The texts are written for this
test in the shapes that the providers document: OpenAI, “Error codes”; Anthropic, “Errors”; Google, “Gemini API troubleshooting”;
Amazon, “Bedrock: API error codes”; Cohere, Groq, Together and Cerebras, “Error codes”; Replicate, Voyage and AI21, their API's reference.
"""

import json

RETRIED = {"rate-limit", "overloaded", "capacity", "timeout", "conflict", "network", "server", "bad-answer"}
GIVEN_UP = {"context", "too-large", "policy"}


def evaluation(category):
    """What is right: another try, giving the request up, or a person."""
    if category == "cancelled":
        return "proceed"
    return "retry" if category in RETRIED else "cancel" if category in GIVEN_UP else "abort"


def openai(status, category, message, kind, code, **headers):
    return status, category, {"error": {"message": message, "type": kind, "param": None, "code": code}}, headers


def anthropic(status, category, kind, message, **headers):
    return status, category, {"type": "error", "error": {"type": kind, "message": message}, "request_id": "r1"}, headers


def google(status, category, word, message, *details):
    return status, category, {"error": {"code": status, "message": message, "status": word, "details": list(details)}}, {}


def aws(status, category, code, message):
    return status, category, {"message": message}, {"x-amzn-ErrorType": code}


def cerebras(status, category, message, kind, code):
    return status, category, {"message": message, "type": kind, "param": None, "code": code}, {}


def replicate(status, category, title, detail):
    return status, category, {"title": title, "detail": detail, "status": status}, {"content-type": "application/problem+json"}


OPENAI = {
    "context": openai(400, "context", "This model's maximum context length is 8000 tokens. You asked for 9000.", "invalid_request_error", "context_length_exceeded"),
    "parameter": openai(400, "malformed", "Unknown parameter: 'size'.", "invalid_request_error", "unknown_parameter"),
    "key": openai(401, "auth", "Incorrect API key provided.", "invalid_request_error", "invalid_api_key"),
    "place": openai(403, "permission", "This country is not supported.", "request_forbidden", "unsupported_country_region_territory"),
    "model": openai(404, "not-found", "The model `none` does not exist.", "invalid_request_error", "model_not_found"),
    "conflict": openai(409, "conflict", "Another request changes this.", "invalid_request_error", None),
    "minute": openai(429, "rate-limit", "Rate limit reached for small on requests per min (RPM): Limit 3, Used 3.", "requests", "rate_limit_exceeded", **{"retry-after": "2"}),
    "unpaid": openai(429, "quota", "You exceeded your current quota, please check your plan.", "insufficient_quota", "insufficient_quota"),
    "tokens": openai(429, "too-large", "Request too large for small on tokens per min (TPM): Limit 300, Requested 400.", "tokens", "rate_limit_exceeded"),
    "server": openai(500, "server", "The server had an error while it read your request.", "server_error", None),
    "slow": openai(503, "rate-limit", "Please slow down your requests.", "service_unavailable_error", "slow_down"),
    "busy": openai(503, "overloaded", "The engine is currently overloaded.", "server_error", "overloaded"),
    "late": openai(504, "timeout", "The gateway waited in vain.", "server_error", None),
    "html": (200, "bad-answer", "<html>maintenance</html>", {"content-type": "application/json"}),
    "closed": (None, "network", None, {}),
}
ANTHROPIC = {
    "context": anthropic(400, "context", "invalid_request_error", "prompt is too long: 210431 tokens > 200000 maximum"),
    "roles": anthropic(400, "malformed", "invalid_request_error", "messages: roles have to alternate"),
    "credit": anthropic(400, "quota", "invalid_request_error", "Your credit balance is too low to ask the API."),
    "own-limit": anthropic(400, "quota", "invalid_request_error", "You have reached your specified API usage limits."),
    "key": anthropic(401, "auth", "authentication_error", "invalid x-api-key"),
    "billing": anthropic(402, "quota", "billing_error", "There is an issue with your billing."),
    "permission": anthropic(403, "permission", "permission_error", "This key may not do that."),
    "model": anthropic(404, "not-found", "not_found_error", "model: none"),
    "size": anthropic(413, "too-large", "request_too_large", "Request exceeds the maximum size"),
    "minute": anthropic(429, "rate-limit", "rate_limit_error", "This would exceed the limit of 30,000 input tokens per minute.", **{"retry-after": "3"}),
    "server": anthropic(500, "server", "api_error", "Internal server error"),
    "late": anthropic(504, "timeout", "timeout_error", "The request timed out."),
    "busy": anthropic(529, "overloaded", "overloaded_error", "Overloaded"),
    "edge": (520, "server", "error code: 520", {"content-type": "text/plain"}),
    "closed": (None, "network", None, {}),
}
GOOGLE = {
    "context": google(400, "context", "INVALID_ARGUMENT", "The input token count (9000) exceeds the maximum number of tokens allowed (8000)."),
    "key": google(400, "auth", "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
    "place": google(400, "permission", "FAILED_PRECONDITION", "User location is not supported for the API use."),
    "field": google(400, "malformed", "INVALID_ARGUMENT", "Unknown name “size”."),
    "model": google(404, "not-found", "NOT_FOUND", "models/none is not found."),
    "minute": google(429, "rate-limit", "RESOURCE_EXHAUSTED", "You exceeded your current quota.", {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "RequestsPerMinutePerProject"}]}, {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "12.5s"}),
    "day": google(429, "quota", "RESOURCE_EXHAUSTED", "You exceeded your current quota.", {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "RequestsPerDayPerProject"}]}),
    "cancelled": google(499, "cancelled", "CANCELLED", "The operation was cancelled."),
    "server": google(500, "server", "INTERNAL", "An internal error has occurred."),
    "busy": google(503, "overloaded", "UNAVAILABLE", "The model is overloaded."),
    "late": google(504, "timeout", "DEADLINE_EXCEEDED", "The deadline expired."),
    "closed": (None, "network", None, {}),
}
BEDROCK = {
    "context": aws(400, "context", "ValidationException", "Input is too long for requested model."),
    "field": aws(400, "malformed", "ValidationException", "1 validation error detected."),
    "quota": aws(400, "quota", "ServiceQuotaExceededException", "Your quota is used up."),
    "access": aws(403, "permission", "AccessDeniedException", "You don't have access to the model."),
    "token": aws(403, "auth", "ExpiredTokenException", "The security token included in the request is expired"),
    "model": aws(404, "not-found", "ResourceNotFoundException", "The model is not there."),
    "slow-model": aws(408, "timeout", "ModelTimeoutException", "The model took too long."),
    "model-error": aws(424, "server", "ModelErrorException", "The model failed."),
    "minute": aws(429, "rate-limit", "ThrottlingException", "Too many requests, please wait before trying again."),
    "day": aws(429, "quota", "ThrottlingException", "Too many tokens per day, please wait before trying again."),
    "server": aws(500, "server", "InternalServerException", "Internal error."),
    "busy": aws(503, "overloaded", "ServiceUnavailableException", "Service unavailable."),
    "closed": (None, "network", None, {}),
}
COHERE = {
    "context": (400, "context", {"message": "too many tokens: the prompt is 99 tokens longer than the model takes"}, {}),
    "field": (400, "malformed", {"message": "invalid request: message must not be empty"}, {}),
    "key": (401, "auth", {"message": "invalid api token"}, {}),
    "billing": (402, "quota", {"message": "Please add a payment method."}, {}),
    "model": (404, "not-found", {"message": "model 'none' not found"}, {}),
    "minute": (429, "rate-limit", {"message": "You are past the limit of a trial key, 10 API calls / minute"}, {"retry-after": "2"}),
    "month": (429, "quota", {"message": "You are past the limit of a trial key, 1000 API calls / month"}, {}),
    "server": (500, "server", {"message": "internal server error"}, {}),
    "busy": (503, "overloaded", {"message": "service unavailable"}, {}),
    "closed": (None, "network", None, {}),
}
MISTRAL = {
    "context": (400, "context", {"object": "error", "message": "Prompt contains 9000 tokens, too large for model with 8000 maximum context length", "type": "invalid_request_error", "code": "3051"}, {}),
    "key": (401, "auth", {"detail": "Unauthorized"}, {}),
    "field": (422, "malformed", {"detail": [{"type": "missing", "loc": ["body", "messages"], "msg": "Field required", "input": {}}]}, {}),
    "minute": (429, "rate-limit", {"object": "error", "message": "Requests rate limit exceeded", "type": "rate_limited", "code": "1300"}, {}),
    "tier": (429, "capacity", {"object": "error", "message": "Service tier capacity exceeded for this model.", "type": "service_tier_capacity_exceeded", "code": "3505"}, {}),
    "server": (500, "server", {"object": "error", "message": "Internal server error", "type": "internal_server_error", "code": "1000"}, {}),
    "closed": (None, "network", None, {}),
}
GROQ = {name: OPENAI[name] for name in ("context", "key", "model", "server", "closed")} | {
    "minute": openai(429, "rate-limit", "Rate limit reached for model `m` on tokens per minute (TPM). Please try again in 7.5s.", "tokens", "rate_limit_exceeded"),
    "day": openai(429, "quota", "Rate limit reached for model `m` on requests per day (RPD).", "requests", "rate_limit_exceeded"),
    "tokens": openai(413, "too-large", "Request too large for model `m` on tokens per minute (TPM).", "tokens", "rate_limit_exceeded"),
    "flex": openai(498, "capacity", "Flex tier capacity exceeded.", "capacity_exceeded", "capacity_exceeded"),
    "busy": openai(503, "overloaded", "Service Unavailable", "internal_server_error", None),
}
TOGETHER = {name: OPENAI[name] for name in ("key", "model", "server", "closed")} | {
    "context": openai(422, "context", "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193.", "invalid_request_error", None),
    "context-403": openai(403, "context", "`inputs` tokens + `max_new_tokens` must be <= 8193.", "invalid_request_error", None),
    "billing": openai(402, "quota", "Credit limit exceeded.", "credit_limit", None),
    "minute": openai(429, "rate-limit", "You have reached the rate limit of this model.", "model_rate_limit", None),
    "busy": openai(529, "overloaded", "The servers are overloaded.", "overloaded", None),
}
OLLAMA = {
    "tools": (400, "malformed", {"error": '"m" does not support tools'}, {}),
    "model": (404, "not-found", {"error": "model 'none' not found"}, {}),
    "memory": (500, "malformed", {"error": "model requires more system memory (10.0 GiB) than is available (4.0 GiB)"}, {}),
    "server": (500, "server", {"error": "llama runner process has terminated"}, {}),
    "busy": (503, "overloaded", {"error": "server busy, please try again.  maximum pending requests exceeded"}, {}),
    "closed": (None, "network", None, {}),
}
HUGGING = {
    "context": (422, "context", {"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096.", "error_type": "validation"}, {}),
    "key": (401, "auth", {"error": "Invalid username or password."}, {}),
    "billing": (402, "quota", {"error": "You have exceeded your monthly included credits for Inference Providers."}, {}),
    "minute": (429, "rate-limit", {"error": "Rate limit reached. You reached free usage limit."}, {}),
    "busy": (429, "overloaded", {"error": "Model is overloaded", "error_type": "overloaded"}, {}),
    "server": (500, "server", {"error": "Internal Server Error"}, {}),
    "closed": (None, "network", None, {}),
}
AZURE = {
    "context": (400, "context", {"error": {"code": "context_length_exceeded", "message": "This model's maximum context length is 8000 tokens."}}, {}),
    "filter": (400, "policy", {"error": {"code": "content_filter", "message": "The prompt met the content management policy."}}, {}),
    "key": (401, "auth", {"error": {"code": "401", "message": "Access denied due to invalid subscription key."}}, {}),
    "minute": (429, "rate-limit", {"error": {"code": "429", "message": "Requests have exceeded the token rate limit of your tier."}}, {"retry-after": "1"}),
    "busy": (429, "overloaded", {"error": {"code": "NoCapacity", "message": "The system is currently experiencing high demand."}}, {}),
    "server": (500, "server", {"error": {"code": "InternalServerError", "message": "Backend returned unexpected response."}}, {}),
}
# The next four were written down after the rules, and run before a word of them was changed.
CEREBRAS = {
    "context": cerebras(400, "context", "Please reduce the length of the messages or completion. Current length is 9433 while limit is 8192", "invalid_request_error", "context_length_exceeded"),
    "field": cerebras(400, "malformed", "Unsupported parameter: size", "invalid_request_error", "wrong_api_format"),
    "key": cerebras(401, "auth", "Wrong API Key", "invalid_request_error", "wrong_api_key"),
    "payment": cerebras(402, "quota", "Payment required to access this resource.", "payment_required_error", "payment_required"),
    "forbidden": cerebras(403, "permission", "This model is not available for your organization.", "permission_error", "forbidden"),
    "model": cerebras(404, "not-found", "Model none does not exist or you do not have access to it.", "not_found_error", "model_not_found"),
    "late": cerebras(408, "timeout", "Request timed out.", "timeout_error", "request_timeout"),
    "unprocessable": cerebras(422, "malformed", "messages must not be empty", "invalid_request_error", "validation_error"),
    "minute": cerebras(429, "rate-limit", "Requests per minute limit exceeded - too many requests sent.", "too_many_requests_error", "request_quota_exceeded"),
    "tokens": cerebras(429, "rate-limit", "Tokens per minute limit exceeded - too many tokens processed.", "too_many_tokens_error", "token_quota_exceeded"),
    "day": cerebras(429, "quota", "Tokens per day limit exceeded - too many tokens processed.", "too_many_tokens_error", "token_quota_exceeded"),
    "busy": cerebras(429, "overloaded", "We're experiencing high traffic right now! Please try again soon.", "too_many_requests_error", "queue_exceeded"),
    "server": cerebras(500, "server", "Encountered a server error, please try again.", "server_error", "server_error"),
    "unavailable": cerebras(503, "overloaded", "Service temporarily unavailable.", "service_unavailable", "service_unavailable"),
    "closed": (None, "network", None, {}),
}
REPLICATE = {
    "field": replicate(422, "malformed", "Input validation failed", "- input: prompt is required"),
    "version": replicate(422, "malformed", "Invalid version or not permitted", "The specified version does not exist (or perhaps you don't have permission to use it?)"),
    "key": replicate(401, "auth", "Unauthenticated", "You did not pass a valid authentication token"),
    "credit": replicate(402, "quota", "Insufficient credit", "You have insufficient credit to run this model."),
    "model": replicate(404, "not-found", "Not found", "The requested resource could not be found."),
    "minute": replicate(429, "rate-limit", "Too many requests", "Request was throttled. Your rate limit resets in ~30s."),
    "server": replicate(500, "server", "Internal server error", "An unexpected error occurred."),
    "gateway": (502, "server", "<html><head><title>502 Bad Gateway</title></head></html>", {"content-type": "text/html"}),
    "unavailable": replicate(503, "overloaded", "Service unavailable", "The service is temporarily unavailable."),
    "closed": (None, "network", None, {}),
}
VOYAGE = {
    "batch": (400, "context", {"detail": "Request to model 'm' failed. The max allowed tokens per submitted batch is 120000. Your batch has 150000 tokens after truncation."}, {}),
    "field": (400, "malformed", {"detail": "Argument 'input_type' must be one of query, document or null."}, {}),
    "key": (401, "auth", {"detail": "Provided API key is invalid."}, {}),
    "forbidden": (403, "permission", {"detail": "The IP address you are sending the request from is not allowed."}, {}),
    "minute": (429, "rate-limit", {"detail": "You are exceeding the rate limit of requests per minute (RPM)."}, {}),
    "unpaid-rate": (429, "rate-limit", {"detail": "You have not yet added your payment method in the billing page and will have reduced rate limits of 3 RPM and 10K TPM."}, {}),
    "server": (500, "server", {"detail": "Internal server error."}, {}),
    "gateway": (502, "server", {"detail": "Bad gateway."}, {}),
    "unavailable": (503, "overloaded", {"detail": "Service unavailable due to high traffic."}, {}),
    "late": (504, "timeout", {"detail": "Gateway timeout."}, {}),
    "closed": (None, "network", None, {}),
}
AI21 = {
    "context": (422, "context", {"detail": "Prompt has too many tokens (272000 tokens), maximum allowed is 256000 tokens."}, {}),
    "field": (422, "malformed", {"detail": [{"type": "missing", "loc": ["body", "messages"], "msg": "Field required"}]}, {}),
    "bad": (400, "malformed", {"detail": "Bad request: temperature must be between 0 and 2."}, {}),
    "key": (401, "auth", {"detail": "Forbidden: Bad or missing API token."}, {}),
    "forbidden": (403, "permission", {"detail": "You are not allowed to use this model."}, {}),
    "model": (404, "not-found", {"detail": "Model none was not found."}, {}),
    "minute": (429, "rate-limit", {"detail": "Too Many Requests"}, {}),
    "server": (500, "server", {"detail": "Internal Server Error"}, {}),
    "unavailable": (503, "overloaded", {"detail": "Service Unavailable"}, {}),
    "closed": (None, "network", None, {}),
}
PROVIDERS = {
    "openai": OPENAI, "anthropic": ANTHROPIC, "google-genai": GOOGLE, "boto3": BEDROCK, "cohere": COHERE, "mistralai": MISTRAL,
    "groq": GROQ, "together": TOGETHER, "ollama": OLLAMA, "huggingface-hub": HUGGING, "azure-ai-inference": AZURE, "cerebras-cloud-sdk": CEREBRAS, "replicate": REPLICATE,
    "voyageai": VOYAGE, "ai21": AI21,
}

# The requests for an error that a client does not make one for: the releases of requirements.txt, with their own settings.
TRIES = {
    "openai": {"conflict": 3, "minute": 3, "unpaid": 3, "tokens": 3, "server": 3, "slow": 3, "busy": 3, "late": 3, "closed": 3},
    "anthropic": {"minute": 3, "server": 3, "late": 3, "busy": 3, "edge": 3, "closed": 3},
    "boto3": {"minute": 3, "day": 3, "server": 3, "busy": 3, "closed": 3},
    "cohere": {"minute": 3, "month": 3, "server": 3, "busy": 3},
    "groq": {"server": 3, "closed": 3, "minute": 3, "day": 3, "busy": 3},
    "together": {"server": 3, "closed": 3, "minute": 3, "busy": 3},
    "azure-ai-inference": {"minute": 4, "server": 4},
    "cerebras-cloud-sdk": {"late": 3, "minute": 3, "tokens": 3, "day": 3, "busy": 3, "server": 3, "unavailable": 3, "closed": 3},
}


def body_of(answer):
    body = answer[2]
    return b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
