package operatorcli

// ofNode is a command of the owner of the machine: the node on it carries it out, and has its --help.
type ofNode struct {
	Words []string `arg:"" json:"-" optional:"" passthrough:""`
}

// commands are the commands of the operators' shell. The tag call names the call of the contract that a command is: words that
// stand alone fill its path in, the struct is its body, and flags with the tag query narrow a list. columns are what is printed
// of a list's rows, and only which of them (pages). {phone} is a member's phone, which is looked up. A command that runs by
// itself makes its call in its own way. The tag node marks what is no call.
type commands struct {
	Login  login  `cmd:"" help:"Sign in. Your commands are made in your name then."`
	Logout logout `cmd:"" help:"Sign out."`
	Me     object `call:"GET /api/me" cmd:"" help:"Who is signed in here, and what it may do."`

	Queue       queues      `cmd:"" help:"Everything that waits for a person, in one list."`
	Proposals   proposals   `cmd:"" help:"Decisions of two persons: list what waits, approve, reject, withdraw or stop it."`
	Withdrawals withdrawals `cmd:"" help:"Withdrawals that have not ended."`
	Slips       slips       `cmd:"" help:"Uploaded slips that have not ended."`
	Held        held        `cmd:"" help:"Held money."`
	Unmatched   unmatched   `cmd:"" help:"Money that nobody has claimed."`
	Deposits    deposits    `cmd:"" help:"Bank transfers that members declared, and what arrived."`
	Links       links       `cmd:"" help:"Wallet links with unknown outcome."`
	Statements  statements  `cmd:"" help:"Lines of our accounts' statements that could not be booked automatically."`
	Unsettled   unsettled   `cmd:"" help:"Transfers between wallet and games with unknown outcome."`
	Cases       cases       `cmd:"" help:"Differences between game providers and our own transfers."`
	Receivables receivables `cmd:"" help:"What members owe after a reversal."`
	Payouts     payouts     `cmd:"" help:"Stop and resume automatic payouts."`
	Brakes      brakes      `cmd:"" help:"Systems of the outside: stop one, or let it go on."`
	Alarms      alarms      `cmd:"" help:"What is, or was, beyond what the guide says is an alarm."`
	Chat        chats       `cmd:"" help:"Conversations with members and guests."`

	Members    members    `cmd:"" help:"Keep a member from play, let it in again, close its account."`
	Unlock     ofPhone    `call:"POST /api/member/{phone}/unlock" cmd:"" help:"Let a member log in again after too many wrong passwords."`
	Password   ofPhone    `call:"POST /api/member/{phone}/password" cmd:"" help:"Give a member a one-time password." shows:"password"`
	Conditions conditions `call:"GET /api/member/{phone}/condition" cmd:"" columns:"id source campaign state credit base required turned grantedAt expiresAt endedAt" help:"What was granted to a member, and where it stands."` //nolint:lll // kong reads it in one piece

	Providers list `call:"GET /api/provider" cmd:"" columns:"code connected circuitOpen failingSince doubts cases day.day day.compared day.ours waiting day.reason" help:"Each game provider: transfers in doubt, cases, compared days."` //nolint:lll // kong reads it in one piece
	Systems   list `call:"GET /api/system" cmd:"" columns:"system kind state since why detail stops" help:"Each outside system, and how it is."`

	Add     add        `call:"POST /api/operator" cmd:"" help:"Add an operator: two chiefs. The first chief adds the second one alone."`
	Role    role       `call:"PUT /api/operator/{name}/role" cmd:"" help:"Give an operator another role: less at once, more by two chiefs."`
	Own     own        `call:"PUT /api/operator/{name}/member" cmd:"" help:"Say which member account is an operator's own: two chiefs."`
	Disable ofOperator `call:"POST /api/operator/{name}/disable" cmd:"" help:"Take away an operator's rights at once."`
	List    operators  `call:"GET /api/operator" cmd:"" columns:"name role active effectiveAt member" help:"List all operators."`
	Invite  ofOperator `call:"POST /api/operator/{name}/invitation" cmd:"" help:"Invite an operator, who sets its secrets. One who has some gets others by two chiefs, half an hour later." shows:"invitation"` //nolint:lll // kong reads it in one piece
	Tokens  tokens     `cmd:"" help:"Tokens by which the house's own systems call."`
	Audit   audits     `cmd:"" help:"The audit log: who decided what, and why."`

	Budgets   budgets   `cmd:"" help:"What the house accounts that pay members may still pay."`
	Campaigns campaigns `cmd:"" help:"Bonuses and promotions, and what was granted of each."`
	Close     closing   `call:"POST /api/content/{section}/close" cmd:"" help:"Close a campaign, game, deposit account or the wheel at once. Two open it again, by its content."` //nolint:lll // kong reads it in one piece
	Wheels    wheels    `cmd:"" help:"The wheel's tables with their odds, and what was drawn."`
	Report    posting   `call:"GET /api/report/posting" cmd:"" help:"What was posted on a day, by account and kind."`
	Content   contents  `cmd:"" help:"Texts, campaigns, accounts, limits: what is in force, what was, and changes of it."`
	Init      ofNode    `cmd:"" help:"Invite the first chief. For the owner of the machine, while no chief can sign in." node:""`
	Recover   ofNode    `cmd:"" help:"Invite a chief again. For the owner of the machine; it counts after 30 minutes, and is in the audit log." node:""` //nolint:lll // kong reads it in one piece
}

