"""What the recorded errors of the benchmark are made of: a shop's domains, types, codes, origins, hosts and texts.

A kind is one (domain, type, code). There are 595 of them, from the same seed every time, the first ones the most
frequent. Every kind has two texts, so a rule may ask for a text that its kind really says.
"""

import itertools
import json
import random
from dataclasses import dataclass

# Codes that the default `ignore: cancellation` would take out are not here (-999, 3072, grpc's 1): the peers need
# not know about them, errctl asks all the same.
CODES = {
    "NSURLErrorDomain": [*range(-1022, -999), *range(-1206, -1199), *range(-2000, -1994), *range(-3007, -2999)],
    "NSCocoaErrorDomain": [*range(4, 10), *range(255, 265), *range(512, 520), 640, 642, 1024, 1600, *range(3840, 3852), *range(4864, 4870)],
    "NSPOSIXErrorDomain": [*range(1, 70)],
    "grpc": [*range(2, 17)],
    "acme.pay": [*range(4001, 4030), 5001, 5002, 5003],
    "acme.login": [*range(100, 145)],
    "acme.cart": [*range(2000, 2040)],
    "acme.sync": [*range(1, 60)],
    "acme.search": [*range(300, 340)],
    "acme.media": [*range(7000, 7060, 2)],
    "acme.push": [*range(10, 50)],
    "acme.storage": [*range(9000, 9045)],
}
DOMAINS = list(CODES)
TYPE_WORDS = ["Network", "Decoding", "Timeout", "Session", "State"]
AREAS = ["Net", "Files", "System", "Rpc", "Pay", "Login", "Cart", "Sync", "Search", "Media", "Push", "Storage"]
TYPES = {domain: [f"Shop.{area}.{word}Error" for word in TYPE_WORDS] for domain, area in zip(DOMAINS, AREAS)}

AREAS_OF_SCREENS = ["login", "cart", "checkout", "search", "profile", "orders", "media", "sync"]
ORIGINS = [
    f"com.shop.{area}.{screen}"
    for area in AREAS_OF_SCREENS
    for screen in ["form", "list", "detail", "worker", "widget"]
]
HOSTS = [
    f"{role}-{number:02}.{region}.shop.example"
    for role in ["api", "img", "pay", "auth"]
    for number in range(1, 9)
    for region in ["eu-west", "us-east", "ap-south"]
]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH"]
OPERATIONS = ["load cart", "pay order", "log in", "search", "upload picture", "sync orders", "refresh token"]
SEVERITIES = ["error"] * 6 + ["warning"] * 3 + ["critical", "info"]
STATUSES = [400, 401, 403, 404, 404, 409, 422, 429, 500, 502, 503, 503, 504]
CATEGORIES = ["transient", "permanent", "userInput", "requiresLogin", "quota", "programming"]

# Where {n}, {ms}, {host}, {hex} and {port} stand, a record has values of its own.
TEXTS = [
    "The request timed out after {ms} ms while waiting for {host}",
    "Could not connect to {host}:{port}: connection refused",
    "connection reset by peer after {n} bytes ({host})",
    'Unexpected token "{hex}" at line {n}\nexpected an object or an array',
    "Die Karte wurde abgelehnt: Limit von {n} € überschritten",
    "C:\\Users\\shop\\Caches\\{hex}.bin could not be read (disk error {n})",
    "session {hex} expired {n} seconds ago, please log in again",
    "レコード {n} の同期に失敗しました（{host}）",
    "no such key: \"items[{n}].price\" in the reply of {host}",
    "quota exceeded: {n} of 5000 requests used in this window",
    "The certificate for “{host}” is not valid: expired {n} days ago",
    "deadline of {ms} ms exceeded, {n} attempts left",
    "upstream returned 5{n} for /v2/orders/{hex}/lines",
    "Le panier a changé entre-temps : {n} article(s) épuisé(s)",
    "database is locked (SQLITE_BUSY) after {ms} ms, table orders_{n}",
    "token {hex} was revoked\tby an administrator at {host}",
    "checksum mismatch in chunk {n}: expected {hex}",
    "disk quota reached while writing {n} bytes to /var/cache/shop/{hex}",
    "The server closed the connection early ({n} of {ms} bytes)",
    "Something went wrong 😕 (reference {hex}-{n})",
    "Request to {host} failed with an unknown error, ticket {hex}",
    "invalid state: expected \"paid\", found \"open\" for order {n}",
    "rate limited by {host}, retry after {n} seconds",
    "image {hex}.jpeg is {n} pixels wide, more than allowed",
]
# Half of the texts that have other letters write them as escapes, as many recorders do.
JSON_TEXTS = [json.dumps(text, ensure_ascii=index % 2 == 0)[1:-1] for index, text in enumerate(TEXTS)]


@dataclass(frozen=True)
class Kind:
    domain: str
    type: str
    code: int
    texts: tuple[int, int]


def _kinds():
    random_ = random.Random("kinds")
    kinds = []
    for domain, types in TYPES.items():
        for type_ in types:
            codes = CODES[domain]
            for code in random_.sample(codes, min(10, len(codes))):
                kinds.append(Kind(domain, type_, code, tuple(random_.sample(range(len(TEXTS)), 2))))
    random_.shuffle(kinds)
    return kinds[:595]


KINDS = _kinds()
WEIGHTS = list(itertools.accumulate(1 / (rank + 6) ** 1.05 for rank in range(len(KINDS))))


def rare_kind(number):
    """One of 200,000 other kinds: a known domain and type, a code that no rule names."""
    domain = DOMAINS[number % 12]
    type_ = TYPES[domain][number // 12 % 5]
    return Kind(domain, type_, 10_000 + number // 60 * 7, (number % len(TEXTS), (number + 7) % len(TEXTS)))
