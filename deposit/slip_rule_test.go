package deposit

import (
	"testing"
	"time"

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
		w := SlipWindow{CloseFrom: hours(tc.from), CloseTo: hours(tc.to)}
		if got := w.age(bangkok(tc.transferred), bangkok(tc.uploded)); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestWhatProvesAPayer(t *testing.T) {
	t.Parallel()
	member := Payer{BankCode: "SCB", AccountNo: "123-4-56789-0", Name: "นายสมชาย ใจดี"}
	for name, tc := range map[string]struct {
		seen Payer
		want proof
	}{
		"all digits":                      {Payer{"SCB", "1234567890", ""}, proofStrong},
		"six digits":                      {Payer{"SCB", "xxxx567890", ""}, proofStrong},
		"five digits":                     {Payer{"SCB", "xxx-x-x6789-0", ""}, proofWeak},
		"four digits":                     {Payer{"SCB", "xxx-x-x6789-x", ""}, proofWeak},
		"four digits and the name":        {Payer{"SCB", "xxx-x-x6789-x", "นาย สมชาย ใ"}, proofStrong},
		"four digits, another name":       {Payer{"SCB", "xxx-x-x6789-x", "นาย สมหญิง ใ"}, proofWeak},
		"another digit":                   {Payer{"SCB", "xxx-x-x6788-x", "นาย สมชาย ใจดี"}, proofAgainst},
		"three digits":                    {Payer{"SCB", "xxx-x-xx789-x", ""}, proofNone},
		"three digits and the name":       {Payer{"SCB", "xxx-x-xx789-x", "สมชาย ใจดี"}, proofStrong},
		"three digits, another name":      {Payer{"SCB", "xxx-x-xx789-x", "สมหญิง ใจดี"}, proofAgainst},
		"only the name":                   {Payer{"SCB", "", "MR สมชาย ใ"}, proofStrong},
		"only the first name":             {Payer{"SCB", "", "สมชาย"}, proofNone},
		"only the surname":                {Payer{"SCB", "", "ใจดี"}, proofNone},
		"initials":                        {Payer{"SCB", "xxx-x-xx789-x", "ส. ใจดี"}, proofNone},
		"hidden letters":                  {Payer{"SCB", "", "นาย สม*** ใจ**"}, proofNone},
		"another script":                  {Payer{"SCB", "", "SOMCHAI JAIDEE"}, proofNone},
		"a rank":                          {Payer{"SCB", "", "ว่าที่ร้อยตรีสมชาย ใจดี"}, proofStrong},
		"typed in another way":            {Payer{"SCB", "", "ด.ช.สม\u200bชาย  ใจดี."}, proofStrong},
		"another surname, cut":            {Payer{"SCB", "", "สมชาย ก***"}, proofAgainst},
		"four digits, letters hidden":     {Payer{"SCB", "xxx-x-x6789-x", "ส*** ใ***"}, proofWeak},
		"nothing":                         {Payer{"SCB", "", ""}, proofNone},
		"another bank":                    {Payer{"KBANK", "1234567890", "สมชาย ใจดี"}, proofAgainst},
		"no bank told":                    {Payer{"", "xxxx567890", ""}, proofStrong},
		"a longer number than ours":       {Payer{"SCB", "xx1234567890", ""}, proofNone},
		"aligned right, a shorter number": {Payer{"SCB", "567890", ""}, proofStrong},
		"another sign for what is hidden": {Payer{"SCB", "***-*-*6789-*", "สมชาย ใ"}, proofStrong},
	} {
		if got := payerProof(member, tc.seen); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
}

// Who registered an initial only can be many: no name proves that it is that member.
func TestAnInitialIsNeverAProof(t *testing.T) {
	t.Parallel()
	member := Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI J."}
	for _, shown := range []string{"SOMCHAI JAIDEE", "MR SOMCHAI J", "somchai j."} {
		if got := payerProof(member, Payer{"SCB", "xxxxxxx890", shown}); got != proofNone {
			t.Errorf("%q: %d", shown, got)
		}
		if got := payerProof(member, Payer{"SCB", "xxxxxx7890", shown}); got != proofWeak {
			t.Errorf("%q beside four digits: %d", shown, got)
		}
	}
}

var ours = []Account{
	{Code: "KTB-SLIP", BankCode: "KTB", BankType: typeBank, Source: SourceSlip, AccountNo: "9831234567", Currency: currencyBaht},
	{Code: "SCB-AUTO", BankCode: "SCB", BankType: typeBank, Source: SourceFeed, AccountNo: "4068123456", Currency: currencyBaht},
	{Code: "KBANK", BankCode: "KBANK", BankType: typeBank, Source: SourceGateway, AccountNo: "0481234567", Currency: currencyBaht},
	{Code: "KIP", BankCode: "BBL", BankType: typeBank, Source: SourceSlip, AccountNo: "5550001112", Currency: "LAK"},
	{Code: "TMB", BankCode: "TMB", BankType: typeBank, Source: SourceSlip, AccountNo: "7771234567", Currency: currencyBaht},
	{Code: "TTB2", BankCode: "TTB", BankType: typeBank, Source: SourceSlip, AccountNo: "8881234567", Currency: currencyBaht},
}

func TestWhichAccountATransferReached(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		to     Payer
		code   string
		unsure bool
	}{
		"every digit":                       {Payer{"KTB", "983-1-23456-7", ""}, "KTB-SLIP", false},
		"four digits":                       {Payer{"KTB", "xxx-x-x3456-x", ""}, "KTB-SLIP", false},
		"its number at another bank":        {Payer{"SCB", "983-1-23456-7", ""}, "", false},
		"one digit differs":                 {Payer{"KTB", "xxx-x-x3457-x", ""}, "", false},
		"the same digits not aligned right": {Payer{"KTB", "xxx-x-xx3456", ""}, "", false},
		"three digits":                      {Payer{"KTB", "xxx-x-xx456-x", ""}, "", true},
		"hidden by another sign":            {Payer{"KTB", "■■■-■-■3456-■", ""}, "KTB-SLIP", false},
		"hidden by words":                   {Payer{"KTB", "กกก-ก-ก3457-ก", ""}, "", false},
		"a longer mask":                     {Payer{"KTB", "xx-xxx-x-x3456-x", ""}, "", true},
		"a longer mask, other digits":       {Payer{"KTB", "xx-xxx-x-x9999-x", ""}, "", true},
		"a shorter mask that fits":          {Payer{"KTB", "xx3456-7", ""}, "KTB-SLIP", false},
		"a shorter mask, other digits":      {Payer{"KTB", "xx3456-8", ""}, "", true},
		"nothing visible":                   {Payer{"KTB", "", ""}, "", true},
		"three digits that differ":          {Payer{"KTB", "xxx-x-xx457-x", ""}, "", false},
		"an account with a feed":            {Payer{"SCB", "xxx-x-x2345-x", ""}, "SCB-AUTO", false},
		"a gateway's account":               {Payer{"KBANK", "048-1-23456-7", ""}, "", false},
		"a gateway's account, hidden":       {Payer{"KBANK", "", ""}, "", false},
		"another currency":                  {Payer{"BBL", "5550001112", ""}, "", false},
		"two of ours look alike":            {Payer{"TTB", "xxx-x-x3456-7", ""}, "", true},
		"one of them, told apart":           {Payer{"TMB", "888-x-x3456-7", ""}, "TTB2", false},
		"no bank told, one fits":            {Payer{"", "4068123456", ""}, "SCB-AUTO", false},
		"no bank told, a gateway's fits":    {Payer{"", "0481234567", ""}, "", false},
	} {
		d := findDestination(tc.to, ours)
		if d.account.Code != tc.code || d.ours != (tc.code != "") || d.unsure != tc.unsure {
			t.Errorf("%s: %q, ours %v, unsure %v", name, d.account.Code, d.ours, d.unsure)
		}
	}
}

func TestTheDecisionAboutAVerifiedTransfer(t *testing.T) {
	t.Parallel()
	member := Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
	good := slipFacts{
		transfer: SlipTransfer{
			At: bangkok("2026-11-20 12:00"), Payer: Payer{"SCB", "xxx-x-x6789-x", "MR SOMCHAI J"}, To: Payer{"KTB", "xxx-x-x3456-x", ""},
		},
		uploaded: bangkok("2026-11-20 12:20"), window: SlipWindow{Within: time.Hour}, registered: member, accounts: ours,
	}
	for name, tc := range map[string]struct {
		change  func(f *slipFacts)
		end     slipState
		reason  fault.Code
		reached bool
	}{
		"good":                           {func(*slipFacts) {}, slipCredited, "", true},
		"good, the first":                {func(f *slipFacts) { f.first = true }, slipCredited, "", true},
		"the first, four digits alone":   {func(f *slipFacts) { f.first, f.transfer.Payer.Name = true, "" }, slipReview, fault.NOT_MATCH, true},
		"a later one, four digits alone": {func(f *slipFacts) { f.transfer.Payer.Name = "" }, slipCredited, "", true},
		"the payer unknown":              {func(f *slipFacts) { f.transfer.Payer = Payer{} }, slipReview, fault.NOT_MATCH, true},
		"somebody else's":                {func(f *slipFacts) { f.transfer.Payer.AccountNo = "xxx-x-x0000-x" }, slipFailed, fault.NOT_MATCH, true},
		"somebody else's and old": {func(f *slipFacts) {
			f.transfer.Payer.AccountNo, f.uploaded = "xxx-x-x0000-x", bangkok("2026-11-20 14:00")
		}, slipFailed, fault.NOT_MATCH, true},
		"on the last minute":         {func(f *slipFacts) { f.uploaded = bangkok("2026-11-20 13:00") }, slipCredited, "", true},
		"old":                        {func(f *slipFacts) { f.uploaded = bangkok("2026-11-20 13:01") }, slipFailed, fault.EXPIRED_SLIP, true},
		"old, and the first":         {func(f *slipFacts) { f.first, f.uploaded = true, bangkok("2026-11-21 13:00") }, slipFailed, fault.EXPIRED_SLIP, true},
		"from tomorrow":              {func(f *slipFacts) { f.uploaded = bangkok("2026-11-19 12:00") }, slipReview, fault.SLIP_TIME_AHEAD, true},
		"to somebody else":           {func(f *slipFacts) { f.transfer.To.AccountNo = "xxx-x-x9999-x" }, slipFailed, fault.DEST_ACC_INVALID, false},
		"to somebody else, from one": {func(f *slipFacts) { f.transfer.To.AccountNo, f.transfer.Payer = "xxx-x-x9999-x", Payer{} }, slipFailed, fault.DEST_ACC_INVALID, false},
		"to a gateway's account":     {func(f *slipFacts) { f.transfer.To = Payer{"KBANK", "0481234567", ""} }, slipFailed, fault.DEST_ACC_INVALID, false},
		"to nobody knows whom":       {func(f *slipFacts) { f.transfer.To = Payer{} }, slipReview, fault.DEST_ACC_INVALID, false},
		"no account then":            {func(f *slipFacts) { f.accounts = nil }, slipFailed, fault.DEST_ACC_INVALID, false},
	} {
		f := good
		tc.change(&f)
		o := f.decide()
		if o.end != tc.end || o.reason != tc.reason || o.reached != tc.reached {
			t.Errorf("%s: %s %s, reached %v", name, o.end, o.reason, o.reached)
		}
	}
}

// A bank's two names of a payer: the one that the member registered is compared.
func TestAPayerWithTwoNames(t *testing.T) {
	t.Parallel()
	registered := Payer{BankCode: "KTB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
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
		transfer := SlipTransfer{Payer: Payer{BankCode: "KTB", AccountNo: "xxx-x-x6789-x", Name: tc.told}, PayerAlso: tc.also}
		got := transfer.knownAs(registered)
		if got.Payer.Name != tc.want || payerProof(registered, got.Payer) != tc.proof {
			t.Errorf("%s: %q, proof %d", name, got.Payer.Name, payerProof(registered, got.Payer))
		}
	}
}
