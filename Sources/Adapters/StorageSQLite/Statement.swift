/// Every statement that is prepared once a connection. Parameters are numbered; one that is not bound is null.
enum Statement: Int, CaseIterable {
    case begin, commit, rollback, beginBody, undoBody, endBody, beginRead, endRead
    case userByID, userByEmail, userByHandle, passwordHash, ownerExists, insertUser, updateUser, setPasswordHash
    case usersToName, handleOwner, setHandle, insertPersonWord, deletePersonWord, peopleByPrefix, sharedRoom
    case usersOutside, isBlocked, blocksOfUser, blockCount, insertBlock, deleteBlock
    case setting, setSetting, removeSetting
    case sessionByToken, sessionsOfUser, insertSession, setLastUse, deleteSession, deleteSessionsOfUser
    case invitationByCode, insertInvitation, setUsesLeft
    case roomByID, channelByKey, channelKeys, insertRoom, countMembers
    case roomByDirectKey, directKeyOfRoom, feed, updateRoom, deleteRoom
    case insertDeletedRoom, deletedRoom, deleteDeletedRoom, eraseEvents
    case membership, memberships, membersOfRoom, insertMembership, deleteMembership, setCursor
    case setRole, longestStanding, memberIDs, departAll, deleteMembershipsOfRoom
    case insertDeparture, deleteDeparture, departures, departedRooms, removal
    case memberFacts, mutedUntil, mutes, setMute, setSendTime, deleteRestraints
    case ban, banCount, bansOfRoom, insertBan, deleteBan, deleteBans
    case reportByID, reportsOfRoom, reportsForAsker, openReports, insertReport, updateReport, deleteReports
    case retainedRooms, expiredThrough, eventsToExpire, eraseMessages, setExpiredThrough
    case summariesOfUser, summaryOfRoom, channelSummaries
    case lastPlace, eventByPlace, roomsAfter, history, historyAfter, insertEvent
    case eventInRoom, authorsInRoom, firstUnread
    case eventsToPrune, kindByPlace, deleteEvent
    case newestInRoom, newestOfPerson, newestInDirectory
    case placesInRoom, placesOfPerson, placesInDirectory
    case deviceID, insertDevice, lastCounter, eventByCounter
    case eventByTextNonce, insertTextNonce
    case insertAudit, auditLog
    case usersAfter, otherOwner, inactiveUsers, reloadPlace, setReloadPlace
    case invitationByID, liveInvitations, liveInvitationsOfMaker, deleteInvitation, deleteInvitationsOfMaker
    case deleteInvitationsIntoRoom, openReportsOfRoom, keepersOfRoom, administrators, blockedPeople
    case passwordResetByCode, setPasswordReset, deletePasswordReset, spentInvitations, spentResets
    case nextErasure, setErasure, deleteErasure, authorsAfter
    case messageInRoom, markMessage, messageDetails, setReplyTo, setEditedAt, setText
    case editsOfMessage, editCount, insertEdit
    case mentionsOfMessage, mentionsInRoom, insertMention, deleteMentions
    case reactionsOfMessage, reactionOf, reactionUsed, reactionKinds, ownReactions, insertReaction, deleteReaction
    case isPinned, pinCount, pinsOfRoom, insertPin, deletePin
    case threadOf, lastRepliers, repliesTo, lastReply, newestLiveReply, countReply, setThread, deleteThreads
    case threadUnread, threadMentions, follow, followedThreads, setFollow, deleteFollows, followsInRoom
    case repliesBetween, eraseReplies, blankReactions, reactionsByUser
    case deleteDetails, deleteEdits, deleteMentionsOf, deleteReactions, deletePins
    case lastToErase
    case setLevel, preferences, setPreferences, deletePreferences, lastSeen, setLastSeen
    case drafts, draft, draftSize, oldestDraft, setDraft, deleteDraft
    case isSaved, savedCount, saved, savedMarks, insertSaved, deleteSaved, deleteSavedInRoom, deleteSavedOfUser
    case deleteDraftsOfMember, deleteDraftsOfRoom, deleteDraftsOfUser
    case scheduledOfUser, scheduledByID, scheduledByNonce, scheduledSize, scheduledDue
    case insertScheduled, updateScheduled, deleteScheduled
    case deleteScheduledOfMember, deleteScheduledInRoom, deleteScheduledOfUser

