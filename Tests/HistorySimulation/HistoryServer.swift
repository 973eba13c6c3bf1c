package import ChatModel
package import HistoryOracle

/// What the devices of a history are connected to: a server that moves only when it is told to.
package protocol HistoryServer: AnyObject {
    /// Milliseconds since 1970, as the server and all devices see them.
    var now: Int64 { get set }
    /// What the server has decided so far.
    var oracle: Oracle { get }
    /// The oracle's rooms as the wire knows them. Nil for one that there is not.
    func id(of room: Int) -> RoomID?
    func number(of room: RoomID) -> Int?
    /// By room: every text that a message had with its number, also what was edited or deleted since.
    var texts: [[(seq: Int, text: String)]] { get }
    /// How much it has decided so far.
    var decided: Int { get }
    /// What the server did that it may not do, whatever the devices show of it; nil when there is nothing.
    var fault: String? { get }
    /// Of ten things that happen by chance, how many happen within the server.
    var share: UInt64 { get }

    // MARK: Connections

    /// A socket that a device asked for; it may hear nothing yet.
    func connect(device: Int, person: Int, loop: Int) -> Connection
    /// The client is gone; the server may notice late.
    func abandon(_ connection: Connection)
    /// The next text that a client sent on this connection arrives. False when there is none, or it cannot yet.
    func receive(_ connection: Connection, answersLate: Bool) -> Bool
    /// Answers that were held back are written.
    func writeAnswers(_ connection: Connection)
    /// The client begins to read so slowly that events pile up, or has caught up again.
    func setSlow(_ isSlow: Bool, _ connection: Connection)
    /// Something arrives that was sent on a connection that its client has given up.
    func receiveLate(_ chance: inout Chance)
    /// Whether all that was decided and asked has been written to this connection.
    func isQuiet(_ connection: Connection) -> Bool

    // MARK: Its work

    /// Something within goes on: a turn of the loop, as far as `most` events, or other work.
    func turn(_ loop: Int, most: Int, chance: UInt64)
    /// All that goes on within comes to its end; false when nothing did.
    func finishWork(_ chance: inout Chance) -> Bool
    /// What was held back from one connection goes out.
    func finishWork(_ connection: Connection)

    // MARK: What others do, and what befalls it

    /// Somebody asks by another way than a device of the history; nothing comes of it where it is refused.
    func ask(_ deed: Oracle.Deed, by person: Int)
    /// The oldest messages of the room go, as many as chance has it.
    func expire(_ room: Int, _ chance: inout Chance)
    /// The next requests are refused for the moment.
    func refuse(_ count: Int)
    /// All connections are lost; what was committed is not.
    func restart(_ chance: UInt64)
    /// Events that are no messages and old go; who has not heard of them has to load afresh.
    func compact()
    /// What a server says now and then to show that it is there.
    func ping()
    /// What is not as it must be once all is at rest.
    func checkEnd(_ chance: inout Chance) -> String?
    /// Lets go of what the server holds.
    func end()
}

/// Makes the server of a history.
package typealias ServerMaker = @Sendable (_ seed: UInt64) -> any HistoryServer
