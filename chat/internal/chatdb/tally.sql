-- name: AddTally :exec
INSERT INTO chat_tally (hour_at, operator, answers, waited, longest, replies, ended, lasted)
VALUES (@hour_at, @operator, @answers, @waited, @longest, @replies, @ended, @lasted)
ON CONFLICT (hour_at, operator) DO UPDATE SET
    answers = chat_tally.answers + excluded.answers, waited = chat_tally.waited + excluded.waited,
    longest = CASE WHEN excluded.longest > chat_tally.longest THEN excluded.longest ELSE chat_tally.longest END,
    replies = chat_tally.replies + excluded.replies, ended = chat_tally.ended + excluded.ended,
    lasted = chat_tally.lasted + excluded.lasted;

-- name: TallyByOperator :many
SELECT operator, CAST(SUM(answers) AS BIGINT) AS answers, CAST(SUM(waited) AS BIGINT) AS waited,
    CAST(MAX(longest) AS BIGINT) AS longest, CAST(SUM(replies) AS BIGINT) AS replies,
    CAST(SUM(ended) AS BIGINT) AS ended, CAST(SUM(lasted) AS BIGINT) AS lasted
FROM chat_tally WHERE hour_at >= @since AND hour_at < @before GROUP BY operator ORDER BY operator;

-- name: TallyByHour :many
-- By the hour of the day of Bangkok, which is 7 hours before UTC all year.
SELECT CAST((hour_at / 3600000000 + 7) % 24 AS BIGINT) AS hour, CAST(SUM(answers) AS BIGINT) AS answers,
    CAST(SUM(waited) AS BIGINT) AS waited, CAST(MAX(longest) AS BIGINT) AS longest, CAST(SUM(replies) AS BIGINT) AS replies,
    CAST(SUM(ended) AS BIGINT) AS ended, CAST(SUM(lasted) AS BIGINT) AS lasted
FROM chat_tally WHERE hour_at >= @since AND hour_at < @before GROUP BY 1 ORDER BY 1;