    var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .beginBody: "SAVEPOINT body"
        case .undoBody: "ROLLBACK TO body"
        case .endBody: "RELEASE body"
        case .beginRead: "BEGIN"
        case .endRead: "COMMIT"

        case .userByID: "SELECT \(ColumnList.user) FROM user WHERE id = ?1"
        case .userByEmail: "SELECT \(ColumnList.user) FROM user WHERE email = ?1"
        // The partial index serves a query that says its condition.
        case .userByHandle: "SELECT \(ColumnList.user) FROM user WHERE handle = ?1 AND handle <> ''"
        case .handleOwner: "SELECT id FROM user WHERE handle = ?1 AND handle <> ''"
        case .setHandle: "UPDATE user SET handle = ?2 WHERE id = ?1"
        case .passwordHash: "SELECT password_hash FROM user WHERE id = ?1"
        case .ownerExists: "SELECT 1 FROM user WHERE role = 'owner' LIMIT 1"
        case .insertUser:
            """
            INSERT INTO user(id, email, name, picture, color, role, created_at, handle, state, password_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """
        case .updateUser:
            """
            UPDATE user SET email = ?2, name = ?3, picture = ?4, color = ?5, role = ?6, handle = ?7, state = ?8
            WHERE id = ?1
            """
        case .usersToName: "SELECT id, name, email FROM user WHERE id > ?1 ORDER BY id LIMIT 500"
        case .insertPersonWord: "INSERT OR IGNORE INTO person_word(word, user) VALUES (?1, ?2)"
        case .deletePersonWord: "DELETE FROM person_word WHERE word = ?1 AND user = ?2"
        case .peopleByPrefix:
            """
            SELECT \(ColumnList.user) FROM (
                SELECT user AS found FROM person_word WHERE word >= ?1 AND word < ?2 ORDER BY word LIMIT ?4
            ) CROSS JOIN user ON id = found
            WHERE ?3 IS NULL OR EXISTS (
                SELECT 1 FROM membership theirs CROSS JOIN membership own ON own.user = ?3 AND own.room = theirs.room
                WHERE theirs.user = found AND theirs.room IS NOT (\(ColumnList.feed)))
            """
        case .sharedRoom:
            """
            SELECT 1 FROM membership theirs CROSS JOIN membership own ON own.user = ?1 AND own.room = theirs.room
            WHERE theirs.user = ?2 AND theirs.room IS NOT (\(ColumnList.feed)) LIMIT 1
            """
        case .usersOutside:
            """
            SELECT \(ColumnList.user) FROM user u
            WHERE id > ?2 AND role <> 'guest' AND state <> 'deleted'
            AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user = u.id AND m.room = ?1)
            ORDER BY id LIMIT ?3
            """
        case .setPasswordHash: "UPDATE user SET password_hash = ?2 WHERE id = ?1"

        case .isBlocked: "SELECT 1 FROM block WHERE user = ?2 AND blocked = ?1"
        case .blocksOfUser:
            """
            SELECT \(ColumnList.user) FROM block b CROSS JOIN user ON id = b.blocked WHERE b.user = ?1 ORDER BY b.blocked
            """
        case .blockCount: "SELECT count(*) FROM block WHERE user = ?1"
        case .blockedPeople: "SELECT DISTINCT blocked FROM block"
        case .insertBlock: "INSERT OR IGNORE INTO block(user, blocked) VALUES (?2, ?1)"
        case .deleteBlock: "DELETE FROM block WHERE user = ?2 AND blocked = ?1"

        case .setting: "SELECT value FROM setting WHERE key = ?1"
        case .setSetting: "INSERT INTO setting(key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2"
        case .removeSetting: "DELETE FROM setting WHERE key = ?1"

