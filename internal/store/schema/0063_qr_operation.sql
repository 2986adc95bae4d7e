-- +goose Up
-- The key of the call that made a code. The row is the answer to a repeated key: nothing else is stored of a call that succeeds.
-- '' for codes without a key, and for those whose text was lost: then the same key makes another one. The index has no row of
-- an older code, so it costs nothing to build.
ALTER TABLE qr_order ADD COLUMN operation TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX qr_order_operation ON qr_order (operation) WHERE operation <> '';

-- +goose Down
DROP INDEX qr_order_operation;
ALTER TABLE qr_order DROP COLUMN operation;
