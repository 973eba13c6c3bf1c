/// Whether a conditional request is to be performed (RFC 9110 section 13).
package enum HTTPPreconditions {
    package enum Outcome: Hashable, Sendable {
        case perform
        /// Answer 304: the client has this version.
        case notModified
        /// Answer 412.
        case failed
    }

    /// Goes through the fields in the order of section 13.2.2. To be asked once the request is otherwise known to be
    /// answered with a 2xx status.
    ///
    /// - Parameters:
    ///   - entityTag: the validator of what is there now; nil when it has none.
    ///   - lastModified: seconds since 1970; nil when not known. Then, and where a date is none, dates decide nothing.
    package static func evaluate(
        method: HTTPMethod, headers: HTTPHeaders, entityTag: HTTPEntityTag?, lastModified: Int64?
    ) -> Outcome {
        if let wanted = HTTPEntityTags(headers, "if-match") {
            guard matches(wanted, { entityTag?.stronglyMatches($0) ?? false }) else { return .failed }
        } else if let lastModified, let date = date(headers, "if-unmodified-since"), lastModified > date {
            return .failed
        }
        let isRead = method == .get || method == .head
        if let known = HTTPEntityTags(headers, "if-none-match") {
            guard matches(known, { entityTag?.weaklyMatches($0) ?? false }) else { return .perform }
            return isRead ? .notModified : .failed
        }
        if isRead, let lastModified, let date = date(headers, "if-modified-since"), lastModified <= date {
            return .notModified
        }
        return .perform
    }

    /// Whether Range counts: it does unless If-Range names another version than the one that is there (section
    /// 13.1.5). A date is a strong validator only once a second has passed since (section 8.8.2.2).
    ///
    /// - Parameter now: seconds since 1970.
    package static func permitsRange(
        headers: HTTPHeaders, entityTag: HTTPEntityTag?, lastModified: Int64?, now: Int64
    ) -> Bool {
        guard let condition = headers["if-range"] else { return true }
        if let wanted = HTTPEntityTag(parsing: condition) { return entityTag?.stronglyMatches(wanted) ?? false }
        guard let lastModified, let date = HTTPDate.parse(condition, now: now) else { return false }
        return date == lastModified && lastModified < now
    }

    private static func matches(_ tags: HTTPEntityTags, _ isMatch: (HTTPEntityTag) -> Bool) -> Bool {
        switch tags {
        case .any: true
        case .tags(let tags): tags.contains(where: isMatch)
        }
    }

    /// A field given twice says nothing that could be relied on.
    private static func date(_ headers: HTTPHeaders, _ name: String) -> Int64? {
        let values = headers.all(name)
        guard values.count == 1 else { return nil }
        return HTTPDate.parse(values[0])
    }
}
