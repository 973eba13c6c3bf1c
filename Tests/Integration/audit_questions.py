"""What is asked of a database, and finds nothing in a sound one: (what it would be, the question)."""

NOTHING_FINDS = [
    ("a foreign key points nowhere", "SELECT * FROM pragma_foreign_key_check"),
    ("a room's count is not that of its members", """
        SELECT id, member_count FROM room r
        WHERE member_count <> (SELECT count(*) FROM membership WHERE room = r.id)"""),
    ("a cursor is past the room's last event", """
        SELECT user, room, cursor FROM membership m WHERE cursor < 0 OR cursor > (
            SELECT coalesce(max(seq), 0) FROM event WHERE room = m.room)"""),
    ("a cursor is not where its person's stream left it", """
        SELECT user, room, cursor FROM membership m WHERE cursor IS NOT (
            SELECT value FROM event WHERE person = m.user AND kind = 16 AND subject = m.room ORDER BY seq DESC LIMIT 1)
        """),
    ("a guest is more than a member", """
        SELECT m.user, m.room FROM membership m JOIN user u ON u.id = m.user
        WHERE u.role = 'guest' AND m.role <> 'member'"""),
    ("there is no such part", "SELECT user, room FROM membership WHERE role NOT IN ('owner', 'moderator', 'member')"),
    ("there is no such role", """
        SELECT id FROM user WHERE role NOT IN ('owner', 'admin', 'member', 'guest', 'bot')"""),
    ("a group has nobody in it", """
        SELECT id FROM room r WHERE kind = 'group' AND NOT EXISTS (SELECT 1 FROM membership WHERE room = r.id)"""),
    ("somebody is not in the feed, or a guest is", """
        SELECT u.id FROM user u JOIN room f ON f.kind = 'feed'
        WHERE (u.role <> 'guest' AND u.state <> 'deleted') <> EXISTS (
            SELECT 1 FROM membership WHERE user = u.id AND room = f.id)"""),
    ("there are two feeds", "SELECT 1 FROM room WHERE kind = 'feed' GROUP BY kind HAVING count(*) > 1"),
    ("nobody is the server's owner", """
        SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM user
        WHERE role = 'owner' AND state = 'active')"""),
    ("a deleted room is there", "SELECT id FROM deleted_room WHERE id IN (SELECT id FROM room)"),
    ("a deleted room has a member", "SELECT room FROM membership WHERE room NOT IN (SELECT id FROM room)"),
    ("of a room that is no more, more is left than that it was deleted", """
        SELECT room, seq FROM event WHERE room IS NOT NULL AND kind <> 9
            AND room NOT IN (SELECT id FROM room) AND room NOT IN (SELECT id FROM deleted_room)"""),
    ("a room that is there was deleted", "SELECT room FROM event WHERE kind = 9 AND room IN (SELECT id FROM room)"),
    ("a room that is no more was not deleted", """
        SELECT DISTINCT room FROM event e WHERE room IS NOT NULL AND room NOT IN (SELECT id FROM room)
            AND NOT EXISTS (SELECT 1 FROM event WHERE room = e.room AND kind = 9)"""),
    ("somebody is where they are gone from", """
        SELECT user, room FROM membership JOIN departure USING (user, room)"""),
    ("a removal is not in the log", """
        SELECT user, room, removed_seq FROM departure d WHERE removed_seq IS NOT NULL AND room IN (SELECT id FROM room)
            AND NOT EXISTS (SELECT 1 FROM event
                WHERE room = d.room AND seq = removed_seq AND kind = 4 AND subject = d.user AND pos = d.pos)"""),
    ("a departure is not in the log", """
        SELECT user, room, pos FROM departure d WHERE room IN (SELECT id FROM room) AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = d.room AND pos = d.pos AND kind IN (3, 4) AND subject = d.user)"""),
    ("a message that is gone has a text", "SELECT room, seq FROM event WHERE kind IN (6, 65) AND text IS NOT NULL"),
    ("a message has no text", "SELECT room, seq FROM event WHERE kind IN (1, 64) AND text IS NULL"),
    ("a message is gone and nobody deleted it", """
        SELECT room, seq FROM event e WHERE kind IN (6, 65) AND room IN (SELECT id FROM room) AND 1 <> (
            SELECT count(*) FROM event WHERE room = e.room AND kind = 5 AND value = e.seq AND subject = e.actor)"""),
    ("a message that was deleted is still there", """
        SELECT room, value FROM event e WHERE kind = 5 AND room IN (SELECT id FROM room) AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = e.room AND seq = e.value AND kind IN (6, 65))"""),
    ("something is left of a message that is gone", """
        SELECT room, seq FROM (
            SELECT room, seq FROM message UNION SELECT room, seq FROM edit UNION SELECT room, seq FROM mention
            UNION SELECT room, seq FROM reaction UNION SELECT room, seq FROM pin) AS part
        WHERE NOT EXISTS (SELECT 1 FROM event WHERE room = part.room AND seq = part.seq AND kind IN (1, 64))"""),
    ("an emoji is left of a message that is gone", """
        SELECT room, seq FROM event e WHERE kind IN (66, 67) AND text IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = e.room AND seq = e.value AND kind IN (1, 64))"""),
    ("a message has more in the tables than its row says", """
        SELECT e.room, e.seq FROM (
            SELECT room, seq FROM message UNION SELECT room, seq FROM mention UNION SELECT room, seq FROM reaction
            UNION SELECT room, seq FROM pin UNION SELECT room, root FROM thread WHERE count > 0) AS part
        JOIN event e ON e.room = part.room AND e.seq = part.seq WHERE e.value IS NULL"""),
    ("a reply hangs on no message of the room itself", """
        SELECT room, seq FROM event e WHERE kind IN (64, 65) AND room IN (SELECT id FROM room) AND NOT EXISTS (
            SELECT 1 FROM event WHERE room = e.room AND seq = e.value AND kind IN (1, 6))"""),
    ("a thread's numbers are not those of its live replies", """
        SELECT room, root, count, last_seq FROM thread t
        WHERE (count, last_seq) <> (SELECT count(*), coalesce(max(seq), 0) FROM event
            WHERE room = t.room AND value = t.root AND kind = 64)"""),
    ("a reply is in no thread", """
        SELECT room, seq FROM event e WHERE kind = 64 AND NOT EXISTS (
            SELECT 1 FROM thread WHERE room = e.room AND root = e.value)"""),
    ("somebody follows a thread of a room that they are not in", """
        SELECT user, room, root FROM follow WHERE NOT EXISTS (
            SELECT 1 FROM membership m WHERE m.user = follow.user AND m.room = follow.room)"""),
    ("a thread's cursor is past its last reply", """
        SELECT user, room, root, cursor FROM follow f WHERE cursor < 0 OR cursor > 0 AND cursor > (
            SELECT coalesce(max(seq), 0) FROM event WHERE room = f.room AND value = f.root AND kind IN (64, 65))"""),
    ("a mention is not of its message's thread and author", """
        SELECT m.room, m.seq FROM mention m JOIN event e ON e.room = m.room AND e.seq = m.seq
        WHERE m.author <> e.actor OR m.pos <> e.pos OR m.thread <> CASE e.kind WHEN 64 THEN e.value ELSE 0 END"""),
    ("an event's person does not exist", """
        SELECT pos FROM event WHERE coalesce(actor, person) NOT IN (SELECT id FROM user)
            OR kind IN (2, 3, 4, 5, 10, 33) AND subject NOT IN (SELECT id FROM user)"""),
    ("an event is in no stream of its kind", """
        SELECT pos FROM event WHERE (room IS NOT NULL) <> ((kind < 16 OR kind >= 64) AND actor IS NOT NULL)
            OR (person IS NOT NULL) <> (kind BETWEEN 16 AND 31) OR room IS NOT NULL AND person IS NOT NULL"""),
    ("two rooms are of the same people", """
        SELECT direct_key FROM room WHERE direct_key IS NOT NULL GROUP BY direct_key HAVING count(*) > 1"""),
    ("a channel's key is not its name", """
        SELECT id FROM room WHERE (kind = 'channel') <> (channel_key IS NOT NULL)
            OR channel_key <> lower(name) AND name NOT GLOB '*[^ -~]*'"""),
    ("two channels have one name", """
        SELECT channel_key FROM room WHERE channel_key IS NOT NULL GROUP BY channel_key HAVING count(*) > 1"""),
    ("a channel that is there is not in the directory once", """
        SELECT id FROM room r WHERE kind = 'channel'
            AND 1 <> (SELECT count(*) FROM event WHERE kind = 32 AND subject = r.id)"""),
    ("somebody is not in the directory once", """
        SELECT id FROM user u WHERE 1 <> (SELECT count(*) FROM event WHERE kind = 33 AND subject = u.id)"""),
    ("a nonce is of no event of its person", """
        SELECT n.user, n.nonce FROM text_nonce n LEFT JOIN event e ON e.pos = n.pos
        WHERE e.pos IS NOT NULL AND e.actor <> n.user"""),
    ("a device is not its sender's", """
        SELECT pos FROM event JOIN device d ON d.id = event.device WHERE d.user <> actor"""),
    ("a session ends before it begins", "SELECT id FROM session WHERE expires_at <= created_at"),
    ("two sessions have one token", "SELECT token_hash FROM session GROUP BY token_hash HAVING count(*) > 1"),
    ("an invitation has less than no uses left", "SELECT id FROM invitation WHERE uses_left < 0"),
    ("two people have one address", "SELECT email FROM user GROUP BY lower(email) HAVING count(*) > 1"),
    ("there is no such state", "SELECT id FROM user WHERE state NOT IN ('active', 'deactivated', 'deleted')"),
    ("a handle is missing, or not in lower case", """
        SELECT id FROM user WHERE (state = 'deleted') <> (handle = '') OR handle <> lower(handle)"""),
    ("two people have one handle", "SELECT handle FROM user WHERE handle <> '' GROUP BY handle HAVING count(*) > 1"),
    ("an account that is closed has a session", """
        SELECT s.id FROM session s JOIN user u ON u.id = s.user WHERE u.state <> 'active'"""),
    ("an account that is closed can have a new password", """
        SELECT u.id FROM password_reset p JOIN user u ON u.id = p.user WHERE u.state <> 'active'"""),
    ("a deleted account is not all gone", """
        SELECT id FROM user
        WHERE state = 'deleted' AND (email NOT LIKE 'none:%' OR password_hash <> '' OR name <> 'Former member')"""),
    ("a former member is in a room", """
        SELECT u.id, r.id FROM membership m JOIN user u ON u.id = m.user JOIN room r ON r.id = m.room
        WHERE u.state = 'deleted' AND r.kind <> 'direct'"""),
    ("a block is of nobody or of oneself", """
        SELECT user, blocked FROM block WHERE user = blocked
            OR user NOT IN (SELECT id FROM user) OR blocked NOT IN (SELECT id FROM user)"""),
    ("a block is not what its person was told last", """
        SELECT person, subject FROM event e WHERE kind = 17
            AND seq = (SELECT max(seq) FROM event WHERE kind = 17 AND person = e.person AND subject = e.subject)
            AND value <> EXISTS (SELECT 1 FROM block WHERE user = e.person AND blocked = e.subject)
            AND person IN (SELECT id FROM user WHERE state <> 'deleted')"""),
    ("a level is not what its person was told last", """
        SELECT m.user, m.room FROM membership m JOIN room r ON r.id = m.room
        WHERE (m.level IS NULL OR m.level IN ('all', 'mentions', 'none')) IS NOT TRUE
            OR coalesce(m.level, CASE WHEN r.kind IN ('group', 'direct') THEN 'all' ELSE 'mentions' END) IS NOT coalesce((
                SELECT CASE value WHEN 0 THEN 'all' WHEN 1 THEN 'mentions' ELSE 'none' END FROM event
                WHERE person = m.user AND kind = 20 AND subject = m.room ORDER BY seq DESC LIMIT 1),
                CASE WHEN r.kind IN ('group', 'direct') THEN 'all' ELSE 'mentions' END)"""),
    ("a draft is somebody's who is not in its room, or is empty, or of another length", """
        SELECT user, room, thread FROM draft d
        WHERE text = '' OR bytes <> length(CAST(text AS BLOB))
            OR NOT EXISTS (SELECT 1 FROM membership WHERE user = d.user AND room = d.room)"""),
    ("what is saved is no message of a room", """
        SELECT user, room, seq FROM saved s
        WHERE NOT EXISTS (SELECT 1 FROM event WHERE room = s.room AND seq = s.seq AND kind IN (1, 6))"""),
    ("what is saved is not what its person was told", """
        SELECT user, room, seq FROM saved s WHERE NOT EXISTS (
            SELECT 1 FROM event WHERE pos = s.pos AND person = s.user AND kind = 23 AND subject = s.room AND value = s.seq)
        """),
    ("what is scheduled is somebody's who is not in its room, is of another length, or waits for less than its time", """
        SELECT id FROM scheduled s
        WHERE bytes <> length(CAST(text AS BLOB)) OR due < at
            OR NOT EXISTS (SELECT 1 FROM membership WHERE user = s.user AND room = s.room)"""),
    ("what is scheduled is not what its person was told last", """
        SELECT id FROM scheduled s
        WHERE coalesce((SELECT value FROM event WHERE person = s.user AND kind = 27 AND subject = s.id
                ORDER BY seq DESC LIMIT 1), 9) NOT IN (0, 1, 3)
            OR error IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM event WHERE person = s.user AND kind = 27 AND subject = s.id AND value = 3)"""),
    ("a former member has something of their own", """
        SELECT id FROM user WHERE state = 'deleted' AND (id IN (SELECT user FROM preference)
            OR id IN (SELECT user FROM draft) OR id IN (SELECT user FROM saved)
            OR id IN (SELECT user FROM scheduled))"""),
    ("somebody is where they are banned from", "SELECT user, room FROM membership JOIN ban USING (user, room)"),
    ("a mute is not what was told last", """
        SELECT room, user FROM restraint r WHERE room IN (SELECT id FROM room) AND muted_until <> coalesce((
            SELECT value FROM event WHERE room = r.room AND kind = 11 AND subject = r.user
            ORDER BY seq DESC LIMIT 1), 0)
        """),
    ("a room's rules are not what was told last", """
        SELECT id FROM room r WHERE retention << 32 | slow_mode <> coalesce((
            SELECT value FROM event WHERE room = r.id AND kind = 13 ORDER BY seq DESC LIMIT 1), 0)"""),
    ("a report is of no message, or of its reporter's own", """
        SELECT id FROM report r WHERE room IN (SELECT id FROM room) AND (reporter = author OR NOT EXISTS (
            SELECT 1 FROM event WHERE room = r.room AND seq = r.seq AND kind IN (1, 6) AND actor = r.author))"""),
    ("a report is open and resolved, or neither", """
        SELECT id FROM report WHERE (state = 'open') <> (resolved_by IS NULL)"""),
    ("somebody did something who does not exist", """
        SELECT id FROM audit WHERE coalesce(actor, user) NOT IN (SELECT id FROM user)"""),
]
