extension Credentials: RequestCredentials {
    func allows(_ origin: WebOrigin) -> Bool { scope.allows(origin) }
}
