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
	member := deposit.Payer{BankCode: "SCB", AccountNo: "123-4-56789-0", Name: "นายสมชาย ใจดี"}
	for name, tc := range map[string]struct {
		seen deposit.Payer
		want proof
	}{
		"all digits":                      {deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: ""}, proofStrong},
		"six digits":                      {deposit.Payer{BankCode: "SCB", AccountNo: "xxxx567890", Name: ""}, proofStrong},
		"five digits":                     {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-0", Name: ""}, proofWeak},
		"four digits":                     {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-x", Name: ""}, proofWeak},
		"four digits and the name":        {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-x", Name: "นาย สมชาย ใ"}, proofStrong},
		"four digits, another name":       {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-x", Name: "นาย สมหญิง ใ"}, proofWeak},
		"another digit":                   {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6788-x", Name: "นาย สมชาย ใจดี"}, proofAgainst},
		"three digits":                    {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-xx789-x", Name: ""}, proofNone},
		"three digits and the name":       {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-xx789-x", Name: "สมชาย ใจดี"}, proofStrong},
		"three digits, another name":      {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-xx789-x", Name: "สมหญิง ใจดี"}, proofAgainst},
		"only the name":                   {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "MR สมชาย ใ"}, proofStrong},
		"only the first name":             {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "สมชาย"}, proofNone},
		"only the surname":                {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "ใจดี"}, proofNone},
		"initials":                        {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-xx789-x", Name: "ส. ใจดี"}, proofNone},
		"hidden letters":                  {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "นาย สม*** ใจ**"}, proofNone},
		"another script":                  {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "SOMCHAI JAIDEE"}, proofNone},
		"a rank":                          {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "ว่าที่ร้อยตรีสมชาย ใจดี"}, proofStrong},
		"typed in another way":            {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "ด.ช.สม\u200bชาย  ใจดี."}, proofStrong},
		"another surname, cut":            {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: "สมชาย ก***"}, proofAgainst},
		"four digits, letters hidden":     {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-x", Name: "ส*** ใ***"}, proofWeak},
		"nothing":                         {deposit.Payer{BankCode: "SCB", AccountNo: "", Name: ""}, proofNone},
		"another bank":                    {deposit.Payer{BankCode: "KBANK", AccountNo: "1234567890", Name: "สมชาย ใจดี"}, proofAgainst},
		"no bank told":                    {deposit.Payer{BankCode: "", AccountNo: "xxxx567890", Name: ""}, proofStrong},
		"a longer number than ours":       {deposit.Payer{BankCode: "SCB", AccountNo: "xx1234567890", Name: ""}, proofNone},
		"aligned right, a shorter number": {deposit.Payer{BankCode: "SCB", AccountNo: "567890", Name: ""}, proofStrong},
		"another sign for what is hidden": {deposit.Payer{BankCode: "SCB", AccountNo: "***-*-*6789-*", Name: "สมชาย ใ"}, proofStrong},
	} {
		if got := payerProof(member, tc.seen); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
}

// Who registered an initial only can be many: no name proves that it is that member.
func TestAnInitialIsNeverAProof(t *testing.T) {
	t.Parallel()
	member := deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI J."}
	for _, shown := range []string{"SOMCHAI JAIDEE", "MR SOMCHAI J", "somchai j."} {
		if got := payerProof(member, deposit.Payer{BankCode: "SCB", AccountNo: "xxxxxxx890", Name: shown}); got != proofNone {
			t.Errorf("%q: %d", shown, got)
		}
		if got := payerProof(member, deposit.Payer{BankCode: "SCB", AccountNo: "xxxxxx7890", Name: shown}); got != proofWeak {
			t.Errorf("%q beside four digits: %d", shown, got)
		}
	}
}

var ours = []deposit.Account{
	{Code: "KTB-SLIP", BankCode: "KTB", BankType: deposit.TypeBank, Source: deposit.SourceSlip, AccountNo: "9831234567", Currency: currencyBaht},
	{Code: "SCB-AUTO", BankCode: "SCB", BankType: deposit.TypeBank, Source: deposit.SourceFeed, AccountNo: "4068123456", Currency: currencyBaht},
	{Code: "KBANK", BankCode: "KBANK", BankType: deposit.TypeBank, Source: deposit.SourceGateway, AccountNo: "0481234567", Currency: currencyBaht},
	{Code: "KIP", BankCode: "BBL", BankType: deposit.TypeBank, Source: deposit.SourceSlip, AccountNo: "5550001112", Currency: "LAK"},
	{Code: "TMB", BankCode: "TMB", BankType: deposit.TypeBank, Source: deposit.SourceSlip, AccountNo: "7771234567", Currency: currencyBaht},
	{Code: "TTB2", BankCode: "TTB", BankType: deposit.TypeBank, Source: deposit.SourceSlip, AccountNo: "8881234567", Currency: currencyBaht},
}

func TestWhichAccountATransferReached(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		to     deposit.Payer
		code   string
		unsure bool
	}{
		"every digit":                       {deposit.Payer{BankCode: "KTB", AccountNo: "983-1-23456-7", Name: ""}, "KTB-SLIP", false},
		"four digits":                       {deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-x3456-x", Name: ""}, "KTB-SLIP", false},
		"its number at another bank":        {deposit.Payer{BankCode: "SCB", AccountNo: "983-1-23456-7", Name: ""}, "", false},
		"one digit differs":                 {deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-x3457-x", Name: ""}, "", false},
		"the same digits not aligned right": {deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-xx3456", Name: ""}, "", false},
		"three digits":                      {deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-xx456-x", Name: ""}, "", true},
		"hidden by another sign":            {deposit.Payer{BankCode: "KTB", AccountNo: "■■■-■-■3456-■", Name: ""}, "KTB-SLIP", false},
		"hidden by words":                   {deposit.Payer{BankCode: "KTB", AccountNo: "กกก-ก-ก3457-ก", Name: ""}, "", false},
		"a longer mask":                     {deposit.Payer{BankCode: "KTB", AccountNo: "xx-xxx-x-x3456-x", Name: ""}, "", true},
		"a longer mask, other digits":       {deposit.Payer{BankCode: "KTB", AccountNo: "xx-xxx-x-x9999-x", Name: ""}, "", true},
		"a shorter mask that fits":          {deposit.Payer{BankCode: "KTB", AccountNo: "xx3456-7", Name: ""}, "KTB-SLIP", false},
		"a shorter mask, other digits":      {deposit.Payer{BankCode: "KTB", AccountNo: "xx3456-8", Name: ""}, "", true},
		"nothing visible":                   {deposit.Payer{BankCode: "KTB", AccountNo: "", Name: ""}, "", true},
		"three digits that differ":          {deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-xx457-x", Name: ""}, "", false},
		"an account with a feed":            {deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x2345-x", Name: ""}, "SCB-AUTO", false},
		"a gateway's account":               {deposit.Payer{BankCode: "KBANK", AccountNo: "048-1-23456-7", Name: ""}, "", false},
		"a gateway's account, hidden":       {deposit.Payer{BankCode: "KBANK", AccountNo: "", Name: ""}, "", false},
		"another currency":                  {deposit.Payer{BankCode: "BBL", AccountNo: "5550001112", Name: ""}, "", false},
		"two of ours look alike":            {deposit.Payer{BankCode: "TTB", AccountNo: "xxx-x-x3456-7", Name: ""}, "", true},
		"one of them, told apart":           {deposit.Payer{BankCode: "TMB", AccountNo: "888-x-x3456-7", Name: ""}, "TTB2", false},
		"no bank told, one fits":            {deposit.Payer{BankCode: "", AccountNo: "4068123456", Name: ""}, "SCB-AUTO", false},
		"no bank told, a gateway's fits":    {deposit.Payer{BankCode: "", AccountNo: "0481234567", Name: ""}, "", false},
	} {
		d := findDestination(tc.to, ours)
		if d.account.Code != tc.code || d.ours != (tc.code != "") || d.unsure != tc.unsure {
			t.Errorf("%s: %q, ours %v, unsure %v", name, d.account.Code, d.ours, d.unsure)
		}
	}
}

func TestTheDecisionAboutAVerifiedTransfer(t *testing.T) {
	t.Parallel()
	member := deposit.Payer{BankCode: "SCB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
	good := facts{
		transfer: Transfer{
			At: bangkok("2026-11-20 12:00"), Payer: deposit.Payer{BankCode: "SCB", AccountNo: "xxx-x-x6789-x", Name: "MR SOMCHAI J"}, To: deposit.Payer{BankCode: "KTB", AccountNo: "xxx-x-x3456-x", Name: ""},
		},
		uploaded: bangkok("2026-11-20 12:20"), window: Window{Within: time.Hour}, registered: member, accounts: ours,
	}
	for name, tc := range map[string]struct {
		change  func(f *facts)
		end     state
		reason  fault.Code
		reached bool
	}{
		"good":                           {func(*facts) {}, stateCredited, "", true},
		"good, the first":                {func(f *facts) { f.first = true }, stateCredited, "", true},
		"the first, four digits alone":   {func(f *facts) { f.first, f.transfer.Payer.Name = true, "" }, stateReview, fault.NOT_MATCH, true},
		"a later one, four digits alone": {func(f *facts) { f.transfer.Payer.Name = "" }, stateCredited, "", true},
		"the payer unknown":              {func(f *facts) { f.transfer.Payer = deposit.Payer{} }, stateReview, fault.NOT_MATCH, true},
		"somebody else's":                {func(f *facts) { f.transfer.Payer.AccountNo = "xxx-x-x0000-x" }, stateFailed, fault.NOT_MATCH, true},
		"somebody else's and old": {func(f *facts) {
			f.transfer.Payer.AccountNo, f.uploaded = "xxx-x-x0000-x", bangkok("2026-11-20 14:00")
		}, stateFailed, fault.NOT_MATCH, true},
		"on the last minute":         {func(f *facts) { f.uploaded = bangkok("2026-11-20 13:00") }, stateCredited, "", true},
		"old":                        {func(f *facts) { f.uploaded = bangkok("2026-11-20 13:01") }, stateFailed, fault.EXPIRED_SLIP, true},
		"old, and the first":         {func(f *facts) { f.first, f.uploaded = true, bangkok("2026-11-21 13:00") }, stateFailed, fault.EXPIRED_SLIP, true},
		"from tomorrow":              {func(f *facts) { f.uploaded = bangkok("2026-11-19 12:00") }, stateReview, fault.SLIP_TIME_AHEAD, true},
		"to somebody else":           {func(f *facts) { f.transfer.To.AccountNo = "xxx-x-x9999-x" }, stateFailed, fault.DEST_ACC_INVALID, false},
		"to somebody else, from one": {func(f *facts) { f.transfer.To.AccountNo, f.transfer.Payer = "xxx-x-x9999-x", deposit.Payer{} }, stateFailed, fault.DEST_ACC_INVALID, false},
		"to a gateway's account":     {func(f *facts) { f.transfer.To = deposit.Payer{BankCode: "KBANK", AccountNo: "0481234567", Name: ""} }, stateFailed, fault.DEST_ACC_INVALID, false},
		"to nobody knows whom":       {func(f *facts) { f.transfer.To = deposit.Payer{} }, stateReview, fault.DEST_ACC_INVALID, false},
		"no account then":            {func(f *facts) { f.accounts = nil }, stateFailed, fault.DEST_ACC_INVALID, false},
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
	registered := deposit.Payer{BankCode: "KTB", AccountNo: "1234567890", Name: "SOMCHAI JAIDEE"}
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
