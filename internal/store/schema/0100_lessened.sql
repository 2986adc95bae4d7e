-- +goose Up

-- A reservation may be lessened before it is settled: the rest is available again at once (ledger.LessenTx). The transfer's amount
-- stays what was reserved first, which its batch's digest covers; this much of it was given back since. With a constant default,
-- neither engine rewrites the table for it.
ALTER TABLE transfer ADD COLUMN lessened BIGINT NOT NULL DEFAULT 0;

-- What the member asked for, where operators have reduced a withdrawal; 0: they have not.
ALTER TABLE withdrawal ADD COLUMN asked BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE withdrawal DROP COLUMN asked;
ALTER TABLE transfer DROP COLUMN lessened;
