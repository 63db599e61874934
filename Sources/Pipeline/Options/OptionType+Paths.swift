extension OptionType where Value == MaskedText {
    static var path: Self { Self(kind: .path, placeholder: MaskedText("")) { $0.readPath($1, $2) } }

    static var outputFolder: Self { Self(kind: .path, placeholder: MaskedText("")) { $0.writtenFolder($1, $2) } }

    static var address: Self { Self(kind: .address, placeholder: MaskedText("")) { $0.readAddress($1, $2) } }
}

extension OptionType where Value == Input {
    static var input: Self { Self(kind: .input, placeholder: .file(MaskedText(""))) { $0.readInput($1, $2) } }
}

extension OptionType where Value == [Input] {
    static var inputs: Self { Self(kind: .inputs, placeholder: []) { $0.readInputs($1, $2) } }
}

extension OptionType where Value == Output {
    /// - Parameter isFile: Whether the output must be a file, not standard output.
    static func output(isFile: Bool) -> Self {
        Self(kind: .path, placeholder: .file(MaskedText(""))) { $0.writtenOutput($1, $2, isFile: isFile) }
    }
}

extension OptionType where Value == PathTemplate {
    static var pathTemplate: Self {
        Self(kind: .template, placeholder: PathTemplate(directory: MaskedText(""), relative: .empty)) { $0.writtenTemplate($1, $2) }
    }

    static var outputFolders: Self {
        Self(kind: .template, placeholder: PathTemplate(directory: MaskedText(""), relative: .empty)) { $0.writtenFolders($1, $2) }
    }
}
