/// What `--help` prints.
enum Help {
    static let overview = """
        Roost: group chat that a team owns.

        USAGE
          roost COMMAND [OPTIONS]

        COMMANDS
          serve         run the server
          setup         make the first owner without a browser
          user create   make an account
          user reset    give an account a new password, or a link that sets one
          user list     list the accounts
          user role     give an account another role
          user deactivate
                        keep somebody from using their account, or let them again
          user bot      make a bot and print its token
          invite        make an invitation link
          version       print the version

        Every command takes --help. All but serve and version work on the data folder (--data-dir DIR, default
        ./data), whether or not its server is running.

        EXIT CODES
          0 done   1 refused or failed   2 wrong usage
        """

    static let serve = """
        USAGE
          roost serve [--listen HOST:PORT] [--data-dir DIR] [--loops N] [--url URL] [--web DIR]
                      [--tls-certificate FILE --tls-key FILE] [--keep-events DAYS]
                      [--directory shared|open] [--feed on|off] [--limit-sends RATE]
                      [--limit-room-sends RATE] [--limit-requests RATE] [--limit-connections RATE]

        OPTIONS
          --listen HOST:PORT   where to listen (localhost:4000; port 0 takes a free one)
          --data-dir DIR       where everything is kept (./data); made when missing
          --loops N            event loops, 1 to 64 (one a core)
          --url URL            how people reach this server: for links, and the one address from which its web
                               app may act (http://HOST:PORT; https:// with TLS)
          --web DIR            the web app, as bin/build-web makes it (the folder web beside the program); without
                               one there are plain pages only
          --tls-certificate FILE
                               speak TLS 1.2 and 1.3 only, with this certificate: PEM, the server's own first and
                               those that lead to the root after it
          --tls-key FILE       the certificate's key: PEM, without a passphrase
          --keep-events DAYS   remove events that are no messages (joins, leaves, cursors …) when they are older; clients
                               that were away longer load afresh (for ever; 1 to 36500)
          --directory shared|open
                               whom people find by a part of a name or e-mail address: those who share a room with
                               them, or everyone (shared); by a whole address everyone is found
          --feed on|off        whether there is a feed, a room that everyone but guests is in (on); one that was made
                               stays
          --limit-sends RATE   messages of one person, as BURST/MS: so many at once, then one each MS milliseconds;
                               0 for no limit (60/200)
          --limit-room-sends RATE
                               messages to one room (300/10)
          --limit-requests RATE
                               other requests of one person (300/20)
          --limit-connections RATE
                               new connections of one address, IPv6 by its first 64 bits; this machine's own
                               addresses are free (300/50)

        SIGHUP reads the certificate and the key again; connections that are open keep the old one. Without TLS it
        ends the server. SIGTERM or SIGINT ends the server after what it has accepted is on disk.
        """

    static let account = """
          --email ADDRESS      the account's e-mail address
          --name NAME          the name that others see
          --password-stdin     read the password from standard input instead of asking
          --picture NAME       the avatar's picture (owl)
          --color #RRGGBB      the avatar's background colour (#7c5cff)
          --data-dir DIR       the server's data folder (./data)
        """

    static let setup = """
        USAGE
          roost setup [--email ADDRESS] [--name NAME] [--password-stdin] [OPTIONS]

        Makes the first owner. Asks for what is not given.

        OPTIONS
        \(account)
        """

    static let userCreate = """
        USAGE
          roost user create [--email ADDRESS] [--name NAME] [--password-stdin] [--role ROLE] [OPTIONS]

        OPTIONS
          --role ROLE          owner, admin, member, guest or bot (member)
        \(account)
        """

    static let userReset = """
        USAGE
          roost user reset --email ADDRESS [--link] [--url URL] [--data-dir DIR]

        Prints a new password for the account and ends its sessions.

        OPTIONS
          --email ADDRESS      the account's e-mail address
          --link               print a link instead, with which the person sets the password within a day
          --url URL            the server's address for the link (that of the running server, else
                               http://localhost:4000)
          --data-dir DIR       the server's data folder (./data)
        """

    static let userList = """
        USAGE
          roost user list [--after ID] [--data-dir DIR]

        Prints a line for each account, 500 at once: id, role, handle, e-mail address, name, and its state where it is
        not active.

        OPTIONS
          --after ID           begin after this account
          --data-dir DIR       the server's data folder (./data)
        """

    static let userRole = """
        USAGE
          roost user role --email ADDRESS --role ROLE [--data-dir DIR]

        OPTIONS
          --email ADDRESS      the account's e-mail address
          --role ROLE          owner, admin, member or guest; the server keeps an owner
          --data-dir DIR       the server's data folder (./data)
        """

    static let userDeactivate = """
        USAGE
          roost user deactivate --email ADDRESS [--undo] [--data-dir DIR]

        Ends the account's sessions and refuses its log-in. What it wrote and its rooms stay.

        OPTIONS
          --email ADDRESS      the account's e-mail address
          --undo               let it be used again
          --data-dir DIR       the server's data folder (./data)
        """

    static let userBot = """
        USAGE
          roost user bot --name NAME [--handle HANDLE] [--picture NAME] [--color #RRGGBB] [--data-dir DIR]

        Makes an account for a program and prints its token, which does not end.

        OPTIONS
          --name NAME          the name that others see
          --handle HANDLE      its short name, which only one has (made from the name)
          --picture NAME       the avatar's picture (owl)
          --color #RRGGBB      the avatar's background colour (#7c5cff)
          --data-dir DIR       the server's data folder (./data)
        """

    /// Everything that `roost user` does.
    static let user = [userCreate, userReset, userList, userRole, userDeactivate, userBot].joined(separator: "\n\n")

    static let invite = """
        USAGE
          roost invite [--uses N] [--days N] [--role ROLE] [--url URL] [--data-dir DIR]

        OPTIONS
          --uses N             how many people may register with it (1; 1 to 1000)
          --days N             how long it is good for (7; 1 to 365)
          --role ROLE          member or admin (member)
          --url URL            the server's address for the link (that of the running server, else
                               http://localhost:4000)
          --data-dir DIR       the server's data folder (./data)
        """
}
