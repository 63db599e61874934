#!/usr/bin/env python3
"""Tests Tests/architecture: each of its checks fails on a copy of the sources with one fault, and none on the sources as they are."""

import importlib.machinery
import importlib.util
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
loader = importlib.machinery.SourceFileLoader("architecture", str(ROOT / "Tests" / "architecture"))
architecture = importlib.util.module_from_spec(importlib.util.spec_from_loader("architecture", loader))
sys.dont_write_bytecode = True
loader.exec_module(architecture)


class ArchitectureTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)
        shutil.copytree(ROOT / "Sources", cls.root / "Sources")
        (cls.root / "Tests").mkdir()
        for name in ("Package.swift", "ARCHITECTURE.md", architecture.EXCEPTIONS):
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, cls.root / name)

    def restore(self, file):
        if (ROOT / file).exists():
            shutil.copy(ROOT / file, self.root / file)
        else:
            (self.root / file).unlink(missing_ok=True)

    def change(self, file, old, new):
        path = self.root / file
        text = path.read_text()
        changed = re.sub(old, new, text, count=1, flags=re.MULTILINE)
        self.assertNotEqual(text, changed, f"{file} has no {old}")
        path.write_text(changed)
        self.addCleanup(self.restore, file)

    def add(self, file, text):
        (self.root / file).parent.mkdir(parents=True, exist_ok=True)
        (self.root / file).write_text(text)
        self.addCleanup(self.restore, file)

    def expect(self, *faults):
        """Each fault found matches one of the patterns, in order."""
        found = architecture.Checker(self.root).run()
        self.assertEqual(len(found), len(faults), "\n".join(found))
        for fault, pattern in zip(found, faults):
            self.assertRegex(fault, pattern)

    def test_finds_nothing_in_the_sources(self):
        self.expect()

    def test_import_that_is_not_drawn(self):
        self.add("Sources/MailParsing/Extra.swift", "// A file.\n\ninternal import HTMLWriting\n")
        self.expect(
            r"^Sources/MailParsing/Extra\.swift:3: MailParsing imports HTMLWriting, which ARCHITECTURE\.md does not draw",
            r"^Package\.swift:\d+: MailParsing imports HTMLWriting, which is not one of its dependencies")

    def test_arrow_without_import(self):
        self.change("ARCHITECTURE.md", r"^(    HTMLWriting +─+► HTMLParsing)$", r"\1, JSONParsing")
        self.expect(r"^ARCHITECTURE\.md:\d+: HTMLWriting does not import JSONParsing")

    def test_target_that_is_not_drawn(self):
        self.change("ARCHITECTURE.md", r"^    MailParsing +─+►.*\n", "")
        self.expect(r"^ARCHITECTURE\.md:1: the target MailParsing is not drawn")

    def test_drawn_target_that_does_not_exist(self):
        self.change("ARCHITECTURE.md", r"^    MailParsing( +─+►.*\n)", r"    MailParsing\1    FaxParsing\1")
        self.expect(r"^ARCHITECTURE\.md:\d+: Package\.swift has no target FaxParsing")

    def test_dependency_without_import(self):
        self.change("Package.swift", r'(name: "MailParsing", dependencies: \["HTMLParsing")', r'\1, "JSONParsing"')
        self.expect(r"^Package\.swift:\d+: MailParsing depends on JSONParsing and does not import it")

    def test_package_access(self):
        self.change("Package.swift", r'(name: "Sinks"[^()]*?)\s*packageAccess: false,', r"\1")
        self.expect(r"^Package\.swift:\d+: Sinks lacks packageAccess: false")

    def test_type_without_reason(self):
        self.change("Sources/Pipeline/Encodings/TextDecoding.swift", r"Package access: ", "")
        self.expect(r"^Sources/Pipeline/Encodings/TextDecoding\.swift:\d+: HTTPReading, SourcesLocal, SourcesXML, SourcesMail, Assets or SourcesRemote uses this declaration")

    def test_member_without_reason(self):
        self.change("Sources/Pipeline/Options/RecordQuery.swift", r"Package access: ", "")
        self.expect(r"^Sources/Pipeline/Options/RecordQuery\.swift:\d+: HTTPReading, SourcesLocal, SourcesXML, SourcesMail, Assets or SourcesRemote uses this declaration")

    def test_member_of_a_type_of_the_standard_library_without_reason(self):
        self.add("Sources/Pipeline/Config/Extra.swift", "extension Int {\n    package func halved() -> Int { self / 2 }\n}\n")
        for folder in ("HTTPReading/Signs", "Sources-Local/Inputs", "Assets/Run", "Sources-Remote/Paging"):
            with self.subTest(folder):
                self.add(f"Sources/{folder}/Extra.swift", "let four = 8.halved()\n")
                self.expect(r"^Sources/Pipeline/Config/Extra\.swift:2: HTTPReading, SourcesLocal, SourcesXML, SourcesMail, Assets or SourcesRemote uses this declaration")
                self.restore(f"Sources/{folder}/Extra.swift")

    def test_initializer_without_reason(self):
        self.add("Sources/Sources-Remote/Extra.swift", 'let reader = OptionReader(object: .null, path: "a")\n')
        self.expect(r"^Sources/Pipeline/Options/OptionReader\.swift:\d+: HTTPReading, SourcesLocal, SourcesXML, SourcesMail, Assets or SourcesRemote uses this declaration")

    def test_full_folder(self):
        for number in range(33):
            self.add(f"Sources/Checksums/Many/Extra{number}.swift", "\n")
        self.expect(r"^Sources/Checksums/Many:1: 33 Swift files in one folder; the limit is 32")

    def test_folder_at_the_limit(self):
        for number in range(32):
            self.add(f"Sources/Checksums/Many/Extra{number}.swift", "\n")
        self.expect()

    def test_two_types_with_one_name(self):
        self.add("Sources/MailParsing/Extra.swift", "\npackage final class RecordWriter {}\n")
        self.expect(r"^Sources/Pipeline/Components/RecordWriter\.swift:\d+: the type RecordWriter has the name of that in Sources/MailParsing/Extra\.swift:2")

    def test_two_types_with_one_comment(self):
        self.add("Sources/MailParsing/Extra.swift", "/// The result of a stage for one\n/// record. And more.\nstruct Extra {}\n")
        self.expect(r"^Sources/Pipeline/Records/Record\.swift:\d+: Verdict has the doc comment of the type in Sources/MailParsing/Extra\.swift:3")

    def test_words(self):
        for number, comment in enumerate(
            ["/// Whoever reads", "let a = 1  // nobody reads", "// so many bytes", "// so much", "// Sees to it", "// somebody"]
        ):
            self.add("Sources/MailParsing/Extra.swift", f"\n{comment}\n")
            self.expect(r'^Sources/MailParsing/Extra\.swift:2: a comment says "')

    def test_words_outside_of_comments(self):
        self.add("Sources/MailParsing/Extra.swift", 'let text = "https://nobody.example // nobody"\n')
        self.expect()

    def test_name_of_a_higher_floor(self):
        self.add("Sources/Exec/Dialogs/Extra.swift", '\nlet types = [ExecSource.self]  // ExecSink\nlet text = "ExecSink \\(ExecStage.self)"\n')
        self.expect(
            r"^Sources/Exec/Dialogs/Extra\.swift:2: Dialogs names ExecSource of \(root\), which is no lower floor of Sources/Exec",
            r"^Sources/Exec/Dialogs/Extra\.swift:3: Dialogs names ExecStage of \(root\), which is no lower floor of Sources/Exec")

    def test_exception_from_the_floors(self):
        self.add("Sources/Exec/Dialogs/Extra.swift", "\nlet types = [ExecSource.self]\n")
        self.add(architecture.EXCEPTIONS, "# Mentions to be mended.\nSources/Exec/Dialogs/Extra.swift: ExecSource\n")
        self.expect()

    def test_exception_that_is_mended(self):
        self.add(architecture.EXCEPTIONS, "Sources/Exec/Dialogs/Extra.swift: ExecSource\n")
        self.expect(r"^Tests/architecture-exceptions:1: this exception is mended; remove it: Sources/Exec/Dialogs/Extra\.swift: ExecSource")

    def test_room_without_a_floor(self):
        self.add("Sources/Exec/Attic/Extra.swift", "\n")
        self.expect(r"^ARCHITECTURE\.md:\d+: Sources/Exec draws no floor for the room Attic")

    def test_target_inside_of_the_folder_of_another(self):
        self.add("Sources/Sinks/Site/Words/Extra.swift", "internal import CSVParsing\n")
        self.expect(
            r"^Sources/Sinks/Site/Words/Extra\.swift:1: Site imports CSVParsing, which ARCHITECTURE\.md does not draw",
            r"^Package\.swift:\d+: Site imports CSVParsing, which is not one of its dependencies")

    def test_time_limit_that_counts_the_queue(self):
        self.add("Tests/Extra.swift", """\
@Suite("A", .startsInTurn) struct ATests {
    @Test("b", .timeLimit(.minutes(1))) func b() {}
}
@Suite("C") struct CTests {
    @Test("d", .startsOnIdlePool, .timeLimit(.minutes(1)), arguments: ["https://e.example"]) func d() {}
    @Test(
        "f", .timeLimit(.minutes(1)))
    func f() {}
}
""")
        self.expect(r"^Tests/Extra\.swift:7: a time limit stands behind")

    def test_floor_without_a_room(self):
        self.change("ARCHITECTURE.md", r"^    (Sources/Exec: )", r"    \1Cellar < ")
        self.expect(r"^ARCHITECTURE\.md:\d+: Sources/Exec has no room Cellar")


if __name__ == "__main__":
    unittest.main()