// decision has the flags of every decision.
type decision struct {
	Reason   string `help:"Why." json:"reason" placeholder:"TEXT" required:""`
	Evidence string `help:"What you looked at: a line of the bank's statement, a provider's ticket." json:"evidence,omitempty" placeholder:"TEXT"`
	Seen     string `help:"What 'show' said under seen: if it is another by now, nothing happens." json:"seen,omitempty" placeholder:"TEXT"`
	Key      string `help:"Your own name of this command: given again, it decides nothing again." json:"-" placeholder:"TEXT"`
}

// The words that commands take.
type (
	object struct{}
	byID   struct {
		ID string `arg:"" json:"-"`
	}
	byReference struct {
		Reference string `arg:"" json:"-"`
	}
	byPhone struct {
		Phone string `arg:"" help:"Its phone number, or its ID." json:"-"`
	}
	byName struct {
		Name string `arg:"" help:"An operator's name." json:"-"`
	}
)

// What most decisions are: about something, and why.
type (
	ofID struct {
		byID
		decision
	}
	ofReference struct {
		byReference
		decision
	}
	ofPhone struct {
		byPhone
		decision
	}
	ofOperator struct {
		byName
		decision
	}
)

// list is a list's length.
type list struct {
	Limit int `default:"100" help:"How many at most." json:"-"`
}

type queues struct {
	List    queueList    `call:"GET /api/queue" cmd:"" columns:"kind id member.id amount since due claim.by title" default:"withargs" help:"List everything that waits for a person, by what the house promised."` //nolint:lll // kong reads it in one piece
	Count   list         `call:"GET /api/queue/count" cmd:"" columns:"kind count oldest late mine" help:"Count what waits, by kind, with the oldest of each."`
	Next    queueNext    `call:"POST /api/queue/next" cmd:"" help:"Claim the most urgent item that you may decide and nobody else has."`
	Claim   queueClaim   `call:"POST /api/queue/{kind}/{id}/claim" cmd:"" help:"Claim an item for 10 minutes, or prolong your claim: nobody else decides it meanwhile."` //nolint:lll // kong reads it in one piece
	Release queueRelease `call:"POST /api/queue/{kind}/{id}/release" cmd:"" help:"Give an item back." says:"released"`
	Assign  queueAssign  `call:"POST /api/queue/{kind}/{id}/assign" cmd:"" help:"Give an item to an operator." says:"assigned"`
}

type queueList struct {
	list

	Kind   []string `help:"Only these kinds, as queue count names them." placeholder:"KIND" query:"kind"`
	Mine   bool     `help:"Only what you have." query:"mine"`
	Free   bool     `help:"Only what nobody has." query:"free"`
	Late   bool     `help:"Only what has waited for longer than promised." query:"late"`
	Member string   `help:"Only about this member." placeholder:"ID" query:"member"`
}

type queueNext struct {
	Kind words `help:"Only these kinds." json:"kinds" placeholder:"KIND"`
	Skip words `help:"Not these." json:"skip" placeholder:"ID"`
}

type item struct {
	Kind string `arg:"" json:"-"`
	byID
}

type queueClaim struct {
	item

	Take bool `help:"Take it from the operator who has it: a chief." json:"take,omitempty"`
}

type queueRelease struct{ item }

type queueAssign struct {
	item

	To     string `arg:"" help:"An operator." json:"to"`
	Reason string `help:"Why." json:"reason" placeholder:"TEXT" required:""`
	Take   bool   `help:"Take it from the operator who has it: a chief." json:"take,omitempty"`
}

