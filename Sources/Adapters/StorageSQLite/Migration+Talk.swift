extension Migration {
    /// What becomes of messages: answers, edits, mentions, reactions, pins, and threads with who follows them.
    ///
    /// The `event` row of a message in a room has a `value` once there is anything of it in these tables; that of a reply
    /// has its thread's root there, and what is put on it is looked for without such a mark.
    static let talk = Migration(number: 10, sql: talkTables)

    /// Finds what one person put on messages, for their export.
    static let reactionsByUser = Migration(
        number: 14, sql: "CREATE INDEX reaction_author ON reaction(user, room, seq, emoji);")
}

/// `message`: what a message has beside its row in `event`.
///
/// `mention`: `user` 0 stands for everyone; `thread` is 0 for messages of the room itself; `everyone` marks the row of a
/// person whom the message calls a second time with everyone, so that it counts once.
///
/// `reaction` and `pin` are numbered in the order in which they were made; `reaction.pos` orders a message's emoji.
///
/// `thread.count` is of live replies, `last_…` of the newest live one.
private let talkTables = """
    CREATE TABLE message(
        room INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        reply_to INTEGER,
        edited_at INTEGER,
        PRIMARY KEY (room, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE edit(
        room INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        number INTEGER NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (room, seq, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mention(
        room INTEGER NOT NULL,
        thread INTEGER NOT NULL,
        user INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        author INTEGER NOT NULL,
        pos INTEGER NOT NULL,
        everyone INTEGER NOT NULL,
        PRIMARY KEY (room, thread, user, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX mention_message ON mention(room, seq, user);
    CREATE INDEX mention_user ON mention(user, room, pos);

    CREATE TABLE reaction(
        room INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        emoji TEXT NOT NULL,
        number INTEGER NOT NULL,
        user INTEGER NOT NULL,
        pos INTEGER NOT NULL,
        PRIMARY KEY (room, seq, emoji, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX reaction_user ON reaction(room, seq, user, emoji);

    CREATE TABLE pin(
        room INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (room, number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX pin_message ON pin(room, seq);

    CREATE TABLE thread(
        room INTEGER NOT NULL,
        root INTEGER NOT NULL,
        count INTEGER NOT NULL,
        last_seq INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        last_pos INTEGER NOT NULL,
        PRIMARY KEY (room, root)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE follow(
        user INTEGER NOT NULL,
        room INTEGER NOT NULL,
        root INTEGER NOT NULL,
        following INTEGER NOT NULL,
        cursor INTEGER NOT NULL,
        PRIMARY KEY (user, room, root)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX event_thread ON event(room, value, seq, kind, actor) WHERE kind IN (64, 65);
    CREATE INDEX event_reaction ON event(room, value) WHERE kind IN (66, 67);
    """
