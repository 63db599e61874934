#!/usr/bin/env python3
"""Checks training data with the libraries of those who read it: conversations, tokens and near duplicates.

* Made threads go through `chat` in each form. The types of the packages openai and anthropic (pydantic) and the documented rules of the
  forms check what comes out. Threads that break a rule must be among the rejects, with that rule.
* Tokens are compared with the packages tokenizers and tiktoken. The vocabularies are trained on docs/ here, so that nothing is fetched.
* Near duplicates of a known similarity are made: recall and precision of `near_duplicates` at several thresholds, its time and memory.

Needs the packages openai, anthropic, tokenizers and tiktoken; without them, the script says that it skips.
"""

import base64
import glob
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

# The packages import Python's module secrets, and this folder has a script of that name.
sys.path[:] = [path for path in sys.path if os.path.abspath(path) != os.path.dirname(os.path.abspath(__file__))]

given = series.arguments(__doc__, threads=2000, texts=3000, records=20000)
root = pathlib.Path(__file__).resolve().parents[2]
try:
    import anthropic.types
    import openai.types.chat
    import pydantic
    import tiktoken
    import tokenizers
    from tokenizers import AddedToken, Regex, models, normalizers, pre_tokenizers, trainers
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(0)

folder = tempfile.mkdtemp(prefix="chat-forms-")
faults = 0


def fault(message):
    global faults
    faults += 1
    print("FAULT:", message)


def run(stages, records, name="p"):
    """Runs stages over records. Returns the records that come out, the rejects, and what the program said."""
    path = os.path.join(folder, name)
    with open(path + ".jsonl", "w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    pipeline = {"rejects": path + ".rejects", "source": {"type": "json", "from": path + ".jsonl"}, "stages": stages,
                "sinks": [{"type": "jsonl", "to": path + ".out"}]}
    with open(path + ".json", "w") as file:
        json.dump(pipeline, file)
    for old in (path + ".rejects", path + ".out"):
        if os.path.exists(old):
            os.remove(old)
    ended = subprocess.run([given.program, "run", path + ".json", "--allow-rejects", "100%"], capture_output=True, text=True)
    if ended.returncode not in (0, 1):
        raise SystemExit(f"exit code {ended.returncode}: {ended.stderr}")
    lines = open(path + ".out").read().splitlines() if os.path.exists(path + ".out") else []
    rejects = open(path + ".rejects").read().splitlines() if os.path.exists(path + ".rejects") else []
    return [json.loads(line) for line in lines], [json.loads(line) for line in rejects], ended.stderr


# Conversations

OPENAI = pydantic.TypeAdapter(list[openai.types.chat.ChatCompletionMessageParam])
ANTHROPIC = pydantic.TypeAdapter(list[anthropic.types.MessageParam])


def alternates(roles, first):
    other = {"user": "assistant", "human": "gpt"}[first]
    return all(role == (first if index % 2 == 0 else other) for index, role in enumerate(roles))


def check_openai(line):
    """The rules of OpenAI's cookbook, "Data preparation and analysis for chat model fine-tuning", and the types of its API."""
    assert list(line) == ["messages"]
    for message in line["messages"]:
        assert set(message) <= {"role", "content", "name", "function_call", "weight"}
        assert message["role"] in ("system", "user", "assistant", "function")
        assert isinstance(message["content"], str) and message["content"].strip()
    assert any(message["role"] == "assistant" for message in line["messages"])
    assert line["messages"][-1]["role"] == "assistant"
    OPENAI.validate_python(line["messages"], strict=True)


def check_anthropic(line):
    """The rules of Anthropic's Messages, and of fine-tuning Claude on Amazon Bedrock."""
    assert set(line) <= {"system", "messages"} and "messages" in line
    assert "system" not in line or line["system"].strip()
    roles = [message["role"] for message in line["messages"]]
    assert len(roles) >= 2 and alternates(roles, "user") and roles[-1] == "assistant"
    assert all(message["content"].strip() for message in line["messages"])
    assert line["messages"][-1]["content"] == line["messages"][-1]["content"].rstrip()
    ANTHROPIC.validate_python(line["messages"], strict=True)


def check_sharegpt(line):
    """The rules of LLaMA Factory: human in odd places, gpt in even ones, the system in front."""
    assert list(line) == ["conversations"]
    turns = line["conversations"]
    assert all(set(turn) == {"from", "value"} and turn["value"].strip() for turn in turns)
    roles = [turn["from"] for turn in turns]
    spoken = roles[1:] if roles[0] == "system" else roles
    assert alternates(spoken, "human") and len(spoken) % 2 == 0 and spoken


