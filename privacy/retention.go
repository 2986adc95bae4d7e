package privacy

// End is what ends the keeping of something.
type End string

// The ends.
const (
	// Never: it stays for ever.
	Never End = "never"
	// ByErasure: it stays until two persons erase its member.
	ByErasure End = "erasure"
	// ByJob: jobs end it.
	ByJob End = "job"
	// Leaving: it stays as long as somebody works for the house.
	Leaving End = "leaving"
)

// Rule is how long something is kept, as docs/privacy.md says.
type Rule struct {
	Name string
	// Days are how long; 0: its end does not depend on a number of days.
	Days int
	End  End
	// Jobs are those that end it, by the names of their tasks.
	Jobs []string
	// Tables are those that have columns under it.
	Tables []string
}

// Rules are all of them, in the order of docs/privacy.md.
func Rules() []Rule {
	return []Rule{
		{Name: "books", End: Never, Tables: []string{
			"member", "member_state", "account", "transfer", "entry", "refusal", "member_month", "movement", "movement_leg",
			"inflow", "inflow_identifier", "deposit_member", "deposit_credit", "reversal",
			"reversal_identifier", "slip", "slip_claim", "wallet_link", "withdrawal", "withdraw_member",
			"payout_callout", "game_account", "game_doubt", "reconcile_case",
		}},
		{Name: "account", End: ByErasure, Tables: []string{
			"member", "member_agreement", "member_account_part", "member_holder", "member_name", "holder_case",
			"payout_account", "game_account",
		}},
		{Name: "payments", Days: 1826, End: ByJob, Jobs: []string{"old documents of payments"}, Tables: []string{
			"qr_order", "inflow", "gateway_customer", "declaration", "slip", "wallet_link", "feed_case",
			"quarantine_row", "quarantine_case", "withdrawal",
		}},
		{Name: "play", End: Never, Tables: []string{
			"game_refresh", "game_play", "game_play_head", "bonus_condition", "play_member", "play_lot",
			"refund_member", "refund_receive", "invite_invitee", "invite_earning", "invite_receive",
			"coin_grant", "coin_member", "wheel_seed", "wheel_draw", "coupon",
		}},
		{Name: "slips", Days: 180, End: ByJob, Jobs: []string{"old slips"}, Tables: []string{
			"slip", "blob",
		}},
		{Name: "chat", Days: 90, End: ByJob, Jobs: []string{"old conversations"}, Tables: []string{
			"chat_conversation", "chat_message", "chat_media", "chat_note",
		}},
		{Name: "sessions", Days: 30, End: ByJob, Jobs: []string{"old sessions"}, Tables: []string{
			"session",
		}},
		{Name: "devices", End: ByErasure, Tables: []string{
			"device",
		}},
		{Name: "codes", Days: 7, End: ByJob, Jobs: []string{"old codes"}, Tables: []string{
			"otp",
		}},
		{Name: "short", Days: 40, End: ByJob, Jobs: []string{
			"old answers", "old allowances", "old statement readings", "old slips", "what members have in common",
			"own exports that have ended",
		}, Tables: []string{
			"member_export", "rate_limit", "http_answer", "statement_anchor", "slip_anchor", "tally_member", "member_hour",
			"member_window", "risk_group", "risk_invitee", "risk_ring",
			"payout_callback", "look", "queue_claim", "signin_ticket", "operator_shell", "confirmation",
		}},
		{Name: "protection", End: Never, Tables: []string{
			"member_state", "member_limit", "house_limit", "member_shut", "protection_event",
		}},
		{Name: "decisions", End: Never, Tables: []string{
			"proposal", "audit", "audit_text",
		}},
		{Name: "notes", End: ByErasure, Tables: []string{
			"member_note", "member_flag",
		}},
		{Name: "house", End: Leaving, Tables: []string{
			"operator", "operator_secret", "operator_recovery", "operator_invitation", "operator_token",
			"operator_subject", "operator_passkey", "operator_preference", "operator_view", "content_draft",
			"chat_tally", "content_picture",
		}},
	}
}
