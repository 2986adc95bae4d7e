package operatorcli

// campaigns are the commands about bonuses and promotions.
type campaigns struct {
	List  ofNode  `cmd:"" default:"withargs" help:"List each with its grants of its quota, and what it spent of its budget." node:""`
	Close closing `call:"POST /api/content/{section}/close" cmd:"" help:"Close one at once; members who have it keep it."`
}

// closing names what is closed at once.
type closing struct {
	Section string `arg:"" help:"bonus, promotions, games, depositAccounts or wheel." json:"-"`
	Code    string `arg:"" help:"Its code; provider:CODE are all games of a provider; of the wheel: wheel." json:"code"`
	decision
}