def check_messages(line):
    assert list(line) == ["messages"]
    assert all(set(turn) == {"role", "content"} and turn["content"].strip() for turn in line["messages"])


CHECKS = {"openai": check_openai, "anthropic": check_anthropic, "sharegpt": check_sharegpt, "messages": check_messages}
ROLE = '{u: "user", a: "assistant", s: "system"}[.from]'
BODIES = ["<p>Hello</p>", "plain text\n\nof two paragraphs", "<div>a</div><div>b</div>", "<ul><li>x<li>y</ul>", "1 < 2", "ü 青 😀", "&nbsp;",
          "<p> </p>", "", None, " \n ", "<br>", "a ", "\u200b", "<img src=x alt='A lamp'>", "<style>p {}</style>"]


def made_thread(number):
    # Most threads are as one expects; the others test the rules.
    if number % 3:
        roles = ["u", "a"] * random.randint(1, 4)
        bodies = BODIES[:6]
    else:
        roles = random.choices("uuuaaas", k=random.randint(0, 6))
        bodies = BODIES
    return {"id": number, "subject": "S", "messages": [{"from": role, "body": random.choice(bodies)} for role in roles]}


def conversations():
    threads = [made_thread(number) for number in range(given.threads)]
    for form, check in CHECKS.items():
        written = rejected = 0
        for edges in ("cut", "keep", "reject"):
            for join in (True, False):
                stage = {"type": "chat", "form": form, "role": ROLE, "start": edges, "end": edges, "join": join,
                         "system": '{{if .id % 2 == 0 then "Be brief." else "" end}}', "empty": "skip" if join else "reject"}
                lines, rejects, _ = run([stage], threads)
                written += len(lines)
                rejected += len(rejects)
                if len(lines) + len(rejects) != len(threads):
                    fault(f"{form}: {len(lines)} + {len(rejects)} of {len(threads)}")
                for line in lines:
                    try:
                        check(line)
                    except Exception as error:
                        fault(f"{form}, {edges}, join {join}: {error!r}: {json.dumps(line)[:300]}")
                        break
        print(f"{form}: {written} conversations are valid, {rejected} threads rejected")
        if not written or not rejected:
            fault(f"{form}: nothing to compare")


# The form, other options, the roles of the messages (a dot for an empty one), and words of the reason.
BROKEN = [
    ("openai", {}, "u", "no turn of the assistant"),
    ("openai", {"end": "keep"}, "uu", "no turn of the assistant, and openai"),
    ("openai", {"end": "keep"}, "uau", "the last turn is the user's"),
    ("openai", {"end": "keep"}, "uas", "the last turn is the system's"),
    ("openai", {"end": "reject"}, "uau", "a conversation ends with the assistant's"),
    ("openai", {}, "u.a", "has no text"),
    ("openai", {"min_turns": 3}, "sua", "has 2 turns, and min_turns is 3"),
    ("openai", {}, "", "no turn of the assistant"),
    ("anthropic", {}, "aua", "the first turn is the assistant's"),
    ("anthropic", {"start": "keep"}, "aua", "anthropic begins with the user's"),
    ("anthropic", {"end": "keep"}, "uau", "anthropic ends with the assistant's"),
    ("anthropic", {"join": False}, "uua", "two turns of the user in a row"),
    ("anthropic", {"join": False}, "uaa", "two turns of the assistant in a row"),
    ("anthropic", {}, "usa", "a turn of the system stands behind others"),
    ("anthropic", {}, "u.a", "has no text"),
    ("sharegpt", {"start": "keep"}, "sau", "sharegpt begins with the user's"),
    ("sharegpt", {"end": "keep"}, "uau", "sharegpt ends with the assistant's"),
    ("sharegpt", {"join": False}, "uaua" "aua", "two turns of the assistant in a row"),
    ("sharegpt", {"join": False}, "ssua", "two turns of the system in a row"),
    ("sharegpt", {}, "uasua", "a turn of the system stands behind others"),
    ("messages", {}, "aua", "the first turn is the assistant's"),
    ("messages", {"role": '"bot"'}, "ua", 'role gives "bot"'),
]


def broken():
    right = 0
    for form, options, roles, reason in BROKEN:
        messages = [{"from": "u" if role == "." else role, "body": "" if role == "." else "text"} for role in roles]
        stage = {"type": "chat", "form": form, "role": ROLE, **options}
        # Another thread is written, because a run in which none is has another exit code.
        good = {"messages": [{"from": role, "body": "text"} for role in "uaua"]}
        lines, rejects, _ = run([stage], [{"messages": messages}, good])
        if len(rejects) >= 1 and reason in rejects[0]["reason"]:
            right += 1
        else:
            fault(f"{form} {options} {roles!r}: expected {reason!r}, found {rejects} {lines}")
    print(f"{right} of {len(BROKEN)} threads that break a rule are rejected with it")