        case .sessionByToken: "SELECT \(ColumnList.session) FROM session WHERE token_hash = ?1"
        case .sessionsOfUser: "SELECT \(ColumnList.session) FROM session WHERE user = ?1 ORDER BY id"
        case .insertSession:
            """
            INSERT INTO session(id, user, device, created_at, expires_at, last_used_at, token_hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        case .setLastUse: "UPDATE session SET last_used_at = ?2 WHERE id = ?1 AND last_used_at < ?2"
        case .deleteSession: "DELETE FROM session WHERE id = ?1"
        case .deleteSessionsOfUser: "DELETE FROM session WHERE user = ?1"

        case .invitationByCode:
            "SELECT \(ColumnList.invitation) FROM invitation WHERE code_hash = ?1"
        case .insertInvitation:
            """
            INSERT INTO invitation(id, created_by, role, uses_left, created_at, expires_at, code_hash, room)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        case .setUsesLeft: "UPDATE invitation SET uses_left = ?2 WHERE id = ?1"

        case .roomByID: "SELECT \(ColumnList.room) FROM room r WHERE r.id = ?1"
        case .channelByKey: "SELECT \(ColumnList.room) FROM room r WHERE r.channel_key = ?1"
        case .channelKeys: "SELECT channel_key FROM room WHERE channel_key IS NOT NULL"
        case .insertRoom:
            """
            INSERT INTO room(
                id, kind, name, channel_key, description, created_by, created_at, archived, direct_key, slow_mode,
                retention)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """
        case .feed: ColumnList.feed
        case .roomByDirectKey: "SELECT id FROM room WHERE direct_key = ?1"
        case .directKeyOfRoom: "SELECT direct_key FROM room WHERE id = ?1 AND direct_key IS NOT NULL"
        case .updateRoom:
            """
            UPDATE room SET name = ?2, channel_key = coalesce(?3, channel_key), description = ?4, archived = ?5, slow_mode = ?6, retention = ?7
            WHERE id = ?1
            """
        case .deleteRoom: "DELETE FROM room WHERE id = ?1"
        case .insertDeletedRoom: "INSERT INTO deleted_room(id) VALUES (?1)"
        case .deletedRoom: "SELECT min(id) FROM deleted_room"
        case .deleteDeletedRoom: "DELETE FROM deleted_room WHERE id = ?1"
        case .lastToErase:
            "SELECT max(seq) FROM (SELECT seq FROM event WHERE room = ?1 AND kind <> 9 ORDER BY seq LIMIT ?2)"
        case .eraseEvents: "DELETE FROM event WHERE room = ?1 AND seq <= ?2 AND kind <> 9"
        case .countMembers: "UPDATE room SET member_count = member_count + ?2 WHERE id = ?1"

