-- Money is BIGINT satang, credits are BIGINT ten-thousandths, times are unix microseconds.

CREATE TABLE IF NOT EXISTS sms (
  token    TEXT PRIMARY KEY,
  phone    TEXT NOT NULL, -- as a member writes it: 0812345678
  text     TEXT NOT NULL,
  code     TEXT NOT NULL,
  refno    TEXT NOT NULL,
  wrong    BIGINT NOT NULL DEFAULT 0, -- wrong codes tried
  sent_at  BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS sms_phone ON sms (phone, sent_at);
