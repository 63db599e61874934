import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Code of highlighters") struct CodeMarkupTests {
    static let languages = [
        WriterExample("HTML's class", in: "<pre><code class=language-js>a</code></pre>", out: "```js\na\n```"),
        WriterExample("lang-", in: "<pre><code class='prettyprint lang-js'>a</code></pre>", out: "```js\na\n```"),
        WriterExample("highlight.js", in: "<pre><code class='hljs js'>a</code></pre>", out: "```js\na\n```"),
        WriterExample(
            "highlight.js with a class of its own", in: "<pre><code class='hljs language-c++'>a</code></pre>", out: "```c++\na\n```"),
        WriterExample("highlight.js without a language", in: "<pre><code class='hljs'>a</code></pre>", out: "```\na\n```"),
        WriterExample("GitHub", in: "<div class='highlight highlight-source-js'><pre>a</pre></div>", out: "```js\na\n```"),
        WriterExample("SyntaxHighlighter", in: "<pre class='brush: js; gutter: false'>a</pre>", out: "```js\na\n```"),
        WriterExample("SyntaxHighlighter without a space", in: "<pre class='brush:c#'>a</pre>", out: "```c#\na\n```"),
        WriterExample("an attribute", in: "<pre data-lang=js>a</pre>", out: "```js\na\n```"),
        WriterExample("the other attribute", in: "<div data-language=js><pre><code>a</code></pre></div>", out: "```js\na\n```"),
        WriterExample(
            "Pandoc", in: "<pre class='sourceCode numberSource js numberLines'><code class='sourceCode js'>a</code></pre>",
            out: "```js\na\n```"),
        WriterExample(
            "Jekyll",
            in: "<div class='language-js highlighter-rouge'><div class=highlight><pre class=highlight><code>a</code></pre></div></div>",
            out: "```js\na\n```"),
        WriterExample(
            "Sphinx", in: "<div class='highlight-js notranslate'><div class=highlight><pre>a</pre></div></div>", out: "```js\na\n```"),
        WriterExample(
            "Sphinx's default", in: "<div class='highlight-default notranslate'><div class=highlight><pre>a</pre></div></div>",
            out: "```\na\n```"),
        WriterExample(
            "numbers of lines beside the code",
            in: "<pre><span class=linenos>1</span><span class=ln>a</span>\n<span class=ln> 2</span><span class=cl>  b</span></pre>",
            out: "```\na\n  b\n```"),
        WriterExample("no name of a language", in: "<pre data-lang='a b'>a</pre>", out: "```\na\n```"),
        WriterExample("no class but that of a tool", in: "<pre class='wide js'>a</pre>", out: "```\na\n```"),
    ]

    @Test("keeps its language", arguments: languages)
    func writesLanguages(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    static let tables = [
        WriterExample(
            "SyntaxHighlighter",
            in: """
                <div class="syntaxhighlighter  js"><table><tbody><tr>
                <td class="gutter"><div class="line number1">1</div><div class="line number2">2</div><div class="line number3">3</div></td>
                <td class="code"> <div class="container">
                <div class="line number1"><code class="js plain">if {</code></div>
                <div class="line number2">&nbsp;</div>
                <div class="line number3"><code class="js spaces">&nbsp;&nbsp;</code><code class="js plain">b }</code></div>
                </div></td></tr></tbody></table></div>
                """, out: "```js\nif {\n \n  b }\n```"),
        WriterExample(
            "Hexo",
            in:
                "<figure class='highlight js'><table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td>"
                + "<td class=code><pre><span class=line>a</span><br><span class=line>b</span><br></pre></td></tr></table></figure>",
            out: "```js\na\nb\n```"),
        WriterExample(
            "Rouge",
            in: """
                <div class="language-js highlighter-rouge"><div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr>\
                <td class="rouge-gutter gl"><pre class="lineno">1
                2
                </pre></td><td class="rouge-code"><pre>a
                  b
                </pre></td></tr></tbody></table></code></pre></div></div>
                """, out: "```js\na\n  b\n```"),
        WriterExample(
            "Hugo",
            in: """
                <div class="highlight"><div class="chroma">
                <table class="lntable"><tr><td class="lntd">
                <pre class="chroma"><code><span class="lnt">1
                </span><span class="lnt">2
                </span></code></pre></td>
                <td class="lntd">
                <pre class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">a
                </span></span><span class="line">  b
                </span></code></pre></td></tr></table>
                </div></div>
                """, out: "```go\na\n  b\n```"),
        WriterExample(
            "Pygments",
            in: "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2</pre></div></td>"
                + "<td class=code><div class=highlight><pre>a\nb\n</pre></div></td></tr></table>",
            out: "```\na\nb\n```"),
        WriterExample(
            "GitHub",
            in: """
                <table data-lang="js">
                  <tr><td id="L1" class="blob-num js-line-number" data-line-number="1"></td><td class="blob-code blob-code-inner">a</td></tr>
                  <tr><td class="blob-num">2</td><td class="blob-code">
                </td></tr>
                  <tr><td class="blob-num">3</td><td class="blob-code"></td></tr>
                  <tr><td class="blob-num">4</td><td class="blob-code">  <span>b</span></td></tr>
                </table>
                """, out: "```js\na\n\n\n  b\n```"),
        WriterExample(
            "in a list", in: "<ul><li>x<table><tr><td class=blob-num>1<td class=blob-code>a</table></ul>", out: "- x\n  ```\n  a\n  ```"),
        WriterExample(
            "what is hidden",
            in: "<table><tr><td class=gutter>1<td class=code><pre>a<b style=display:none>h</b></pre></table>", out: "```\na\n```"),
        WriterExample(
            "not a table whose numbers are data",
            in: "<table><tr><th>n<th>a<tr><td class=gutter>1<td class=code>a</table>", out: "| n | a |\n| --- | --- |\n| 1 | a |"),
        WriterExample(
            "nor one with words beside the code", in: "<table><tr><td class=gutter>one<td class=code>a</table>", out: "one\n\na"),
    ]

    @Test("in tables with numbers of lines is one block", arguments: tables)
    func writesTables(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    @Test("in a table is a block of text, too")
    func text() {
        #expect(
            plainText("<table><tr><td class=blob-num>1<td class=blob-code>a<tr><td class=blob-num>2<td class=blob-code>  b</table>")
                == "a\n  b")
    }
}
