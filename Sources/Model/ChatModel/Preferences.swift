/// What a person wants of all their devices.
package struct Preferences: Hashable, Sendable {
    /// When no device makes itself heard; nil for never.
    package var quiet: QuietHours?
    /// Not to be disturbed before this time, which may be over.
    package var dndUntil: Timestamp?
    /// Whether notifications are heard.
    package var sound: Bool
    /// Whether notifications show what was said.
    package var preview: Bool

    package init(quiet: QuietHours? = nil, dndUntil: Timestamp? = nil, sound: Bool = true, preview: Bool = true) {
        self.quiet = quiet
        self.dndUntil = dndUntil
        self.sound = sound
        self.preview = preview
    }
}

/// A part of every day, by the clock of the device that goes by it. One whose end is before its beginning goes over
/// midnight.
package struct QuietHours: Hashable, Sendable {
    /// The day's minutes.
    package static let minutes: ClosedRange<Int64> = 0...1439

    /// The first minute, in `minutes`.
    package var from: Int64
    /// The minute after the last, in `minutes`; another than `from`.
    package var to: Int64

    package init(from: Int64, to: Int64) {
        self.from = from
        self.to = to
    }

    package func contains(minute: Int64) -> Bool {
        from < to ? from <= minute && minute < to : minute >= from || minute < to
    }
}

/// What is to be another; nil leaves what is there, and an inner nil takes it away.
package struct PreferencesChange: Hashable, Sendable {
    package var quiet: QuietHours??
    package var dndUntil: Timestamp??
    package var sound: Bool?
    package var preview: Bool?

    package init(
        quiet: QuietHours?? = nil, dndUntil: Timestamp?? = nil, sound: Bool? = nil, preview: Bool? = nil
    ) {
        self.quiet = quiet
        self.dndUntil = dndUntil
        self.sound = sound
        self.preview = preview
    }

    package func applied(to preferences: Preferences) -> Preferences {
        Preferences(
            quiet: quiet ?? preferences.quiet, dndUntil: dndUntil ?? preferences.dndUntil,
            sound: sound ?? preferences.sound, preview: preview ?? preferences.preview)
    }
}
