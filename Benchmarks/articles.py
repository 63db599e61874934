#!/usr/bin/env python3
"""Compares the article that tabpipe finds in web pages with those of other libraries: python3 Benchmarks/articles.py [--tabpipe PROGRAM]

The pages are those of Tests/slow/article.py. Peers from PyPI: trafilatura, resiliparse, readability-lxml and turbohtml; a missing one is
reported as SKIPPED. All get the words of the same pages. The script prints the mean F1 of the words, the pages below 0.85, and the
processor time for all pages, with parsing: the median of interleaved rounds, without the start of the process.

--instructions counts instructions with valgrind as well, where a peer is fast enough for that (--counted). It also counts what
`convert --article` takes beside `convert --to text`.
"""
import argparse, pathlib, re, resource, statistics, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# This folder has a module html of its own, which the standard one must not be hidden by.
sys.path[0] = str(ROOT / "Tests/slow")
import article

SMALL = "<!doctype html><title>a</title><body><p>A short text, with commas, for a start.</p>"


def trafilatura():
    import trafilatura

    return lambda page: trafilatura.extract(page, output_format="html", include_images=True) or ""


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    return lambda page: article.html.escape(extract_plain_text(HTMLTree.parse(page), main_content=True))


def readability():
    import readability

    return lambda page: readability.Document(page).summary()


def turbohtml():
    import turbohtml

    def read(page):
        return article.html.escape(turbohtml.parse(page).article().text)

    turbohtml.parse(SMALL).article().text
    return read


PEERS = {"trafilatura": trafilatura, "resiliparse": resiliparse, "readability-lxml": readability, "turbohtml": turbohtml}


def worker(name, files):
    """Runs a peer on files; its start and its first page are no part of what is measured."""
    read = PEERS[name]()
    for file in [None, *files]:
        try:
            read(pathlib.Path(file).read_text("utf-8", "replace") if file else SMALL)
        except Exception as error:  # a failure on one page does not end the measurement
            print(f"{name}: {file}: {type(error).__name__}", file=sys.stderr)


def command(name, options, files):
    if name.startswith("tabpipe"):
        kind = ["--to", "text"] if name == "tabpipe text" else ["--article", "--to", "text"]
        return [options.tabpipe, "convert", "--from", "html", *kind, *files]
    return [sys.executable, __file__, "--worker", name, *files]


def seconds(name, options, files):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command(name, options, files), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instructions(name, options, files):
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command(name, options, files)], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, check=True)
    return int(re.search(rb"Collected : (\d+)", run.stderr)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tabpipe", default=ROOT / ".build/release/tabpipe")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--counted", nargs="*", default=["resiliparse", "turbohtml"])
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return worker(options.worker, options.files)
    pages = sorted(folder for folder in article.DATA.iterdir() if (folder / "expected.html").exists())
    files = [str(page / "source.html") for page in pages]
    expected = [article.Words((page / "expected.html").read_text("utf-8")).counts for page in pages]
    readers = {"tabpipe": lambda page: article.content(options.tabpipe, page)}
    for name, make in PEERS.items():
        try:
            read = make()
            readers[name] = lambda page, read=read: read(pathlib.Path(page).read_text("utf-8", "replace"))
        except (ImportError, AttributeError) as error:
            print(f"SKIPPED {name}: {error}")
    scores = {}
    for name, read in readers.items():
        scores[name] = []
        for file, words in zip(files, expected):
            try:
                found = read(file)
            except Exception as error:  # the peer finds nothing on this page
                print(f"{name}: {file}: {type(error).__name__}: {error}", file=sys.stderr)
                found = ""
            scores[name].append(article.f1(article.Words(found).counts, words))
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folder, "small.html")
        small.write_text(SMALL)

        def cost(measure, name):
            return measure(name, options, files) - measure(name, options, [str(small)] if name.startswith("tabpipe") else [])

        names = [*readers, "tabpipe text"]
        times = {name: [] for name in names}
        for _ in range(options.rounds):
            for name in names:
                times[name].append(cost(seconds, name))
        counted = [name for name in names if name.startswith("tabpipe") or name in options.counted] if options.instructions else []
        counts = {name: cost(instructions, name) for name in counted}
    print("| | mean F1 | pages below 0.85 | CPU ms a page | tabpipe's time / its time | million instructions a page |\n|---|---|---|---|---|---|")
    for name in names:
        mean = f"{statistics.mean(scores[name]):.4f} | {sum(score < article.LOW for score in scores[name])}" if name in scores else "|"
        ratio = statistics.median(mine / its for mine, its in zip(times["tabpipe"], times[name]))
        count = f"{counts[name] / len(files) / 1e6:.2f}" if name in counts else ""
        print(f"| {name} | {mean} | {1000 * statistics.median(times[name]) / len(files):.2f} | {ratio:.2f} | {count} |")


if __name__ == "__main__":
    main()