# Tokens

END = r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
WORDS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|"
CAPITALS = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
SMALL = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
O200K = (f"{CAPITALS}*{SMALL}+{CONTRACTION}|{CAPITALS}+{SMALL}*{CONTRACTION}"
         r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
TIKTOKEN = {
    "gpt2": r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s""",
    "cl100k": r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""",
    "o200k": O200K,
}
PIECES = ["a", "b", "Z", "É", "é", "e\u0301", "ſ", "'s", "'S", "'ſ", "'ll", "'LL", "'re", "'x", " ", "  ", "\t", "\n", "\r\n", "\n\n", "\u00a0",
          "\u2003", "\u3000", "\u0085", "1", "22", "333", "4444", "½", "Ⅷ", "٣", "中", "文", "ǅ", "ʰ", "ª", "\u0301", "ก", "้", "😀",
          "👨‍👩‍👧", "!", "?!", "/", "//", "\u200b", "_", "--", "<|endoftext|>", "<|im_start|>", "<|im|>", "<|", "naïve", "word", "Word", "WORD",
          "HTTPServer", "camelCase", "don't", "DON'T", "ẞ", "ß", "한", "\u1112\u1161\u11ab", "\ufeff", "\x00", "\x1f"]


def split(regex):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(regex), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


def trained(pages, pre, normalizer=None, added=(), keeps_wholes=False):
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre
    if normalizer:
        tokenizer.normalizer = normalizer
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(pages, trainers.BpeTrainer(vocab_size=6000, initial_alphabet=alphabet, show_progress=False))
    tokenizer.add_special_tokens([token for token in added if isinstance(token, str)])
    tokenizer.add_tokens([token for token in added if not isinstance(token, str)])
    file = json.loads(tokenizer.to_str())
    file["model"]["ignore_merges"] = keeps_wholes
    return tokenizers.Tokenizer.from_str(json.dumps(file)), file


def letters():
    """The characters that stand for bytes in a tokenizer.json, as GPT-2's encoder makes them."""
    visible = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    hidden = [byte for byte in range(256) if byte not in visible]
    return {chr(byte): byte for byte in visible} | {chr(256 + index): byte for index, byte in enumerate(hidden)}


def counted(texts, options):
    records, rejects, _ = run([{"type": "tokens", "field": "text", **options}], [{"text": text} for text in texts])
    if rejects:
        fault(f"tokens rejects {rejects[0]}")
    return [record["tokens"] for record in records]


def compare(name, texts, expected, options):
    found = counted(texts, options)
    wrong = [index for index in range(len(texts)) if found[index] != expected[index]]
    print(f"tokens, {name}: {len(texts)} texts, {sum(expected)} tokens, {len(wrong)} texts differ")
    for index in wrong[:3]:
        fault(f"{name}: {texts[index][:60]!r}: expected {expected[index]}, found {found[index]}")


def tokens():
    pages = [open(path, encoding="utf-8").read() for path in sorted(glob.glob(str(root / "docs/*.md")))]
    texts = pages[:12] + [""] + PIECES + ["a" * 100_000, " \n" * 50_000]
    texts += ["".join(random.choices(PIECES, k=random.randrange(1, 14))) for _ in range(given.texts)]
    ranges = [(0x20, 0x250), (0x370, 0x1000), (0x3040, 0x9FFF), (0x1F300, 0x1F700)]
    texts += ["".join(chr(random.randrange(*random.choice(ranges))) for _ in range(random.randrange(1, 20))) for _ in range(given.texts // 3)]
    byte_level = pre_tokenizers.ByteLevel
    kinds = {
        "GPT-2": trained(pages, byte_level(add_prefix_space=False)),
        "a space in front": trained(pages, byte_level(add_prefix_space=True), added=["<|endoftext|>"]),
        "Llama 3": trained(pages, split(WORDS + r"\p{N}{1,3}" + END), added=["<|endoftext|>", "<|im_start|>", "<|im|>"], keeps_wholes=True),
        "Qwen 2": trained(pages, split(WORDS + r"\p{N}" + END), added=["<|endoftext|>", AddedToken("naïve", normalized=True)]),
        "GPT-4o": trained(pages, split(O200K)),
        "digits apart": trained(pages, pre_tokenizers.Sequence([pre_tokenizers.Digits(True), byte_level(add_prefix_space=False)])),
    }
    for name, (tokenizer, file) in kinds.items():
        path = os.path.join(folder, "tokenizer.json")
        with open(path, "w") as output:
            json.dump(file, output)
        compare(f"tokenizer.json like {name}", texts, [len(tokenizer.encode(text, add_special_tokens=False).ids) for text in texts], {"file": path})
    # NFC: marks behind letters. Single characters that NFC replaces by others, such as U+212B, are not among the texts.
    marked = ["".join(random.choices(["e\u0301", "u\u0308", "n\u0303", "한", "\u1112\u1161\u11ab", "a\u0323\u0302", "a\u0302\u0323", "x", " "], k=8)) for _ in range(500)]
    tokenizer, file = trained(pages, split(WORDS + r"\p{N}" + END), normalizers.NFC())
    path = os.path.join(folder, "tokenizer.json")
    with open(path, "w") as output:
        json.dump(file, output)
    compare("NFC", marked, [len(tokenizer.encode(text, add_special_tokens=False).ids) for text in marked], {"file": path})

    bytes_of = letters()
    for name, kind in [("gpt2", "GPT-2"), ("cl100k", "Llama 3"), ("o200k", "GPT-4o")]:
        vocabulary = sorted(kinds[kind][1]["model"]["vocab"].items(), key=lambda item: item[1])
        ranks = {bytes(bytes_of[letter] for letter in token): rank for rank, (token, _) in enumerate(vocabulary)}
        path = os.path.join(folder, "x.tiktoken")
        with open(path, "wb") as output:
            output.writelines(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items())
        encoding = tiktoken.Encoding(name, pat_str=TIKTOKEN[name], mergeable_ranks=ranks, special_tokens={})
        for pattern in (name, TIKTOKEN[name]):
            compare(f"tiktoken {pattern[:20]}", texts, [len(encoding.encode_ordinary(text)) for text in texts], {"file": path, "pattern": pattern})


# Near duplicates

def shingles(words):
    return {tuple(words[index:index + 3]) for index in range(len(words) - 2)}


def near_duplicates():
    vocabulary = [f"w{number}" for number in range(5000)]
    for threshold in (0.6, 0.8, 0.9):
        records, truth = [], []
        for number in range(1500):
            words = random.choices(vocabulary, k=random.randrange(30, 300))
            share = random.choice([0, 0.002, 0.01, 0.02, 0.04, 0.07, 0.12, 0.3, 1])
            other = [random.choice(vocabulary) if random.random() < share else word for word in words]
            left, right = shingles(words), shingles(other)
            truth.append(len(left & right) / len(left | right))
            records += [{"id": f"a{number}", "text": " ".join(words)}, {"id": f"b{number}", "text": ", ".join(other).capitalize() + "."}]
        random.shuffle(records)
        stage = {"type": "near_duplicates", "field": "text", "threshold": threshold, "do": "mark", "into": "of"}
        found, _, _ = run([stage], records)
        pairs = {record["id"][1:]: record["of"] for record in found if record["of"]}
        wrong = [key for key, of in pairs.items() if of[1:] != key]
        real = {str(number) for number, similarity in enumerate(truth) if similarity >= threshold}
        sure = {str(number) for number, similarity in enumerate(truth) if similarity >= threshold + 0.1}
        far = {str(number) for number, similarity in enumerate(truth) if similarity < threshold - 0.2}
        hits = set(pairs)
        recall, precision = len(hits & real) / len(real), len(hits & real) / max(1, len(hits))
        print(f"near duplicates, threshold {threshold}: {len(real)} of 1500 pairs, recall {recall:.3f}, precision {precision:.3f}, "
              f"{len(hits & sure)} of {len(sure)} clear ones found, {len(hits & far)} of {len(far)} clearly different ones taken")
        if wrong or len(hits & sure) < 0.98 * len(sure) or hits & far or recall < 0.85 or precision < 0.85:
            fault(f"near duplicates at {threshold}: {wrong[:3]}")

    count = given.records
    texts = [{"id": number, "text": " ".join(random.choices(vocabulary, k=150))} for number in range(count)]
    texts += [dict(record, id=f"again {record['id']}") for record in texts[-200:]] + [dict(texts[0], id="old")]
    start = time.time()
    found, _, messages = run([{"type": "near_duplicates", "field": "text", "max_records": 1000}], texts)
    seconds = time.time() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"near duplicates, {len(texts)} records of 150 words, 1000 remembered: {len(found)} stay, {seconds:.1f} s, peak of all runs {peak} MB")
    if len(found) != count + 1 or "was compared with the latest 1000 alone" not in messages:
        fault(f"bounded memory: {len(found)} stay; {messages}")


conversations()
broken()
tokens()
near_duplicates()
print(f"{faults} faults" if faults else "no faults")
sys.exit(1 if faults else 0)
