-- +goose Up

-- How many members registered in each hour: of hours that ended before the mark. Those since are counted when they are asked for. A
-- figure of 400 days reads rows of hours instead of each member.
CREATE TABLE registration_hour (
    hour    BIGINT PRIMARY KEY,
    members BIGINT NOT NULL
);
CREATE TABLE registration_mark (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    upto BIGINT NOT NULL
);
INSERT INTO registration_mark (id, upto)
SELECT 1, COALESCE(MAX(created_at) / 3600000000 * 3600000000 - 3600000000, 0) FROM member;
INSERT INTO registration_hour (hour, members)
SELECT m.created_at / 3600000000 * 3600000000, COUNT(*) FROM member m JOIN registration_mark k ON m.created_at < k.upto GROUP BY 1;

-- +goose Down
DROP TABLE registration_mark;
DROP TABLE registration_hour;
