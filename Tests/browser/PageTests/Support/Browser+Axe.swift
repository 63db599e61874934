import Foundation
import TestSupport
import Testing

extension Browser {
    /// Expects axe-core to find no violation of WCAG 2.2 AA in the open page.
    ///
    /// It skips frames, because those of messages run no scripts. See ``expectFramesAccessible(_:)``.
    func expectAccessible(_ what: String, _ location: SourceLocation = #_sourceLocation) async throws {
        let findings = try await axeFindings()
        #expect(findings == [], "\(what)", sourceLocation: location)
    }

    /// Expects the same of the content of each frame: the browser opens it as a page with the width of the frame.
    ///
    /// - Parameter folder: The folder for these pages.
    func expectFramesAccessible(in folder: URL, height: Int, _ location: SourceLocation = #_sourceLocation) async throws {
        let script =
            "return [...document.querySelectorAll('iframe')].map(f => [f.clientWidth, f.contentDocument.documentElement.outerHTML])"
        let frames = try #require(try await settled(script) as? [[Any]])
        #expect(!frames.isEmpty, sourceLocation: location)
        let file = folder.appendingPathComponent("frame.html")
        for (number, frame) in frames.enumerated() {
            let width = try #require((frame.first as? NSNumber)?.intValue)
            try Data("<!DOCTYPE html>\(try #require(frame.last as? String))".utf8).write(to: file)
            try await setViewport(width: width, height: height, isPhone: false)
            try await open(file)
            try await expectAccessible("frame \(number + 1)", location)
        }
    }

    /// The violations that axe-core finds: rule, element and reason of each.
    func axeFindings() async throws -> [String] {
        let source = try String(contentsOf: #require(Checker.axe.file), encoding: .utf8)
        _ = try await settled("document.getAnimations().forEach(animation => animation.finish())")
        _ = try await call(source)
        let answer = try await callAsync(
            #"""
            const done = arguments[0];
            axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'], iframes: false })
              .then(found => done(found.violations.flatMap(({ id, nodes }) =>
                nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`))), error => done([`axe: ${error}`]));
            """#)
        return try #require(answer as? [String])
    }
}
