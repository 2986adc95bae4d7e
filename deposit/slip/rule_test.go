package slip

import (
	"testing"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
)

func bangkok(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Bangkok)
	if err != nil {
		panic(err)
	}
	return at
}

func TestTheAgeOfASlipLeavesOutTheClosingWindow(t *testing.T) {
	t.Parallel()
	hours := func(h float64) time.Duration { return time.Duration(h * float64(time.Hour)) }
	for name, tc := range map[string]struct {
		from, to             float64
		transferred, uploded string
		want                 time.Duration
	}{
		"no window":                           {0, 0, "2026-11-20 23:50", "2026-11-21 00:40", 50 * time.Minute},
		"window elsewhere":                    {3, 4, "2026-11-20 12:00", "2026-11-20 12:30", 30 * time.Minute},
		"over the whole window":               {23, 1, "2026-11-20 22:40", "2026-11-21 01:20", 40 * time.Minute},
		"transferred inside":                  {23, 1, "2026-11-21 00:30", "2026-11-21 01:10", 10 * time.Minute},
		"transferred inside, before midnight": {23, 1, "2026-11-20 23:30", "2026-11-21 01:10", 10 * time.Minute},
		"over midday":                         {11, 13, "2026-11-20 10:30", "2026-11-20 13:20", 50 * time.Minute},
		"two nights":                          {22, 2, "2026-11-18 21:00", "2026-11-20 03:00", hours(30 - 8)},
		"the bank's clock goes ahead":         {23, 1, "2026-11-20 12:05", "2026-11-20 12:00", -5 * time.Minute},
		"a quarter past and half past":        {23.25, 0.5, "2026-11-20 23:00", "2026-11-21 00:40", 25 * time.Minute},
	} {
		w := Window{CloseFrom: hours(tc.from), CloseTo: hours(tc.to)}
		if got := w.age(bangkok(tc.transferred), bangkok(tc.uploded)); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestWhatProvesAPayer(t *testing.T) {
	t.Parallel()
	member := payer("SCB", "123-4-56789-0", "นายสมชาย ใจดี")
	for name, tc := range map[string]struct {
		seen deposit.Payer
		want proof
	}{
		"all digits":                      {payer("SCB", "1234567890", ""), proofStrong},
		"six digits":                      {payer("SCB", "xxxx567890", ""), proofStrong},
		"five digits":                     {payer("SCB", "xxx-x-x6789-0", ""), proofWeak},
		"four digits":                     {payer("SCB", "xxx-x-x6789-x", ""), proofWeak},
		"four digits and the name":        {payer("SCB", "xxx-x-x6789-x", "นาย สมชาย ใ"), proofStrong},
		"four digits, another name":       {payer("SCB", "xxx-x-x6789-x", "นาย สมหญิง ใ"), proofWeak},
		"another digit":                   {payer("SCB", "xxx-x-x6788-x", "นาย สมชาย ใจดี"), proofAgainst},
		"three digits":                    {payer("SCB", "xxx-x-xx789-x", ""), proofNone},
		"three digits and the name":       {payer("SCB", "xxx-x-xx789-x", "สมชาย ใจดี"), proofStrong},
		"three digits, another name":      {payer("SCB", "xxx-x-xx789-x", "สมหญิง ใจดี"), proofAgainst},
		"only the name":                   {payer("SCB", "", "MR สมชาย ใ"), proofStrong},
		"only the first name":             {payer("SCB", "", "สมชาย"), proofNone},
		"only the surname":                {payer("SCB", "", "ใจดี"), proofNone},
		"initials":                        {payer("SCB", "xxx-x-xx789-x", "ส. ใจดี"), proofNone},
		"hidden letters":                  {payer("SCB", "", "นาย สม*** ใจ**"), proofNone},
		"another script":                  {payer("SCB", "", "SOMCHAI JAIDEE"), proofNone},
		"a rank":                          {payer("SCB", "", "ว่าที่ร้อยตรีสมชาย ใจดี"), proofStrong},
		"typed in another way":            {payer("SCB", "", "ด.ช.สม\u200bชาย  ใจดี."), proofStrong},
		"another surname, cut":            {payer("SCB", "", "สมชาย ก***"), proofAgainst},
		"four digits, letters hidden":     {payer("SCB", "xxx-x-x6789-x", "ส*** ใ***"), proofWeak},
		"nothing":                         {payer("SCB", "", ""), proofNone},
		"another bank":                    {payer("KBANK", "1234567890", "สมชาย ใจดี"), proofAgainst},
		"no bank told":                    {payer("", "xxxx567890", ""), proofStrong},
		"a longer number than ours":       {payer("SCB", "xx1234567890", ""), proofNone},
		"aligned right, a shorter number": {payer("SCB", "567890", ""), proofStrong},
		"another sign for what is hidden": {payer("SCB", "***-*-*6789-*", "สมชาย ใ"), proofStrong},
	} {
		if got := payerProof(member, tc.seen); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
}

// A member who registered only an initial could be many people: no name proves it.
func TestAnInitialIsNeverAProof(t *testing.T) {
	t.Parallel()
	member := payer("SCB", "1234567890", "SOMCHAI J.")
	for _, shown := range []string{"SOMCHAI JAIDEE", "MR SOMCHAI J", "somchai j."} {
		if got := payerProof(member, deposit.Payer{BankCode: "SCB", AccountNo: "xxxxxxx890", Name: shown}); got != proofNone {
			t.Errorf("%q: %d", shown, got)
		}
		if got := payerProof(member, deposit.Payer{BankCode: "SCB", AccountNo: "xxxxxx7890", Name: shown}); got != proofWeak {
			t.Errorf("%q beside four digits: %d", shown, got)
		}
	}
}

func payer(bank, number, name string) deposit.Payer {
	return deposit.Payer{BankCode: bank, AccountNo: number, Name: name}
}

func ourAccount(code, bank string, source deposit.Source, number, currency string) deposit.Account {
	return deposit.Account{
		Code: code, BankCode: bank, BankType: deposit.TypeBank, Source: source, AccountNo: number, Currency: currency,
	}
}

var ours = []deposit.Account{
	ourAccount("KTB-SLIP", "KTB", deposit.SourceSlip, "9831234567", currencyBaht),
	ourAccount("SCB-AUTO", "SCB", deposit.SourceFeed, "4068123456", currencyBaht),
	ourAccount("KBANK", "KBANK", deposit.SourceGateway, "0481234567", currencyBaht),
	ourAccount("KIP", "BBL", deposit.SourceSlip, "5550001112", "LAK"),
	ourAccount("TMB", "TMB", deposit.SourceSlip, "7771234567", currencyBaht),
	ourAccount("TTB2", "TTB", deposit.SourceSlip, "8881234567", currencyBaht),
}

func TestWhichAccountATransferReached(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		to     deposit.Payer
		code   string
		unsure bool
	}{
		"every digit":                       {payer("KTB", "983-1-23456-7", ""), "KTB-SLIP", false},
		"four digits":                       {payer("KTB", "xxx-x-x3456-x", ""), "KTB-SLIP", false},
		"its number at another bank":        {payer("SCB", "983-1-23456-7", ""), "", false},
		"one digit differs":                 {payer("KTB", "xxx-x-x3457-x", ""), "", false},
		"the same digits not aligned right": {payer("KTB", "xxx-x-xx3456", ""), "", false},
		"three digits":                      {payer("KTB", "xxx-x-xx456-x", ""), "", true},
		"hidden by another sign":            {payer("KTB", "■■■-■-■3456-■", ""), "KTB-SLIP", false},
		"hidden by words":                   {payer("KTB", "กกก-ก-ก3457-ก", ""), "", false},
		"a longer mask":                     {payer("KTB", "xx-xxx-x-x3456-x", ""), "", true},
		"a longer mask, other digits":       {payer("KTB", "xx-xxx-x-x9999-x", ""), "", true},
		"a shorter mask that fits":          {payer("KTB", "xx3456-7", ""), "KTB-SLIP", false},
		"a shorter mask, other digits":      {payer("KTB", "xx3456-8", ""), "", true},
		"nothing visible":                   {payer("KTB", "", ""), "", true},
		"three digits that differ":          {payer("KTB", "xxx-x-xx457-x", ""), "", false},
		"an account with a feed":            {payer("SCB", "xxx-x-x2345-x", ""), "SCB-AUTO", false},
		"a gateway's account":               {payer("KBANK", "048-1-23456-7", ""), "", false},
		"a gateway's account, hidden":       {payer("KBANK", "", ""), "", false},
		"another currency":                  {payer("BBL", "5550001112", ""), "", false},
		"two of ours look alike":            {payer("TTB", "xxx-x-x3456-7", ""), "", true},
		"one of them, told apart":           {payer("TMB", "888-x-x3456-7", ""), "TTB2", false},
		"no bank told, one fits":            {payer("", "4068123456", ""), "SCB-AUTO", false},
		"no bank told, a gateway's fits":    {payer("", "0481234567", ""), "", false},
	} {
		d := findDestination(tc.to, ours)
		if d.account.Code != tc.code || d.ours != (tc.code != "") || d.unsure != tc.unsure {
			t.Errorf("%s: %q, ours %v, unsure %v", name, d.account.Code, d.ours, d.unsure)
		}
	}
}

func TestTheDecisionAboutAVerifiedTransfer(t *testing.T) {
	t.Parallel()
	member := payer("SCB", "1234567890", "SOMCHAI JAIDEE")
	good := facts{
		transfer: Transfer{
			At: bangkok("2026-11-20 12:00"), Payer: payer("SCB", "xxx-x-x6789-x", "MR SOMCHAI J"),
			To: payer("KTB", "xxx-x-x3456-x", ""),
		},
		uploaded: bangkok("2026-11-20 12:20"), window: Window{Within: time.Hour}, registered: member, accounts: ours,
	}
	for name, tc := range map[string]struct {
		change  func(f *facts)
		end     state
		reason  fault.Code
		reached bool
	}{
		"good":            {func(*facts) {}, stateCredited, "", true},
		"good, the first": {func(f *facts) { f.first = true }, stateCredited, "", true},
		"the first, four digits alone": {
			func(f *facts) { f.first, f.transfer.Payer.Name = true, "" }, stateReview, fault.NOT_MATCH, true,
		},
		"a later one, four digits alone": {func(f *facts) { f.transfer.Payer.Name = "" }, stateCredited, "", true},
		"the payer unknown":              {func(f *facts) { f.transfer.Payer = deposit.Payer{} }, stateReview, fault.NOT_MATCH, true},
		"somebody else's": {
			func(f *facts) { f.transfer.Payer.AccountNo = "xxx-x-x0000-x" }, stateFailed, fault.NOT_MATCH, true,
		},
		"somebody else's and old": {func(f *facts) {
			f.transfer.Payer.AccountNo, f.uploaded = "xxx-x-x0000-x", bangkok("2026-11-20 14:00")
		}, stateFailed, fault.NOT_MATCH, true},
		"on the last minute": {func(f *facts) { f.uploaded = bangkok("2026-11-20 13:00") }, stateCredited, "", true},
		"old": {
			func(f *facts) { f.uploaded = bangkok("2026-11-20 13:01") }, stateFailed, fault.EXPIRED_SLIP, true,
		},
		"old, and the first": {
			func(f *facts) { f.first, f.uploaded = true, bangkok("2026-11-21 13:00") }, stateFailed, fault.EXPIRED_SLIP, true,
		},
		"from tomorrow": {
			func(f *facts) { f.uploaded = bangkok("2026-11-19 12:00") }, stateReview, fault.SLIP_TIME_AHEAD, true,
		},
		"to somebody else": {
			func(f *facts) { f.transfer.To.AccountNo = "xxx-x-x9999-x" }, stateFailed, fault.DEST_ACC_INVALID, false,
		},
		"to somebody else, from one": {
			func(f *facts) { f.transfer.To.AccountNo, f.transfer.Payer = "xxx-x-x9999-x", deposit.Payer{} }, stateFailed,
			fault.DEST_ACC_INVALID, false,
		},
		"to a gateway's account": {
			func(f *facts) { f.transfer.To = payer("KBANK", "0481234567", "") }, stateFailed, fault.DEST_ACC_INVALID, false,
		},
		"to nobody knows whom": {func(f *facts) { f.transfer.To = deposit.Payer{} }, stateReview, fault.DEST_ACC_INVALID, false},
		"no account then":      {func(f *facts) { f.accounts = nil }, stateFailed, fault.DEST_ACC_INVALID, false},
	} {
		f := good
		tc.change(&f)
		o := f.decide()
		if o.end != tc.end || o.reason != tc.reason || o.reached != tc.reached {
			t.Errorf("%s: %s %s, reached %v", name, o.end, o.reason, o.reached)
		}
	}
}

// Of two names that a bank gives of a payer, the one that the member registered is compared.
func TestAPayerWithTwoNames(t *testing.T) {
	t.Parallel()
	registered := payer("KTB", "1234567890", "SOMCHAI JAIDEE")
	for name, tc := range map[string]struct {
		told, also, want string
		proof            proof
	}{
		"Thai first":       {"นาย สมชาย ใ", "MR. SOMCHAI J", "MR. SOMCHAI J", proofStrong},
		"English first":    {"MR. SOMCHAI J", "นาย สมชาย ใ", "MR. SOMCHAI J", proofStrong},
		"English alone":    {"MR. SOMCHAI J", "", "MR. SOMCHAI J", proofStrong},
		"Thai alone":       {"นาย สมชาย ใ", "", "นาย สมชาย ใ", proofWeak},
		"somebody else's":  {"นาง มาลี ส", "MRS MALEE S", "MRS MALEE S", proofWeak},
		"the other's only": {"", "MRS MALEE S", "MRS MALEE S", proofWeak},
	} {
		transfer := Transfer{Payer: deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-x6789-x", Name: tc.told}, PayerAlso: tc.also}
		got := transfer.knownAs(registered)
		if got.Payer.Name != tc.want || payerProof(registered, got.Payer) != tc.proof {
			t.Errorf("%s: %q, proof %d", name, got.Payer.Name, payerProof(registered, got.Payer))
		}
	}
}
