/// Complete plug-ins for `describe`. A test runs each of them.
enum PlugInExamples {
    static let python = #"""
        # shout.py: { "type": "exec", "command": ["python3", "-u", "shout.py"] }
        import json, sys

        for line in sys.stdin:
            record = json.loads(line)
            record["title"] = record["title"].upper()
            print(json.dumps(record) if record["title"] else "")
        """#

    static let javascript = #"""
        // shout.mjs: { "type": "exec", "command": ["node", "shout.mjs"] }
        import { createInterface } from "node:readline";

        for await (const line of createInterface({ input: process.stdin })) {
          const record = JSON.parse(line);
          record.title = record.title.toUpperCase();
          process.stdout.write((record.title ? JSON.stringify(record) : "") + "\n");
        }
        """#

    static let shell = #"""
        # shout.sh: { "type": "exec", "command": ["sh", "shout.sh"] }
        exec jq --unbuffered -rc '.title |= ascii_upcase | if .title == "" then "" else . end'
        """#

    /// The plug-ins for `describe`, with the rules of the protocol.
    static let text = """
        A plug-in reads a line of JSON, and answers it with one line, in order; an empty line drops the record. It has to flush its output
        after each line, and to end at the end of its input. It gets the variables of "env" and PATH, and no shell. docs/exec.md has the rest.

        \(python)

        \(javascript)

        \(shell)
        """
}
