package import ChatModel
import ClusterAPI
import StorageAPI

/// What members tell those who keep order of others' messages.
extension Chat {
    /// How many people hear of a room's reports at once, and how far these are counted for them.
    private static let told = (people: 100, reports: 1_000)

    /// Tells the moderators of a message. Members of a channel or group, of others' messages; telling of one again
    /// changes nothing.
    ///
    /// Throws `not_found` where there is no message with its text, `forbidden` in a direct room (which nobody moderates)
    /// and where too many of the caller's reports are open, `invalid_argument`, `too_long`, `not_member`.
    ///
    /// - Parameter reason: 1 to 500 characters.
    package func report(
        _ seq: Int64, in room: RoomID, reason: String, by caller: Caller
    ) async throws(ChatError) {
        let reason = try TextRules.paragraph(reason, atMost: Limits.reportReasonCharacters, field: "reason")
        guard !reason.isEmpty else { throw ChatError(.invalidArgument, "Say what is wrong.", field: "reason") }
        let id: ReportID = identifiers.next()
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            guard standing.membership != nil else { throw ChatError(.notMember, field: "room") }
            guard standing.room.kind != .direct else {
                throw ChatError(
                    .forbidden, "Nobody moderates a direct room. You can block people instead.", field: "room")
            }
            guard let event = try transaction.event(seq, in: room), case .message = event.body else {
                throw ChatError(.notFound, "There is no message with this seq.", field: "seq")
            }
            guard event.actor != caller.user else {
                throw ChatError(.invalidArgument, "This message is your own.", field: "seq")
            }
            let report = Report(
                id: id, room: room, seq: seq, author: event.actor, reporter: caller.user, reason: reason, at: now)
            guard try transaction.insert(report) else { return }
            guard try transaction.openReports(by: caller.user) <= Limits.openReports else {
                throw ChatError(.forbidden, "\(Limits.openReports) of your reports wait already.")
            }
        }
        await tellReports(of: room)
    }

    /// Tells those who may read the room's reports how many are open: a hint, so that nothing is lost where it fails.
    private func tellReports(of room: RoomID) async {
        let most = Chat.told
        let found = try? await store.read { transaction throws(ChatError) -> (open: Int, people: Set<UserID>) in
            var people = Set(try transaction.keepers(of: room, limit: most.people))
            if try transaction.room(room)?.kind == .channel {
                people.formUnion(try transaction.administrators(limit: most.people))
            }
            return (try transaction.openReports(of: room, limit: most.reports), people)
        }
        guard let found, !found.people.isEmpty else { return }
        cluster.publish(
            .reports(room: room, open: found.open, to: Array(found.people.sorted().prefix(most.people))))
    }

    /// Reports of one room, for its moderators and owners; or (nil) of all channels, and of the groups that the caller
    /// is in, for the server's owners and administrators. The newest first.
    ///
    /// - Parameters:
    ///   - before: the last id of the page before.
    ///   - limit: 1 to 100.
    package func reports(
        of room: RoomID?, state: Report.State?, before: ReportID?, limit: Int = Limits.reportsPage.usual,
        for caller: Caller
    ) async throws(ChatError) -> (page: [Report], more: Bool) {
        let limit = try checked(limit, Limits.reportsPage)
        return try await store.read { transaction throws(ChatError) in
            let found: [Report]
            if let room {
                try transaction.standing(of: caller.user, in: room).require(.moderator)
                found = try transaction.reports(of: room, state: state, before: before, limit: limit + 1)
            } else {
                guard try transaction.account(caller.user).role.administers else { throw ChatError(.forbidden) }
                found = try transaction.reports(for: caller.user, state: state, before: before, limit: limit + 1)
            }
            return firstPage(found, of: limit)
        }
    }

    /// Says what became of a report; saying it again changes nothing. Moderators and owners of its room.
    ///
    /// Throws `not_found` for a report that there is not or whose room the caller may not see, `forbidden`,
    /// `not_member`, `invalid_argument`.
    ///
    /// - Parameter state: not `open`.
    package func resolveReport(
        _ id: ReportID, as state: Report.State, by caller: Caller
    ) async throws(ChatError) {
        guard state != .open else {
            throw ChatError(.invalidArgument, "A report is resolved or dismissed.", field: "state")
        }
        let now = clock.now()
        let room = try await store.write(as: caller) { transaction throws(ChatError) in
            guard var report = try transaction.report(id) else { throw ChatError(.notFound, field: "report") }
            try transaction.standing(of: caller.user, in: report.room).require(.moderator)
            guard report.state != state else { return report.room }
            (report.state, report.resolvedBy) = (state, caller.user)
            try transaction.update(report)
            try transaction.record(
                .reportResolved, by: caller.user, user: report.author, room: report.room, detail: state.rawValue,
                at: now)
            return report.room
        }
        await tellReports(of: room)
    }
}
