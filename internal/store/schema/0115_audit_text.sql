-- +goose Up

-- The texts of the audit log, apart from its chain. A line of form 2 has salted digests of its texts in its own columns, which the
-- chain covers, so that a text can be erased and the chain stays whole. Lines of before have form 1: their texts are in the chain
-- itself. So have lines whose text is the program's own and names nobody.
ALTER TABLE audit ADD COLUMN form BIGINT NOT NULL DEFAULT 1;

CREATE TABLE audit_text (
    number    BIGINT PRIMARY KEY, -- the line's
    salt      TEXT   NOT NULL,    -- '' once it is erased, and so are the texts
    reason    TEXT   NOT NULL,
    evidence  TEXT   NOT NULL,
    erased_by BIGINT NOT NULL     -- the number of the line that says who had it erased; 0: it was not
);

-- Lines with their texts; of form 1 they have none apart.
CREATE VIEW audit_line AS
SELECT a.number, a.at, a.operator, a.action, a.subject, a.member, a.reason, a.evidence, a.hash, a.signature, a.form,
    CAST(COALESCE(t.salt, '') AS TEXT) AS salt, CAST(COALESCE(t.reason, '') AS TEXT) AS said_reason,
    CAST(COALESCE(t.evidence, '') AS TEXT) AS said_evidence, CAST(COALESCE(t.erased_by, 0) AS BIGINT) AS erased_by
FROM audit a LEFT JOIN audit_text t ON t.number = a.number;

-- +goose Down
DROP VIEW audit_line;
DROP TABLE audit_text;
ALTER TABLE audit DROP COLUMN form;
