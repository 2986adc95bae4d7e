-- +goose Up
-- What an operator has opened, so that the audit log has it once in ten minutes (docs/architecture/0024, section 16): a row per
-- operator and subject, of which there are some thousands.
CREATE TABLE look (
    operator TEXT   NOT NULL,
    action   TEXT   NOT NULL, -- as in the audit log, like member.show
    subject  TEXT   NOT NULL,
    at       BIGINT NOT NULL, -- when the audit log got it last
    PRIMARY KEY (operator, action, subject)
);

-- +goose Down
DROP TABLE look;
