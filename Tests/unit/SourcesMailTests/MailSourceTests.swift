import Foundation
import JSONParsing
import Pipeline
import SourcesLocal
import TestSupport
import Testing

@testable import SourcesMail

@Suite("Sources of mail") struct MailSourceTests {
    private static let message = """
        From: =?utf-8?q?Mira_L=C3=BCnd?= <mira@mail.example.org>
        To: Harbour Lamps <help@lamps.example.org>, Crew: otto@lamps.example.org;
        Subject: =?utf-8?b?R3LDvG5lIExhbXBl?=
        Date: Sun, 3 May 2026 10:00:00 +0200
        Message-ID: <a2@example.org>
        In-Reply-To: <a1@example.org>
        References: <a0@example.org> <a1@example.org>
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=m

        --m
        Content-Type: multipart/alternative; boundary=a

        --a
        Content-Type: text/plain; charset=utf-8

        The lamp is green.
        --a
        Content-Type: text/html; charset=utf-8

        <p>The <b>lamp</b> is green.</p>
        --a--
        --m
        Content-Type: image/gif; name=dot.gif
        Content-ID: <dot@x>
        Content-Transfer-Encoding: base64

        R0lG
        --m--

        """

    private static let record = """
        {"id":"a2@example.org","thread":null,"subject":"Grüne Lampe","from":"Mira Lünd <mira@mail.example.org>",\
        "to":["Harbour Lamps <help@lamps.example.org>","otto@lamps.example.org"],"cc":[],"date":"2026-05-03T10:00:00+02:00",\
        "in_reply_to":["a1@example.org"],"references":["a0@example.org","a1@example.org"],"blurb":"The lamp is green.",\
        "body":"<p>The <b>lamp</b> is green.</p>","body_type":"text/html","text":"The lamp is green.","content_loaded":true,\
        "attachments":[{"name":"dot.gif","type":"image/gif","bytes":3,\
        "sha256":"76c664ef152e065922fed4727315d065b8fb1aed61015cdaef7bcfea3c58d5ab","content_id":"dot@x","inline":true}]}
        """

