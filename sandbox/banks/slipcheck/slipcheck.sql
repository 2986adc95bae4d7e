-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

-- The slips that a verifier was asked about. logged_at is NULL until it was asked to remember the slip.
CREATE TABLE IF NOT EXISTS slip_check (
  verifier  TEXT NOT NULL,
  ref       TEXT NOT NULL,
  checks    BIGINT NOT NULL,
  logged_at BIGINT,
  PRIMARY KEY (verifier, ref)
);
