-- name: AutomaticOfHouse :one
-- What was paid automatically since two moments, and since is the earlier one.
SELECT CAST(COALESCE(SUM(CASE WHEN approved_at >= @hour THEN amount ELSE 0 END), 0) AS BIGINT) AS hour,
    CAST(COALESCE(SUM(CASE WHEN approved_at >= @today THEN amount ELSE 0 END), 0) AS BIGINT) AS today
FROM withdrawal WHERE automatic AND approved_at >= @since;

-- name: MemberAutomaticSince :one
SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal
WHERE member = @member AND automatic AND approved_at >= @since AND state NOT IN ('returned', 'bounced');

-- name: EarlierPaid :one
SELECT COUNT(*) FROM withdrawal WHERE member = @member AND state IN ('paid', 'bounced');

-- name: SetReview :execrows
UPDATE withdrawal SET state = 'review', why = @why, passing = @passing, since = @since WHERE transfer = @transfer AND state = 'requested';

-- name: SetWhy :execrows
UPDATE withdrawal SET why = @why, passing = FALSE WHERE transfer = @transfer AND state = 'review' AND in_hand = 0;

-- name: SetSendingAfterAll :execrows
UPDATE withdrawal SET state = 'sending', automatic = TRUE, approved_at = @approved_at, since = @approved_at
WHERE transfer = @transfer AND state = 'review' AND passing AND in_hand = 0;

-- name: SetSending :execrows
UPDATE withdrawal SET state = 'sending', automatic = @automatic, approved_at = @approved_at, since = @approved_at
WHERE transfer = @transfer AND state = @from_state;

-- name: TakeInHand :execrows
UPDATE withdrawal SET in_hand = @in_hand WHERE reference = @reference AND state = 'review' AND in_hand = 0;

-- name: ReduceWithdrawal :execrows
-- From then on a person decides it.
UPDATE withdrawal SET asked = CASE WHEN asked = 0 THEN amount ELSE asked END, amount = @amount, passing = FALSE,
    in_hand = CASE WHEN in_hand = 0 THEN CAST(@in_hand AS BIGINT) ELSE in_hand END
WHERE transfer = @transfer AND state = 'review' AND amount > @amount;