    @Test("give a record of the form that the stages read") func givesRecords() async throws {
        let run = try await MailRun("eml", #"{"from": "FOLDER/a.eml"}"#, files: ["a.eml": Self.message])
        #expect(run.failure == nil)
        #expect(run.warnings == [])
        #expect(run.records.first?.compactText == Self.record)
    }

    @Test("give the bytes of attachments as URLs, all headers, and the members that a message has") func givesMore() async throws {
        let text =
            "Bcc: c@x.test\nReply-To: d@x.test\nList-Id: <pier.example.org>\nX-GM-THRID: 17\nX-Gmail-Labels: Inbox,Open\n"
            + "Auto-Submitted: auto-generated\n" + Self.message
        let run = try await MailRun("eml", #"{"from": "FOLDER/a.eml", "attachments": "data", "all_headers": true}"#, files: ["a.eml": text])
        let object = try #require(try run.records.first?.decoded().object)
        #expect(object["bcc"]?.compactText == #"["c@x.test"]"#)
        #expect(object["reply_to"]?.compactText == #"["d@x.test"]"#)
        #expect(object["list_id"]?.compactText == #""pier.example.org""#)
        #expect(object["thread"]?.compactText == #""17""#)
        #expect(object["labels"]?.compactText == #"["Inbox","Open"]"#)
        #expect(object["automatic"]?.string == "auto-generated")
        let attachment = try #require(try object["attachments"]?.decoded().array?.first)
        #expect(try attachment.member("url")?.string == "data:image/gif;base64,R0lG")
        let headers = try #require(try object["headers"]?.decoded().array)
        #expect(headers.first?.compactText == #"{"name":"Bcc","value":"c@x.test"}"#)
        #expect(headers[8].compactText == #"{"name":"Subject","value":"Grüne Lampe"}"#)
    }

    @Test("read all messages of a mailbox") func readsMailboxes() async throws {
        let line = "From ann@example.org Sun May  3 10:00:00 2026\n"
        let mailbox = "\(line)Message-ID: <1@x>\n\n>From here\n\n\(line)Subject: no ID\n\ntwo\n"
        let run = try await MailRun("mbox", #"{"from": "FOLDER/*.mbox"}"#, files: ["a.mbox": mailbox, "b.mbox": "\n", "c.mbox": mailbox])
        #expect(run.failure == nil)
        #expect(try run.values("body") == [#""From here\n""#, #""two\n""#, #""From here\n""#, #""two\n""#])
        #expect(run.warnings == Array(repeating: "the message has no Message-ID; its id is made of its content", count: 2))
        let ids = try run.values("id")
        #expect(ids[1] == ids[3])
        #expect(ids[1].hasPrefix("\"sha256-"))
    }

    private static let advice = "; with \"on_bad_file\": \"reject\", the run goes on without such a file"

    struct Foreign: CustomTestStringConvertible {
        let name: String
        let source: String
        let file: String
        let bytes: [UInt8]
        /// The beginning of the message.
        let message: String
        var testDescription: String { name }
    }

    private static let foreign = [
        Foreign(
            name: "a data file of Outlook", source: "mbox", file: "a.pst",
            bytes: Array("!BDN".utf8) + [UInt8](repeating: 0, count: 600_000),
            message: "a.pst is a data file of Outlook (.pst, .ost), which is not read; \"readpst"),
        Foreign(
            name: "a message of Outlook", source: "eml", file: "a.msg", bytes: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0x0A],
            message: "a.msg is a message of Outlook (.msg), which is not read; \"msgconvert"),
        Foreign(
            name: "an archive of Outlook", source: "eml", file: "a.olm", bytes: Array("PK".utf8),
            message: "a.olm is an archive of Outlook for Mac (.olm), which is not read"),
        Foreign(
            name: "UTF-16", source: "eml", file: "a.eml",
            bytes: "\u{FEFF}Subject: a\n\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
            message: "a.eml is in UTF-16, and mail is not; \"iconv"),
        Foreign(
            name: "UTF-16 without a mark", source: "mbox", file: "a", bytes: "From a".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
            message: "a is in UTF-16, and mail is not; \"iconv"),
        Foreign(
            name: "a folder for eml", source: "eml", file: "a/b.eml", bytes: [],
            message: "a is a folder; a/**/*.eml names the messages in it"),
        Foreign(
            name: "a folder for mbox", source: "mbox", file: "a/b", bytes: [],
            message: "a is a folder; a/**/*.mbox names the mailboxes in it"),
        Foreign(name: "a maildir", source: "eml", file: "a/cur/b", bytes: [], message: "a is a folder; the source maildir reads it"),
        Foreign(
            name: "a mailbox", source: "eml", file: "a",
            bytes: Array("From a@x Sun May  3 10:00:00 2026\nA: 1\n\none\n\nFrom b@x Sun May  3 10:00:00 2026\nA: 2\n\ntwo\n".utf8),
            message: "a has 2 messages: it is a mailbox, which the source mbox reads"),
    ]

    @Test("say what reads mail in another form", arguments: foreign) func namesForeignMail(_ example: Foreign) async throws {
        let path = example.file.split(separator: "/").first ?? ""
        let run = try await MailRun(example.source, #"{"from": "FOLDER/\#(path)"}"#, bytes: [example.file: example.bytes])
        #expect(run.failure?.hasPrefix(example.message) == true, "\(run.failure ?? "none")")
    }

    @Test("name lines that may be the beginning of a message") func namesDoubtfulLines() async throws {
        let line = "From ann@example.org Sun May  3 10:00:00 2026\n"
        let unclear = "\(line)Message-ID: <1@x>\n\none\n\n\(line)two\n"
        let run = try await MailRun("mbox", #"{"from": "FOLDER/a"}"#, files: ["a": unclear])
        #expect(
            run.warnings == [
                "a line is read as text that looks like the beginning of a message, without a date, an empty line in front or a header below; "
                    + "it begins at byte 70"
            ])
        let covered =
            "\(line)Message-ID: <1@x>\nContent-Length: \(line.utf8.count * 2 + 28)\n\none\n\n\(line)A: 2\n\ntwo\n\n\(line)A: 3\n\nthree\n"
        let other = try await MailRun("mbox", #"{"from": "FOLDER/a", "dialect": "auto"}"#, files: ["a": covered])
        #expect(other.records.count == 1)
        #expect(
            other.warnings.first?.hasPrefix("2 lines are read as text that look like the beginning of a message inside of the length")
                == true)
    }

    @Test("read the mailboxes of a ZIP archive") func readsArchives() async throws {
        let line = "From ann@example.org Sun May  3 10:00:00 2026\n"
        var page = ZipFile.Entry("Takeout/archive_browser.html", "<p>")
        page.hasDescriptor = true
        var first = ZipFile.Entry("Takeout/Mail/All mail.mbox", "\(line)Message-ID: <1@x>\n\none\n\n\(line)Message-ID: <2@x>\n\ntwo\n")
        first.hasDescriptor = true
        let second = ZipFile.Entry("Takeout/Mail/Work.MBOX", "\(line)Message-ID: <3@x>\n\nthree\n\n\(line)four\n")
        let bytes = ZipFile([page, first, second]).bytes
        let run = try await MailRun("mbox", #"{"from": "FOLDER/takeout.zip"}"#, bytes: ["takeout.zip": bytes])
        #expect(run.failure == nil)
        #expect(try run.values("id") == [#""1@x""#, #""2@x""#, #""3@x""#])
        #expect(run.places == ["takeout.zip!Takeout/Mail/Work.MBOX"])
        let several = try await MailRun("mbox", #"{"from": "FOLDER/*.zip"}"#, bytes: ["a.zip": bytes, "b.zip": bytes])
        #expect(several.records.count == 6)
        let joined = try await MailRun("mbox", #"{"from": "FOLDER/a"}"#, bytes: ["a": bytes + bytes])
        #expect(joined.failure == nil)
        #expect(joined.records.count == 6)
    }

    @Test("leave out what macOS keeps beside the mailboxes of a ZIP archive") func leavesOutFilesOfMacOS() async throws {
        let mailbox = "From ann@example.org Sun May  3 10:00:00 2026\nMessage-ID: <1@x>\n\none\n"
        let entries = ["__MACOSX/Takeout/Mail/All mail.mbox", "Takeout/Mail/._All mail.mbox", "__MACOSX/Takeout/Mail/._All mail.mbox"].map {
            ZipFile.Entry($0, "\u{0}\u{5}\u{16}\u{7}Mac OS X")
        }
        let bytes = ZipFile(entries + [ZipFile.Entry("Takeout/Mail/All mail.mbox", mailbox)] + entries).bytes
        let run = try await MailRun("mbox", #"{"from": "FOLDER/a.zip"}"#, bytes: ["a.zip": bytes])
        #expect(run.failure == nil)
        #expect(try run.values("id") == [#""1@x""#])
        let none = try await MailRun("mbox", #"{"from": "FOLDER/a.zip"}"#, bytes: ["a.zip": ZipFile(entries).bytes])
        #expect(
            none.failure == "a.zip has no mailbox: expected an entry whose name ends with .mbox, found 3 entries, the first one "
                + "__MACOSX/Takeout/Mail/All mail.mbox")
    }

    @Test("read a ZIP archive that was meant to be split", arguments: ["PK\u{7}\u{8}", "PK00"]) func readsSplitArchives(_ mark: String)
        async throws
    {
        let mailbox = ZipFile.Entry("a.mbox", "From ann@example.org Sun May  3 10:00:00 2026\nMessage-ID: <1@x>\n\none\n")
        let run = try await MailRun("mbox", #"{"from": "FOLDER/a"}"#, bytes: ["a": Array(mark.utf8) + ZipFile([mailbox]).bytes])
        #expect(run.failure == nil)
        #expect(try run.values("id") == [#""1@x""#])
    }

    /// A field of a header, the name of a file in a maildir, and the roles as JSON.
    private static let roles: [(header: String, file: String, roles: String)] = [
        ("X-Gmail-Labels: Inbox,Opened\n", "a", "missing"),
        ("X-Gmail-Labels: =?UTF-8?Q?Entw=C3=BCrfe?=\n", "a", #"["drafts"]"#),
        ("X-Gmail-Labels: Papierkorb,Wichtig\n", "a", #"["trash"]"#),
        ("X-Gmail-Labels: Bin,Spam,Trash,Draft\n", "a", #"["drafts","spam","trash"]"#),
        ("", "a:2,DS", #"["drafts"]"#), ("", "a:2,T", #"["trash"]"#), ("", "a:2,FRS", "missing"),
    ]

    @Test("tell drafts, spam and trash by labels and flags", arguments: roles) func tellsRoles(
        _ header: String, _ file: String, _ roles: String
    ) async throws {
        let run = try await MailRun("maildir", #"{"from": "FOLDER"}"#, files: ["cur/\(file)": "\(header)Message-ID: <1@x>\n\none\n"])
        #expect(try run.values("roles") == [roles])
    }

    @Test("say how the mailboxes of a compressed tar archive are read") func namesTarArchives() async throws {
        let error = await #expect(throws: PipelineFileError.self) {
            _ = try await MailRun("mbox", #"{"from": "FOLDER/takeout.tgz"}"#, files: [:])
        }
        let hint = #"an archive; tar -xOf FILE --wildcards '*.mbox' | tabpipe … reads the files *.mbox in it from "-""#
        #expect(error?.messages.first?.contains(hint) == true, "\(error?.messages ?? [])")
    }

    @Test("say what is wrong with a ZIP archive") func namesFaultsOfArchives() async throws {
        var secret = ZipFile.Entry("Mail/a.mbox", "")
        secret.isEncrypted = true
        let page = ZipFile.Entry("a.html", "<p>")
        let examples: [([UInt8], String)] = [
            (ZipFile([secret]).bytes, "a.zip: the entry Mail/a.mbox is encrypted, which is not read"),
            (
                ZipFile([page, page]).bytes,
                "a.zip has no mailbox: expected an entry whose name ends with .mbox, found 2 entries, the first one a.html"
            ),
            (ZipFile([]).bytes, "a.zip has no mailbox: expected an entry whose name ends with .mbox, found none"),
            (
                ZipFile([page]).bytes + Array("other".utf8),
                "a.zip: the archive ends at byte \(ZipFile([page]).bytes.count): expected its end or another archive there, found other data"
            ),
            (Array(ZipFile([page]).bytes.prefix(30)), "a.zip: the archive is incomplete: the archive ends after 30 bytes"),
        ]
        for (bytes, message) in examples {
            let run = try await MailRun("mbox", #"{"from": "FOLDER/a.zip"}"#, bytes: ["a.zip": bytes])
            #expect(run.failure == message)
        }
        let eml = try await MailRun("eml", #"{"from": "FOLDER/a"}"#, bytes: ["a": ZipFile([page]).bytes])
        #expect(eml.failure?.hasPrefix("a is compressed with zip, which is not read yet") == true)
    }

    @Test("say what is no mailbox and no message") func refusesOtherFiles() async throws {
        let mailbox = try await MailRun("mbox", #"{"from": "FOLDER/a"}"#, files: ["a": "<html>"])
        #expect(mailbox.failure == "a is no mailbox: expected a line such as \"From ann@example.org Sun May  3 10:00:00 2026\"")
        let message = try await MailRun("eml", #"{"from": "FOLDER/a"}"#, files: ["a": "<html>"])
        #expect(message.failure == "a is no message: it begins with no header, such as \"Subject: Lamp\"" + Self.advice)
        let both = try await MailRun(
            "eml", #"{"from": "FOLDER/*.eml", "on_bad_file": "reject"}"#, files: ["a.eml": "<html>", "b.eml": "Message-ID: <b@x>\n\nb\n"])
        #expect(try both.values("id") == [#""b@x""#])
        #expect(both.rejects == ["a.eml is no message: it begins with no header, such as \"Subject: Lamp\""])
        let single = try await MailRun("mbox", #"{"from": "FOLDER/a"}"#, files: ["a": "Message-ID: <a@x>\n\na\n"])
        #expect(try single.values("id") == [#""a@x""#])
        #expect(single.warnings.count == 1)
    }

    @Test("read a maildir with its flags and folders") func readsMaildirs() async throws {
        func mail(_ id: String) -> String { "Message-ID: <\(id)@x>\n\n\(id)\n" }
        let files = [
            "box/cur/1.a:2,RS": mail("1"), "box/cur/2.a:2,": mail("2"), "box/new/3.a": mail("3"), "box/tmp/4.a": mail("4"),
            "box/.Sent/cur/5.a:2,FS": mail("5"),
        ]
        let run = try await MailRun("maildir", #"{"from": "FOLDER/box"}"#, files: files)
        #expect(run.failure == nil)
        #expect(try run.values("id") == [#""5@x""#, #""1@x""#, #""2@x""#, #""3@x""#])
        #expect(try run.values("labels") == [#"["flagged","seen"]"#, #"["replied","seen"]"#, "[]", "[]"])
        let top = try await MailRun("maildir", #"{"from": "FOLDER/box", "subfolders": false}"#, files: files)
        #expect(try top.values("id") == [#""1@x""#, #""2@x""#, #""3@x""#])
        let deep = [
            "box/cur/1": mail("1"), "box/Sent/cur/2:2,S": mail("2"), "box/Work/Lamps/new/3": mail("3"), "box/Work/tmp/4": mail("4"),
        ]
        let nested = try await MailRun("maildir", #"{"from": "FOLDER/box"}"#, files: deep)
        #expect(try nested.values("id") == [#""2@x""#, #""3@x""#, #""1@x""#])
        let above = try await MailRun("maildir", #"{"from": "FOLDER"}"#, files: ["INBOX/cur/1": mail("1")])
        #expect(try above.values("id") == [#""1@x""#])
        let none = try await MailRun("maildir", #"{"from": "FOLDER"}"#, files: ["a": ""])
        #expect(none.failure?.hasSuffix("is no maildir: expected the folders cur and new in it") == true)
    }

    @Test("find the files of a maildir that a mail program renames meanwhile") func findsRenamedFiles() throws {
        let folder = try ScratchFolder()
        let names = ["cur/1.a:2,", "cur/2.a:2,S", "new/3.a", "new/4.a", ".Sent/new/3.a"]
        for name in names { try folder.write("A: 1\n\n", to: name) }
        var maildir = MaildirFiles(folder.path, hasSubfolders: true)
        let listed = try maildir.list()
        #expect(listed.map { $0.path } == names.map { folder.file($0).path }.sorted())
        func rename(_ name: String, _ other: String) throws {
            try folder.write("A: 1\n\n", to: other)
            try FileManager.default.removeItem(at: folder.file(name))
        }
        try rename("new/3.a", "cur/3.a:2,S")
        try rename("cur/1.a:2,", "cur/1.a:2,RS")
        try FileManager.default.removeItem(at: folder.file("new/4.a"))
        func current() throws -> [String] { try listed.compactMap { try maildir.current($0)?.path } }
        func paths(_ names: [String]) -> [String] { names.map { folder.file($0).path } }
        #expect(try current() == paths([".Sent/new/3.a", "cur/1.a:2,RS", "cur/2.a:2,S", "cur/3.a:2,S"]))
        try rename("cur/3.a:2,S", "cur/3.a:2,FS")
        #expect(try current() == paths([".Sent/new/3.a", "cur/1.a:2,RS", "cur/2.a:2,S", "cur/3.a:2,FS"]))
    }

    @Test("read a maildir whose path has characters of patterns") func readsLiteralPaths() async throws {
        let run = try await MailRun("maildir", #"{"from": "FOLDER/[Gmail]"}"#, files: ["[Gmail]/cur/1:2,S": "Message-ID: <1@x>\n\n"])
        #expect(try run.values("id") == [#""1@x""#])
    }

    @Test("name the faults of a message") func namesProblems() async throws {
        let run = try await MailRun(
            "eml", #"{"from": "FOLDER/a"}"#, files: ["a": "Message-ID: <1@x>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n"])
        #expect(try run.values("problems") == [#"["a multipart ends without its last boundary"]"#])
        #expect(try run.values("body") == [#""text\n""#])
    }
}
