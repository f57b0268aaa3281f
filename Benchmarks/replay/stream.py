"""Writes the streams of recorded errors, the same for the same count and seed.

    python3 Benchmarks/replay/stream.py reference|kinds|patterns FILE [--records N] [--seed N]

reference   the mix that every number is about: 595 kinds of error, the frequent ones far more frequent than the rare
kinds       three of four records are of 200,000 other kinds
patterns    every record reaches a pattern of the 100-rule set: nothing but the pattern is left to decide some rule

Blocks of 10,000 records have random numbers of their own, so a shorter stream is a prefix of a longer one and blocks
are made in parallel.
"""

import argparse
import bisect
import datetime
import functools
import json
import multiprocessing
import os
import pathlib
import random

import reference
import rules
import vocabulary as v

BLOCK = 10_000
START = datetime.datetime(2026, 10, 21)
MILLISECONDS_A_RECORD = 2_592  # a million records are thirty days
VARIANTS = ("reference", "kinds", "patterns")


class Writer:
    def __init__(self, random_):
        self.chance = random_.random
        self.random = random_

    def any(self, items):
        """One of `items`; `random.choice` takes three times as long."""
        return items[int(self.chance() * len(items))]

    def usual_kind(self):
        return v.KINDS[bisect.bisect(v.WEIGHTS, self.chance() * v.WEIGHTS[-1])]

    def text(self, kind):
        chance = self.chance
        return v.JSON_TEXTS[kind.texts[chance() < 0.3]].format(
            n=int(chance() * 999) + 1,
            ms=int(chance() * 30_000) + 100,
            host=self.any(v.HOSTS),
            hex=f"{int(chance() * 2**40):010x}",
            port=self.any((80, 443, 8080)),
        )

    def record(self, ordinal, kind):
        """One line. Members stand in one order, but for 3 % of the records, whose order is any."""
        chance, any_ = self.chance, self.any
        members = [
            f'"time":"{time_of(ordinal, chance())}"',
            f'"origin":"{any_(v.ORIGINS)}"',
            f'"type":"{kind.type}"',
            f'"domain":"{kind.domain}"',
            f'"code":{kind.code}',
        ]
        if chance() < 0.45:
            members.append(f'"status":{any_(v.STATUSES)}')
        members.append(f'"severity":"{any_(v.SEVERITIES)}"')
        if chance() < 0.25:
            members.append(f'"category":"{any_(v.CATEGORIES)}"')
        if chance() < 0.1:
            members.append(f'"operation":"{any_(v.OPERATIONS)}","attempt":{int(chance() * 4) + 1}')
        members.append(f'"message":"{self.text(kind)}"')
        members.append(
            f'"attributes":{{"host":"{any_(v.HOSTS)}","method":"{any_(v.METHODS)}",'
            f'"user":"u{int(chance() * 60_000):05}","elapsed":{int(chance() * 9_000)}}}'
        )
        if chance() < 0.3:
            members.append(f'"underlying":[{self.cause()}]')
        if chance() < 0.03:
            self.random.shuffle(members)
        return "{" + ",".join(members) + "}\n"

    def cause(self):
        kind = self.usual_kind()
        inner = f',"underlying":[{self.cause()}]' if self.chance() < 0.2 else ""
        return f'{{"type":"{kind.type}","domain":"{kind.domain}","code":{kind.code},"message":"{self.text(kind)}"{inner}}}'


def time_of(ordinal, share):
    """Records are a few seconds apart and never go back."""
    milliseconds = ordinal * MILLISECONDS_A_RECORD + int(share * MILLISECONDS_A_RECORD)
    seconds, milliseconds = divmod(milliseconds, 1000)
    hours, seconds = divmod(seconds, 3600)
    days, hours = divmod(hours, 24)
    return f"{day(days)}T{hours:02}:{seconds // 60:02}:{seconds % 60:02}.{milliseconds:03}Z"


@functools.cache
def day(number):
    return (START + datetime.timedelta(days=number)).date().isoformat()


def reference_block(writer, ordinals, seed):
    return [writer.record(ordinal, writer.usual_kind()) for ordinal in ordinals]


def kinds_block(writer, ordinals, seed):
    return [
        writer.record(ordinal, v.rare_kind((ordinal - ordinal // 4) % 200_000) if ordinal % 4 else writer.usual_kind())
        for ordinal in ordinals
    ]


def patterns_block(writer, ordinals, seed):
    rule_set = reference.Reference(rules.document(rules.rule_set(100)))
    kinds = [kind for kind in v.KINDS if rule_set.may_reach_pattern(kind)]
    lines = []
    for ordinal in ordinals:
        while True:
            line = writer.record(ordinal, writer.any(kinds))
            if rule_set.reaches_pattern(json.loads(line)):
                break
        lines.append(line)
    return lines


BLOCKS = {"reference": reference_block, "kinds": kinds_block, "patterns": patterns_block}


def block(task):
    variant, seed, first, count = task
    writer = Writer(random.Random(f"{variant}/{seed}/{first}"))
    return "".join(BLOCKS[variant](writer, range(first, first + count), seed)).encode()


def write(path, variant, records, seed):
    write_blocks(path, block, [(variant, seed, first, min(BLOCK, records - first)) for first in range(0, records, BLOCK)])


def write_blocks(path, block, tasks):
    """Writes beside and renames, so a stream that is there is whole."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file, multiprocessing.Pool(os.cpu_count()) as pool:
        for data in pool.imap(block, tasks):
            file.write(data)
    unfinished.rename(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("variant", choices=VARIANTS)
    arguments.add_argument("file", type=pathlib.Path)
    arguments.add_argument("--records", type=int, default=1_000_000)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    write(options.file, options.variant, options.records, options.seed)


if __name__ == "__main__":
    main()
