CREATE TABLE IF NOT EXISTS bucket_object (
  name    TEXT PRIMARY KEY,
  content BLOB NOT NULL,
  put_at  BIGINT NOT NULL
);