type proposals struct {
	List     proposalList `call:"GET /api/proposal" cmd:"" columns:"id action subject member.id amount proposedBy proposedAt state expiresAt effectiveAt reason" default:"withargs" help:"List those that wait for a second person, oldest first, or others."` //nolint:lll // kong reads it in one piece
	Show     byID         `call:"GET /api/proposal/{id}" cmd:"" help:"Show one: what it would change, then and now, and what you may do with it."`
	Approve  ofID         `call:"POST /api/proposal/{id}/approve" cmd:"" help:"Be its second person: it is done, or comes into force after its wait."`
	Reject   ofID         `call:"POST /api/proposal/{id}/reject" cmd:"" help:"End another person's proposal."`
	Withdraw ofID         `call:"POST /api/proposal/{id}/withdraw" cmd:"" help:"End a proposal of your own."`
	Stop     ofID         `call:"POST /api/proposal/{id}/stop" cmd:"" help:"Keep an approved one from coming into force: one person, at once."`
}

type proposalList struct {
	list

	State      string `default:"open" enum:"open,scheduled,done,stale,rejected,withdrawn,expired,stopped,all" help:"open, scheduled, done, stale, rejected, withdrawn, expired, stopped or all." query:"state"` //nolint:lll // kong reads it in one piece
	WaitsForMe bool   `help:"Only open ones that you could approve by your role." query:"waitsForMe"`
	By         string `help:"Only what this operator proposed." placeholder:"NAME" query:"by"`
	Action     string `help:"Only this kind, like withdrawal.approve." query:"action"`
	Member     string `help:"Only about this member." placeholder:"ID" query:"member"`
}

type operators struct {
	list

	Role   string `help:"Only this role." query:"role"`
	Active bool   `help:"Only those that nobody has disabled." query:"active"`
}

type add struct {
	decision

	Name   string `arg:"" help:"Lower-case letters, digits, dots and dashes." json:"name"`
	Role   string `enum:"support,cashier,chief,auditor" help:"support, cashier, chief or auditor." json:"role" required:""`
	Member string `help:"The operator's own member account. It decides nothing about it." json:"member,omitempty" placeholder:"ID"`
}

type role struct {
	ofOperator

	Role string `arg:"" enum:"support,cashier,chief,auditor" help:"support, cashier, chief or auditor." json:"role"`
}

type own struct {
	ofOperator

	Member string `arg:"" help:"The account's ID; none if left out." json:"member" optional:""`
}

type tokens struct {
	List tokenList `call:"GET /api/token" cmd:"" columns:"id system role scopes addresses madeBy second endsAt seenAt endedAt" default:"withargs" help:"List them, the newest first."` //nolint:lll // kong reads it in one piece
	Add  tokenAdd  `call:"POST /api/token" cmd:"" help:"Ask for one, which is shown this once: two chiefs. It counts half an hour after the approval." shows:"token"`                  //nolint:lll // kong reads it in one piece
	End  ofID      `call:"POST /api/token/{id}/end" cmd:"" help:"End one at once: one chief."`
}

type tokenList struct {
	list

	System string `help:"Only of this system." placeholder:"NAME" query:"system"`
	Live   bool   `help:"Only those that count now." query:"live"`
}

type tokenAdd struct {
	decision

	System string   `arg:"" help:"Lower-case letters, digits and dashes." json:"system"`
	Role   string   `enum:"support,cashier,auditor" help:"support, cashier or auditor." json:"role" required:""`
	Scope  []string `help:"A part that it may call, like member:read. Several times." json:"scopes" placeholder:"PART" required:""`
	Ends   moment   `help:"When it ends, within 400 days." json:"endsAt" placeholder:"TIME" required:""`
	From   words    `help:"A network that it counts from; everywhere if left out. Several times." json:"addresses" placeholder:"NETWORK"`
}

type audits struct {
	List auditList `call:"GET /api/audit" cmd:"" columns:"number at operator action subject member.id reason evidence" default:"withargs" help:"List what was decided, newest first."` //nolint:lll // kong reads it in one piece
	// Proof is what the node has found of the chain within the last hour.
	Proof  object       `call:"GET /api/audit/proof" cmd:"" help:"Say whether its chain was found whole, and when."`
	Verify verification `call:"GET /api/audit/proof" cmd:"" help:"Have the whole chain checked anew, and wait for what is found."`
	Prove  object       `call:"POST /api/audit/proof" cmd:"" help:"Have its chain checked anew, within a minute." says:"it is being checked: audit proof"`
}

type auditList struct {
	list

	Operator string `help:"Only of this operator." placeholder:"NAME" query:"operator"`
	Action   string `help:"Only this kind; with a dot at its end all that begin with it." query:"action"`
	Subject  string `help:"Only about this." query:"subject"`
	Member   string `help:"Only about this member." placeholder:"ID" query:"member"`
	Text     string `help:"Only with this text in reason or evidence." query:"text"`
}

type conditions struct {
	byPhone
	list
}
