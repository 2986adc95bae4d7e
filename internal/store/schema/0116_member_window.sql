-- +goose Up

-- Velocity looks at some windows of whole hours up to the present one: what is kept for each of them (docs/founding/OPERATOR-API.md,
-- section 11).
CREATE TABLE pace_window (
    what  TEXT   NOT NULL, -- as in member_hour
    hours BIGINT NOT NULL,
    PRIMARY KEY (what, hours)
);
INSERT INTO pace_window (what, hours) VALUES
    ('deposit', 1), ('deposit', 6), ('deposit', 24), ('deposit', 72),
    ('withdrawal', 1), ('withdrawal', 6), ('withdrawal', 24), ('withdrawal', 72),
    ('play', 1), ('play', 6), ('play', 24), ('play', 72);

-- The sums of member_hour over each window that ends with the mark's hour, so that the most frequent are read by an index. What is added
-- to an hour is added here in the same commit, and what an hour has leaves a window when the next hour begins.
CREATE TABLE member_window (
    what   TEXT   NOT NULL,
    hours  BIGINT NOT NULL,
    member TEXT   NOT NULL,
    times  BIGINT NOT NULL,
    amount BIGINT NOT NULL, -- less what was taken back
    PRIMARY KEY (what, hours, member)
);
CREATE INDEX member_window_times ON member_window (what, hours, times DESC, member);
-- Who did nothing in a window any more is removed.
CREATE INDEX member_window_empty ON member_window (member) WHERE times = 0 AND amount = 0;

-- The newest seal whose batches are added, and the hour that windows end with. It takes the place of member_pace_mark: a node of the
-- version before would add to the hours and not to the windows, so its own mark stays past every seal.
CREATE TABLE pace_mark (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    seal BIGINT NOT NULL,
    at   BIGINT NOT NULL,
    hour BIGINT NOT NULL
);
UPDATE member_pace_mark SET seal = seal WHERE id = 1; -- waits for a node that adds
INSERT INTO pace_mark (id, seal, at, hour)
SELECT m.id, m.seal, m.at, (SELECT COALESCE(MAX(h.hour), 0) FROM member_hour h) FROM member_pace_mark m;
UPDATE member_pace_mark SET seal = 9223372036854775807 WHERE id = 1;
INSERT INTO member_window (what, hours, member, times, amount)
SELECT h.what, s.hours, h.member, SUM(h.times), SUM(h.amount)
FROM pace_mark m CROSS JOIN pace_window s JOIN member_hour h ON h.what = s.what AND h.hour > m.hour - s.hours * 3600000000
GROUP BY h.what, s.hours, h.member;

-- +goose Down
UPDATE member_pace_mark SET seal = (SELECT m.seal FROM pace_mark m), at = (SELECT m.at FROM pace_mark m) WHERE id = 1;
DROP TABLE pace_mark;
DROP TABLE member_window;
DROP TABLE pace_window;
