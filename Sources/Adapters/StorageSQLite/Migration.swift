import ChatModel
import StorageAPI

/// One numbered step of the schema. A step, once released, never changes.
struct Migration: Sendable {
    /// Counted from 1 without gaps; kept in SQLite's `user_version`.
    var number: Int64
    var sql: String

    /// What SQL alone cannot do, in the same transaction after it.
    var work: (@Sendable (Connection) throws(ChatError) -> Void)?

    static let all = [
        Migration(number: 1, sql: firstSchema), Migration(number: 2, sql: removals),
        Migration(number: 3, sql: roles, work: keepPersonWords), Migration(number: 4, sql: oneFeed),
        Migration(number: 5, sql: accounts, work: giveHandles),
        audit, administration, moderation, links, talk, personal, scheduled, invitationsByAge, reactionsByUser,
    ]
}

/// Step 4: at most one feed, found without looking at every room.
private let oneFeed = "CREATE UNIQUE INDEX room_feed ON room(kind) WHERE kind = 'feed';"

/// Step 3: parts in a room (who made it and is in it becomes its owner), archived and direct rooms, words by which
/// people are found. A deleted room stands in `deleted_room` until its last event but one is erased.
private let roles = """
    ALTER TABLE membership ADD COLUMN role TEXT NOT NULL DEFAULT 'member';
    UPDATE membership SET role = 'owner'
    WHERE EXISTS (SELECT 1 FROM room WHERE room.id = membership.room AND room.created_by = membership.user);

    ALTER TABLE room ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE room ADD COLUMN direct_key TEXT;
    CREATE UNIQUE INDEX room_direct ON room(direct_key) WHERE direct_key IS NOT NULL;
    CREATE TABLE deleted_room(id INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE person_word(
        word TEXT NOT NULL,
        user INTEGER NOT NULL,
        PRIMARY KEY (word, user)
    ) STRICT, WITHOUT ROWID;
    """

@Sendable private func keepPersonWords(_ connection: Connection) throws(ChatError) {
    var last: UserID?
    while true {
        let page = try connection.all(.usersToName, last.map { Int64(bitPattern: $0.rawValue) } ?? -1) {
            row throws(ChatError) in (id: try row.id(0) as UserID, name: row.text(1), email: row.text(2))
        }
        for user in page {
            for word in PersonWords.of(name: user.name, handle: "", email: user.email) {
                try connection.run(.insertPersonWord, word, user.id)
            }
        }
        guard let end = page.last else { return }
        last = end.id
    }
}

/// Step 2: up to which `seq` somebody who was removed from a room may still read it; null where they left by themselves.
private let removals = "ALTER TABLE departure ADD COLUMN removed_seq INTEGER;"

/// Step 1.
///
/// `event` is the log and carries the messages themselves: one append-only table whose keys arrive in order costs a
/// third of a message table beside an event table. `kind` is `EventKind`'s number. An event belongs to a room, to a
/// person or (both null) to the directory, and `seq` counts in that stream.
///
/// `event_room` carries what unread counts ask for, which makes them ten times as fast as looking into the table; what
/// a unique index would say of (room, seq) the trigger says.
///
/// Ids are 63-bit integers, times milliseconds since 1970.
private let firstSchema = """
    CREATE TABLE user(
        id INTEGER PRIMARY KEY,
        email TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        picture TEXT NOT NULL,
        color TEXT NOT NULL,
        role TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        password_hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX user_owner ON user(id) WHERE role = 'owner';

    CREATE TABLE session(
        id INTEGER PRIMARY KEY,
        user INTEGER NOT NULL REFERENCES user(id),
        device TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        token_hash BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE INDEX session_user ON session(user);

    CREATE TABLE invitation(
        id INTEGER PRIMARY KEY,
        created_by INTEGER REFERENCES user(id),
        role TEXT NOT NULL,
        uses_left INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        code_hash BLOB NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE setting(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE room(
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        channel_key TEXT UNIQUE,
        description TEXT NOT NULL,
        created_by INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        member_count INTEGER NOT NULL DEFAULT 0,
        CHECK ((kind = 'channel') = (channel_key IS NOT NULL))
    ) STRICT;
    CREATE INDEX room_channel ON room(id) WHERE kind = 'channel';

    CREATE TABLE membership(
        user INTEGER NOT NULL REFERENCES user(id),
        room INTEGER NOT NULL REFERENCES room(id),
        cursor INTEGER NOT NULL,
        joined_at INTEGER NOT NULL,
        joined_pos INTEGER NOT NULL,
        PRIMARY KEY (user, room)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_room ON membership(room, user);

    CREATE TABLE departure(
        user INTEGER NOT NULL,
        room INTEGER NOT NULL,
        pos INTEGER NOT NULL,
        PRIMARY KEY (user, room)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device(
        id INTEGER PRIMARY KEY,
        user INTEGER NOT NULL,
        instance TEXT NOT NULL,
        UNIQUE (user, instance)
    ) STRICT;

    CREATE TABLE text_nonce(
        user INTEGER NOT NULL,
        nonce TEXT NOT NULL,
        pos INTEGER NOT NULL,
        PRIMARY KEY (user, nonce)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event(
        pos INTEGER PRIMARY KEY,
        kind INTEGER NOT NULL,
        room INTEGER,
        person INTEGER,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor INTEGER,
        subject INTEGER NOT NULL,
        value INTEGER,
        text TEXT,
        fingerprint INTEGER,
        device INTEGER,
        counter INTEGER
    ) STRICT;
    CREATE INDEX event_room ON event(room, seq, kind, actor) WHERE room IS NOT NULL;
    CREATE TRIGGER event_room_seq BEFORE INSERT ON event
    WHEN NEW.room IS NOT NULL AND EXISTS (SELECT 1 FROM event WHERE room = NEW.room AND seq = NEW.seq)
    BEGIN
        SELECT RAISE(ABORT, 'this room has this seq');
    END;
    CREATE UNIQUE INDEX event_person ON event(person, seq) WHERE person IS NOT NULL;
    CREATE UNIQUE INDEX event_directory ON event(seq) WHERE room IS NULL AND person IS NULL;
    CREATE UNIQUE INDEX event_device ON event(device, counter) WHERE device IS NOT NULL;
    """
