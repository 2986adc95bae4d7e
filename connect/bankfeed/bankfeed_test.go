package bankfeed_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/bankfeed"
	"krapao/connect/bankfeed/wire"
	"krapao/connect/outbound"
	"krapao/deposit/feed"
	"krapao/deposit/feed/feedtest"
	"krapao/sandbox"
	"krapao/sandbox/banks"
	"krapao/sandbox/sandboxtest"
)

const (
	timeout = 10 * time.Second // the product's timeout of one call
	account = "4068123456"
)

func config(base string, settings outbound.Settings) bankfeed.Config {
	known := sandbox.DemoCredentials().Feed
	return bankfeed.Config{
		BaseURL: base, Key: known.Key, Secret: known.Secret, Bank: "014", Page: 5, Outbound: settings,
	}
}

func TestConformance(t *testing.T) {
	t.Parallel()
	feedtest.Run(t, func(t *testing.T) feedtest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		c := config(s.URL+"/feed/", s.Outbound(timeout))
		other := banks.DemoAccounts()[1]
		return feedtest.Bench{
			Feed: bankfeed.New(c), Timeout: timeout, Page: c.Page, Account: account, Other: other.Number,
			Secrets: []string{s.URL, c.Key, c.Secret}, Reverse: s.Reverse, Switch: s.Feed,
			Credit: func(credit feedtest.Credit) string {
				bank, number := "SCB", account
				if credit.To != "" {
					bank, number = other.Bank, credit.To
				}
				transfer := sandboxtest.Transfer{
					FromBank: credit.From.BankCode, FromAccount: credit.From.AccountNo, FromName: credit.From.Name,
					ToBank: bank, ToAccount: number, Amount: json.Number(credit.Amount.String()),
				}
				if !credit.At.IsZero() {
					transfer.At = &credit.At
				}
				return s.Transfer(transfer).Ref
			},
			Fault: func(mode string, delay time.Duration) {
				s.AddFault(sandboxtest.Fault{Target: "feed", Mode: mode, DelayMS: int(delay / time.Millisecond)})
			},
		}
	})
}

// A bank answers only our requests: with our key, our signature, and a clock that is nearly right.
func TestQuestionsAreSigned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, questionsAreSigned)
}

