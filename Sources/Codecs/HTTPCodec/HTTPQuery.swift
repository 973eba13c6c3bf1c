/// A request's query as names and values.
package struct HTTPQuery: Sendable {
    /// In order, repeats included.
    package let pairs: [(String, String)]

    /// `raw` is what `HTTPRequestHead.query` holds, without the `?`.
    package init(_ raw: String, limits: FormLimits = FormLimits(pairs: 200)) throws(FormError) {
        pairs = try FormURLEncoded.parse(raw, limits: limits)
    }

    /// Names and values in order; see `FormURLEncoded.parse`.
    package static func parse(
        _ raw: String, limits: FormLimits = FormLimits(pairs: 200)
    ) throws(FormError) -> [(String, String)] {
        try FormURLEncoded.parse(raw, limits: limits)
    }

    /// The first value of that name.
    package subscript(name: String) -> String? {
        for pair in pairs where pair.0 == name { return pair.1 }
        return nil
    }

    package func all(_ name: String) -> [String] {
        var values: [String] = []
        for pair in pairs where pair.0 == name { values.append(pair.1) }
        return values
    }
}
