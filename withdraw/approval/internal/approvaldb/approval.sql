-- name: Verified :one
SELECT COUNT(*) FROM payout_account WHERE member = @member AND account_index = @account_index;

-- name: AddVerified :exec
INSERT INTO payout_account (member, account_index, proof, verified_at) VALUES (@member, @account_index, @proof, @verified_at)
ON CONFLICT (member, account_index) DO NOTHING;