func questionsAreSigned(t *testing.T) {
	s := sandboxtest.Start(t, sandboxtest.Options{})
	for name, change := range map[string]func(c *bankfeed.Config){
		"another key":    func(c *bankfeed.Config) { c.Key = "somebody" },
		"another secret": func(c *bankfeed.Config) { c.Secret = "guessed" },
		"an old clock":   func(c *bankfeed.Config) { c.Now = func() time.Time { return time.Now().Add(-2 * wire.Window) } },
		"a fast clock":   func(c *bankfeed.Config) { c.Now = func() time.Time { return time.Now().Add(2 * wire.Window) } },
	} {
		c := config(s.URL+"/feed", s.Outbound(timeout))
		change(&c)
		_, err := bankfeed.New(c).Lines(t.Context(), account, "")
		if err == nil || !strings.Contains(err.Error(), wire.CodeBadSignature) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := bankfeed.New(config(s.URL+"/feed", s.Outbound(timeout))).Lines(t.Context(), account, ""); err != nil {
		t.Errorf("a correct request: %v", err)
	}
}

// A page whose frame can't be read is unreadable, since nobody knows where to continue. A line in it that can't be read
// is passed on as it was sent, together with the others.
func TestAPageIsReadByItsFrameAndALineByItself(t *testing.T) {
	t.Parallel()
	good := `{"id":"1","kind":"credit","time":"2026-03-01T12:00:00+07:00","amount":"10.00"}`
	page := func(lines, rest string) string {
		return `{"account":{"bank":"014","number":"4068123456"},"lines":[` + lines + `],` + rest + `}`
	}
	const more = `"next":"L2","more":false`
	for name, c := range map[string]struct {
		answer string
		// lines has one letter per line: g for a good one, o for an odd one. "-" is an unreadable page.
		lines string
	}{
		"a page": {page(good, more), "g"},
		"no payer, no reference": {
			page(`{"id":"1","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"10.00","payer":null}`, more), "g",
		},
		"another account":            {strings.Replace(page(good, more), "4068123456", "4068123457", 1), "-"},
		"another bank":               {strings.Replace(page(good, more), `"014"`, `"004"`, 1), "-"},
		"lines without a cursor":     {page(good, `"next":"","more":false`), "-"},
		"more, but no way there":     {page("", `"next":"","more":true`), "-"},
		"half an answer":             {page(good, more)[:60], "-"},
		"somebody's page for people": {`<!doctype html><title>502</title>`, "-"},
		"a line without an id":       {page(good+`,{"kind":"credit","time":"2026-03-01T12:00:00Z","amount":"10.00"}`, more), "go"},
		"a line without an amount":   {page(good+`,{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z"},`+good, more), "gog"},
		"a line of nothing":          {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"0.00"}`, more), "o"},
		"a line of less":             {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"-5.00"}`, more), "o"},
		"half a satang":              {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"0.005"}`, more), "o"},
		"an amount that is a number": {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":5}`, more), "o"},
		"a line without a time":      {page(`{"id":"2","kind":"credit","amount":"1.00"}`, more), "o"},
		"a time without a zone":      {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00","amount":"1.00"}`, more), "o"},
		"an unknown kind":            {page(`{"id":"2","kind":"fee","time":"2026-03-01T12:00:00Z","amount":"1.00"}`, more), "o"},
		"a reversal of nothing":      {page(`{"id":"2","kind":"reversal","time":"2026-03-01T12:00:00Z","amount":"1.00"}`, more), "o"},
		"a credit that reverses": {
			page(`{"id":"2","kind":"credit","reverses":"1","time":"2026-03-01T12:00:00Z","amount":"1.00"}`, more), "o",
		},
		"an amount twice": {
			page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"1.00","amount":"9.00"},`+good, more), "og",
		},
		"an amount in two cases": {
			page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"1.00","Amount":"9.00"},`+good, more), "og",
		},
		"an amount of 30 digits": {
			page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"`+strings.Repeat("9", 30)+`"}`, more), "o",
		},
		"an exponent": {page(`{"id":"2","kind":"credit","time":"2026-03-01T12:00:00Z","amount":"1e400"}`, more), "o"},
		"an account twice": {
			page(good, more+`,"account":{"bank":"014","number":"4068123457"}`), "-",
		},
		"a deep nest":         {page(good, more+`,"x":`+strings.Repeat("[", 20_000)+strings.Repeat("]", 20_000)), "-"},
		"lines that are none": {page(`null,7,"maintenance",[],`+good, more), "oooog"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(c.answer))
		}))
		got, err := bankfeed.New(config(server.URL, outbound.Settings{})).Lines(t.Context(), account, "")
		server.Close()
		lines := ""
		for _, l := range got.Lines {
			if !strings.Contains(c.answer, l.Raw) || l.Raw == "" {
				t.Errorf("%s: %q is not as it was sent", name, l.Raw)
			}
			if l.Odd == "" {
				lines += "g"
			} else {
				lines += "o"
			}
		}
		if err != nil {
			lines = "-"
		}
		if lines != c.lines {
			t.Errorf("%s: read as %s, want %s: %+v, %v", name, lines, c.lines, got, err)
		}
	}
}

// An unreadable page is reported with its text, with its complete lines if it names the requested account, and with the
// next cursor if that is complete.
func TestWhatCanBeReadOfAnAnswerThatIsNoPage(t *testing.T) {
	t.Parallel()
	one := `{"id":"1","kind":"credit","time":"2026-03-01T12:00:00+07:00","amount":"10.00"}`
	two := `{"id":"2","kind":"credit","time":"2026-03-01T12:00:00+07:00","amount":"10.00"}`
	const ours = `"account":{"bank":"014","number":"4068123456"}`
	for name, c := range map[string]struct {
		status       int
		answer, next string
		lines        int
	}{
		"HTML":       {200, `<!doctype html><title>maintenance</title>`, "", 0},
		"nothing":    {200, ``, "", 0},
		"a text":     {200, `"maintenance"`, "", 0},
		"a list":     {200, `[` + one + `]`, "", 0},
		"no content": {204, ``, "", 0},
		"a part":     {206, `{` + ours + `,"lines":[` + one + `],"next":"L2","more":false}`, "", 0},
		"another account": {
			200, `{"account":{"bank":"014","number":"1"},"lines":[` + one + `],"next":"L2","more":false}`, "", 0,
		},
		"no account":                {200, `{"lines":[` + one + `],"next":"L2","more":false}`, "", 0},
		"an account that is a text": {200, `{"account":"4068123456","lines":[` + one + `],"next":"L2","more":false}`, "", 0},
		"cut within a line":         {200, `{` + ours + `,"lines":[` + one + `,` + two[:40], "", 1},
		"cut off after the cursor":  {200, `{` + ours + `,"next":"L2","more":true,"lines":[` + one + `,` + two + `,`, "L2", 2},
		"cut before the account":    {200, `{"lines":[` + one + `,` + two + `],"next":"L2"`, "", 0},
		"lines that are a text":     {200, `{` + ours + `,"lines":"maintenance","next":"L2","more":false}`, "L2", 0},
		"lines under names": {
			200, `{` + ours + `,"lines":{"0":` + one + `,"2":` + two + `,"note":"x"},"next":"L2","more":false}`, "L2", 2,
		},
		"no lines, and another cursor": {200, `{` + ours + `,"lines":null,"next":"L2","more":false}`, "L2", 0},
		"a cursor that is a number":    {200, `{` + ours + `,"lines":[` + one + `],"next":2,"more":false}`, "", 1},
		"a cursor with a control byte": {200, `{` + ours + `,"lines":[` + one + `],"next":"L\u0000","more":false}`, "", 1},
		"more that is a text":          {200, `{` + ours + `,"lines":[` + one + `],"next":"L2","more":"no"}`, "L2", 1},
		"the same cursor, with more":   {200, `{` + ours + `,"lines":[` + one + `],"next":"L1","more":true}`, "", 1},
		"a warning behind it":          {200, `{` + ours + `,"lines":[` + one + `],"next":"L2","more":false}Warning: x`, "L2", 1},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(c.answer))
		}))
		got, err := bankfeed.New(config(server.URL, outbound.Settings{})).Lines(t.Context(), account, "L1")
		server.Close()
		var unreadable *feed.UnreadablePageError
		if !errors.As(err, &unreadable) || !unreadable.Why.Known() || unreadable.Raw != c.answer && c.status != 204 {
			t.Errorf("%s: %v", name, err)
		}
		if len(got.Lines) != c.lines || got.Next != c.next {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, status := range []int{400, 401, 403, 404, 429, 500, 502, 503} { // it refuses or is down, which makes no case
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		_, err := bankfeed.New(config(server.URL, outbound.Settings{})).Lines(t.Context(), account, "L1")
		server.Close()
		if unreadable := (*feed.UnreadablePageError)(nil); err == nil || errors.As(err, &unreadable) {
			t.Errorf("%d: %v", status, err)
		}
	}
}
