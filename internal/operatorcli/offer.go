package operatorcli

// campaigns are the commands about bonuses and promotions.
type campaigns struct {
	List  list       `call:"GET /api/campaign" cmd:"" columns:"source code state grants quota active spent budget lately.grants lately.credit lately.returned lately.deposits" default:"withargs" help:"List each with its grants of its quota, what it spent of its budget, and what it granted and matched in the last 31 days."` //nolint:lll // kong reads it in one piece
	Show  ofCampaign `call:"GET /api/campaign/{source}/{code}" cmd:"" help:"Show one, with what it cost and brought on each of its last days."`
	Close closing    `call:"POST /api/content/{section}/close" cmd:"" help:"Close one at once; members who have it keep it."`
}

// closing names what is closed at once.
type closing struct {
	Section string `arg:"" help:"bonus, promotions, games, depositAccounts or wheel." json:"-"`
	Code    string `arg:"" help:"Its code; provider:CODE are all games of a provider; of the wheel: wheel." json:"code"`
	decision
}

type ofCampaign struct {
	Source string `arg:"" enum:"bonus,promotion" help:"bonus or promotion." json:"-"`
	Code   string `arg:"" json:"-"`
}

// wheels are the commands about the wheel's tables.
type wheels struct {
	List list    `call:"GET /api/wheel" cmd:"" columns:"version since until weight draws paid expected.cost expected.coins seen.cost seen.coins" default:"withargs" help:"List the tables, newest first: what a thousand draws cost by their odds, and what they did."` //nolint:lll // kong reads it in one piece
	Show ofTable `call:"GET /api/wheel/{version}" cmd:"" help:"Show one with its slices."`
}

type ofTable struct {
	Version int64 `arg:"" json:"-"`
}

// budgets are the commands about what house accounts may still pay.
type budgets struct {
	List  list     `call:"GET /api/budget" cmd:"" columns:"account left floor alarm lowSince" default:"withargs" help:"List each account: what it may still pay, and its alarm."`
	Set   newLeft  `call:"PUT /api/budget/{account}" cmd:"" help:"Set how much an account may still pay: two chiefs."`
	Alarm newAlarm `call:"PUT /api/budget/{account}/alarm" cmd:"" help:"Set below which amount an account counts as low."`
}

type ofAccount struct {
	Account string `arg:"" help:"The account as the list shows it, like house:bonus." json:"-"`
}

type newLeft struct {
	ofAccount
	decision

	Left baht `arg:"" help:"In baht." json:"left"`
}

type newAlarm struct {
	ofAccount
	decision

	Alarm baht `arg:"" help:"In baht." json:"alarm"`
}