        case .membership: "SELECT cursor, joined_at, role, level FROM membership WHERE user = ?1 AND room = ?2"
        case .memberships: "SELECT room, joined_pos FROM membership WHERE user = ?1 ORDER BY room"
        case .membersOfRoom:
            """
            SELECT id, email, name, picture, color, u.role, created_at, handle, u.state, m.role, r.muted_until
            FROM membership m JOIN user u ON u.id = m.user
            LEFT JOIN restraint r ON r.room = m.room AND r.user = m.user
            WHERE m.room = ?1 AND m.user > ?2 ORDER BY m.user LIMIT ?3
            """
        case .insertMembership:
            """
            INSERT INTO membership(user, room, cursor, joined_at, joined_pos, role) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        case .setRole: "UPDATE membership SET role = ?3 WHERE user = ?1 AND room = ?2"
        case .longestStanding:
            """
            SELECT m.user, min(m.joined_pos) FROM membership m JOIN user u ON u.id = m.user
            WHERE m.room = ?1 AND m.role = ?2 AND m.user <> ?3 AND u.role <> 'guest' AND (u.state = 'active') = ?4
            """
        case .memberIDs: "SELECT user FROM membership WHERE room = ?1"
        case .departAll:
            """
            INSERT INTO departure(user, room, pos) SELECT user, room, ?2 FROM membership WHERE room = ?1
            ON CONFLICT DO UPDATE SET pos = ?2, removed_seq = NULL
            """
        case .deleteMembershipsOfRoom: "DELETE FROM membership WHERE room = ?1"
        case .deleteMembership: "DELETE FROM membership WHERE user = ?1 AND room = ?2"
        case .setCursor: "UPDATE membership SET cursor = ?3 WHERE user = ?1 AND room = ?2"

        case .insertDeparture:
            """
            INSERT INTO departure(user, room, pos, removed_seq) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET pos = ?3, removed_seq = ?4
            """
        case .deleteDeparture: "DELETE FROM departure WHERE user = ?1 AND room = ?2"
        case .departures: "SELECT room FROM departure WHERE user = ?1 AND pos > ?2 AND pos <= ?3 ORDER BY room"
        case .departedRooms:
            "SELECT d.room FROM departure d CROSS JOIN room r ON r.id = d.room WHERE d.user = ?1 ORDER BY d.room"
        case .removal: "SELECT removed_seq FROM departure WHERE user = ?1 AND room = ?2 AND removed_seq IS NOT NULL"

        case .memberFacts:
            """
            SELECT m.role, r.muted_until, r.sent_at
            FROM membership m LEFT JOIN restraint r ON r.room = m.room AND r.user = m.user
            WHERE m.user = ?1 AND m.room = ?2
            """
        case .mutedUntil: "SELECT muted_until FROM restraint WHERE room = ?1 AND user = ?2"
        case .mutes: "SELECT user, room, muted_until FROM restraint WHERE muted_until > max(?1, 0) AND muted_until > 0"
        case .setMute:
            """
            INSERT INTO restraint(room, user, muted_until) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET muted_until = ?3
            """
        case .setSendTime:
            "INSERT INTO restraint(room, user, sent_at) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET sent_at = ?3"
        case .deleteRestraints: "DELETE FROM restraint WHERE room = ?1"

        case .ban: "SELECT 1 FROM ban WHERE room = ?1 AND user = ?2"
        case .banCount: "SELECT count(*) FROM ban WHERE room = ?1"
        case .bansOfRoom:
            """
            SELECT \(ColumnList.user) FROM ban b CROSS JOIN user ON id = b.user
            WHERE b.room = ?1 AND b.user > ?2 ORDER BY b.user LIMIT ?3
            """
        case .insertBan: "INSERT OR IGNORE INTO ban(room, user, banned_by, banned_at) VALUES (?1, ?2, ?3, ?4)"
        case .deleteBan: "DELETE FROM ban WHERE room = ?1 AND user = ?2"
        case .deleteBans: "DELETE FROM ban WHERE room = ?1"

        case .reportByID: "\(ColumnList.report) WHERE r.id = ?1"
        case .reportsOfRoom:
            "\(ColumnList.report) WHERE r.room = ?1 AND r.id < ?2 AND (?3 IS NULL OR r.state = ?3) ORDER BY r.id DESC LIMIT ?4"
        case .reportsForAsker:
            """
            \(ColumnList.report) WHERE r.id < ?2 AND (?3 IS NULL OR r.state = ?3)
                AND (EXISTS (SELECT 1 FROM room WHERE id = r.room AND kind = 'channel')
                    OR EXISTS (SELECT 1 FROM membership WHERE user = ?1 AND room = r.room))
            ORDER BY r.id DESC LIMIT ?4
            """
        case .openReportsOfRoom:
            "SELECT count(*) FROM (SELECT 1 FROM report WHERE room = ?1 AND state = 'open' LIMIT ?2)"
        case .keepersOfRoom:
            """
            SELECT m.user FROM membership m CROSS JOIN user u ON u.id = m.user
            WHERE m.room = ?1 AND (m.role <> 'member' OR u.role IN ('owner', 'admin')) LIMIT ?2
            """
        case .administrators: "SELECT id FROM user WHERE role IN ('owner', 'admin') LIMIT ?1"
        case .openReports: "SELECT count(*) FROM report WHERE reporter = ?1 AND state = 'open'"
        case .insertReport:
            """
            INSERT OR IGNORE INTO report(id, room, seq, author, reporter, reason, at, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        case .updateReport: "UPDATE report SET state = ?2, resolved_by = ?3 WHERE id = ?1"
        case .deleteReports: "DELETE FROM report WHERE room = ?1"

        case .retainedRooms:
            "SELECT \(ColumnList.room) FROM room r WHERE r.retention > 0 AND r.id > ?1 ORDER BY r.id LIMIT ?2"
        case .expiredThrough: "SELECT expired_seq FROM room WHERE id = ?1"
        case .eventsToExpire: "SELECT seq, at FROM event WHERE room = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
        case .eraseMessages:
            "UPDATE event SET kind = 6, text = NULL WHERE room = ?1 AND seq >= ?2 AND seq <= ?3 AND kind = 1"
        case .setExpiredThrough: "UPDATE room SET expired_seq = ?2 WHERE id = ?1"

        case .summariesOfUser:
            """
            SELECT \(ColumnList.summary) FROM membership m CROSS JOIN room r ON r.id = m.room
            WHERE m.user = ?1 ORDER BY m.room
            """
        case .summaryOfRoom:
            """
            SELECT \(ColumnList.summary) FROM room r LEFT JOIN membership m ON m.user = ?1 AND m.room = r.id
            WHERE r.id = ?2
            """
        case .channelSummaries:
            """
            SELECT \(ColumnList.summary) FROM room r LEFT JOIN membership m ON m.user = ?1 AND m.room = r.id
            WHERE r.kind = 'channel' AND r.id > ?2 ORDER BY r.id LIMIT ?3
            """

        case .lastPlace: "SELECT max(pos) FROM event"
        case .eventByPlace: "SELECT \(ColumnList.event) FROM event WHERE pos = ?1"
        case .roomsAfter: "SELECT room FROM event WHERE pos > ?1"
        case .history:
            "SELECT \(ColumnList.event) FROM event WHERE room = ?1 AND seq < ?2 AND kind < 64 ORDER BY seq DESC LIMIT ?3"
        case .historyAfter:
            """
            SELECT \(ColumnList.event) FROM event WHERE room = ?1 AND seq > ?2 AND seq < ?3 AND kind < 64
            ORDER BY seq LIMIT ?4
            """
        case .insertEvent:
            """
            INSERT INTO event(pos, kind, room, person, seq, at, actor, subject, value, text, fingerprint, device, counter)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            """
        case .eventInRoom: "SELECT \(ColumnList.event) FROM event WHERE room = ?1 AND seq = ?2"
        case .authorsInRoom:
            "SELECT seq, pos, kind, actor FROM event WHERE room = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
        case .firstUnread:
            """
            SELECT \(ColumnList.event) FROM event
            WHERE room = ?1 AND seq > ?2 AND kind = 1 AND actor <> ?3 ORDER BY seq LIMIT 1
            """
        case .eventsToPrune:
            "SELECT pos, kind, room, person, seq, at, fingerprint FROM event WHERE pos > ?1 ORDER BY pos LIMIT ?2"
        case .kindByPlace: "SELECT kind, fingerprint FROM event WHERE pos = ?1"
        case .deleteEvent: "DELETE FROM event WHERE pos = ?1"

        case .newestInRoom: "SELECT seq, pos FROM event WHERE room = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1"
        case .newestOfPerson: "SELECT seq, pos FROM event WHERE person = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1"
        case .newestInDirectory:
            """
            SELECT seq, pos FROM event WHERE room IS NULL AND person IS NULL AND seq <= ?2 ORDER BY seq DESC LIMIT 1
            """
        case .placesInRoom: "SELECT seq, pos FROM event WHERE room = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
        case .placesOfPerson: "SELECT seq, pos FROM event WHERE person = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
        case .placesInDirectory:
            "SELECT seq, pos FROM event WHERE room IS NULL AND person IS NULL AND seq > ?2 ORDER BY seq LIMIT ?3"

        case .deviceID: "SELECT id FROM device WHERE user = ?1 AND instance = ?2"
        case .insertDevice: "INSERT INTO device(user, instance) VALUES (?1, ?2) RETURNING id"
        case .lastCounter: "SELECT max(counter) FROM event WHERE device = ?1"
        case .eventByCounter: "SELECT \(ColumnList.event) FROM event WHERE device = ?1 AND counter = ?2"
        case .eventByTextNonce:
            "SELECT \(ColumnList.event) FROM text_nonce n JOIN event ON event.pos = n.pos WHERE n.user = ?1 AND n.nonce = ?2"
        case .insertTextNonce:
            // One whose event was erased with its room may be used again.
            "INSERT INTO text_nonce(user, nonce, pos) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET pos = ?3"

        case .insertAudit:
            "INSERT INTO audit(id, at, actor, action, user, room, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        case .auditLog:
            "SELECT id, at, actor, action, user, room, detail FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT ?2"

        case .usersAfter: "SELECT \(ColumnList.user) FROM user WHERE id > ?1 ORDER BY id LIMIT ?2"
        case .otherOwner: "SELECT 1 FROM user WHERE role = 'owner' AND state = 'active' AND id <> ?1 LIMIT 1"
        case .inactiveUsers: "SELECT id FROM user WHERE state <> 'active'"
        case .reloadPlace: "SELECT reload_pos FROM user WHERE id = ?1"
        case .setReloadPlace: "UPDATE user SET reload_pos = ?2 WHERE id = ?1"

        case .invitationByID: "SELECT \(ColumnList.invitation) FROM invitation WHERE id = ?1"
        case .liveInvitations:
            """
            SELECT \(ColumnList.invitation) FROM invitation WHERE uses_left > 0 AND expires_at > ?1 AND id < ?3
            ORDER BY id DESC LIMIT ?2
            """
        case .liveInvitationsOfMaker:
            """
            SELECT \(ColumnList.invitation) FROM invitation
            WHERE uses_left > 0 AND expires_at > ?1 AND id < ?3 AND created_by = ?4 ORDER BY id DESC LIMIT ?2
            """
        case .deleteInvitation: "DELETE FROM invitation WHERE id = ?1"
        case .deleteInvitationsIntoRoom: "DELETE FROM invitation WHERE room = ?1"
        case .deleteInvitationsOfMaker: "DELETE FROM invitation WHERE created_by = ?1 AND uses_left > 0"

        case .passwordResetByCode:
            "SELECT user, created_by, created_at, expires_at FROM password_reset WHERE code_hash = ?1"
        case .setPasswordReset:
            """
            INSERT INTO password_reset(user, created_by, created_at, expires_at, code_hash)
            VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT(user) DO UPDATE SET created_by = ?2, created_at = ?3, expires_at = ?4, code_hash = ?5
            """
        case .deletePasswordReset: "DELETE FROM password_reset WHERE user = ?1"
        case .spentInvitations:
            """
            SELECT id FROM invitation WHERE expires_at < ?1
            UNION ALL SELECT id FROM invitation WHERE uses_left <= 0 AND expires_at >= ?1 AND created_at < ?1
            LIMIT ?2
            """
        case .spentResets: "SELECT user FROM password_reset WHERE expires_at < ?1 LIMIT ?2"

        case .nextErasure: "SELECT author, actor, through FROM erasure WHERE author >= 0 ORDER BY author LIMIT 1"
        case .setErasure:
            """
            INSERT INTO erasure(author, actor, through) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET actor = ?2, through = ?3
            """
        case .deleteErasure: "DELETE FROM erasure WHERE author = ?1"
        case .authorsAfter: "SELECT pos, kind, room, seq, actor, value FROM event WHERE pos > ?1 ORDER BY pos LIMIT ?2"
        case .setLevel, .preferences, .setPreferences, .deletePreferences, .lastSeen, .setLastSeen, .drafts, .draft,
            .draftSize, .oldestDraft, .setDraft, .deleteDraft, .deleteDraftsOfMember, .deleteDraftsOfRoom,
            .deleteDraftsOfUser, .isSaved, .savedCount, .saved, .savedMarks, .insertSaved, .deleteSaved,
            .deleteSavedInRoom, .deleteSavedOfUser:
            personalSQL
        case .scheduledOfUser, .scheduledByID, .scheduledByNonce, .scheduledSize, .scheduledDue, .insertScheduled,
            .updateScheduled, .deleteScheduled, .deleteScheduledOfMember, .deleteScheduledInRoom,
            .deleteScheduledOfUser:
            scheduledSQL
        default: talkSQL
        }
    }
}
