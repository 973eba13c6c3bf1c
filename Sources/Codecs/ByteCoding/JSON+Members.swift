/// Members of an object, read in one step; nil where the value is no object, has no such member or one of another type.
///
/// Never compiled into their callers: the client core reads hundreds of members, and a browser waits for its size.
extension JSON {
    @inline(never) package func string(_ name: String) -> String? { self[name]?.stringValue }

    @inline(never) package func int(_ name: String) -> Int64? { self[name]?.intValue }

    @inline(never) package func bool(_ name: String) -> Bool? { self[name]?.boolValue }

    @inline(never) package func array(_ name: String) -> [JSON]? { self[name]?.arrayValue }
}
