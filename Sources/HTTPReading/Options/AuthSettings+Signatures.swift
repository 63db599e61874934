internal import Checksums
internal import HTTP
internal import Pipeline

// Requests that are signed.
extension AuthSettings {
    /// The values of a request that a template can name, for help.
    private static let values = SignatureTemplate.Value.allCases.filter { $0 != .signature }.map { "{\($0.rawValue)}" }
        .joined(separator: ", ")

    /// Reads the options of `hmac`.
    static func hmac(_ options: inout OptionReader) -> AuthSettings {
        let secret = options.read("secret", .secret, help: "The key of the signature.")
        let form = options.read("secret_as", .choice, default: HMACSignature.KeyForm.text, help: "How the key is written.")
        let algorithm = options.read("algorithm", .choice, default: HMAC.sha256, help: "The hash that the signature uses.")
        let message = template(
            options.read("sign", .string, help: "The text that is signed, with \(values)."), of: "sign", &options)
        let encoding = options.read("encoding", .choice, default: HMACSignature.Encoding.hex, help: "How the signature is written.")
        let texts = options.read(
            "headers", .textMap().withOwnPlaceholders, help: "Header fields of the requests, with {signature} and the values of \"sign\".")
        let headers = texts.compactMap { name, text in
            template(text.value, of: "headers", &options).map { HMACSignature.Header(name: name, value: $0) }
        }
        if message?.hasSignature == true { options.report("the signature cannot sign itself", option: "sign") }
        if headers.count == texts.count, !texts.isEmpty, !headers.contains(where: \.value.hasSignature) {
            options.report("expected a header with {signature}", option: "headers")
        }
        guard let message else { return .none }
        return checked(
            .signature(
                .hmac(
                    HMACSignature(
                        secret: secret, keyForm: form, algorithm: algorithm, message: message, headers: headers, encoding: encoding,
                        secrets: texts.map(\.value).filter(\.isSecret)))),
            &options)
    }

    private static func template(_ text: String, of option: String, _ options: inout OptionReader) -> SignatureTemplate? {
        do throws(SignatureTemplate.Fault) {
            return try SignatureTemplate(text)
        } catch {
            options.report(error.reason, option: option)
            return nil
        }
    }

    /// Reads the options of `aws_sigv4`.
    static func aws(_ options: inout OptionReader) -> AuthSettings {
        let service = options.read("service", .string, help: "The service, such as s3, es or dynamodb.")
        let region = options.read("region", .string, help: "The region, such as eu-central-1.")
        let key = options.read("access_key", .string, help: "The ID of the access key.")
        let secret = options.read("secret_key", .secret, help: "The secret access key.")
        let token = options.readIfPresent("session_token", .secret, help: "The session token of temporary credentials.")
        return checked(
            .signature(
                .aws(AWSSignature(service: service, region: region, accessKey: key, secretKey: secret, sessionToken: token))), &options)
    }
}
