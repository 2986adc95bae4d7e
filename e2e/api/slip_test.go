package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	rscqr "rsc.io/qr"

	"krapao/deposit"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/qr"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/ledger"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// form is a file as a browser sends it.
func form(t *testing.T, field string, file []byte) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile(field, "slip.png")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(file)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), w.FormDataContentType()
}

func upload(t *testing.T, c *apptest.Client, file []byte, header ...string) apptest.Answer {
	t.Helper()
	body, kind := form(t, "file", file)
	return c.Raw(http.MethodPost, "/api/wallet/slip", body, append(header, "Content-Type", kind)...)
}

// pay transfers from the member's own account, as registered, to an account of ours.
func pay(a *apptest.App, c *apptest.Client, amount string, change ...func(*sandboxtest.Transfer)) sandboxtest.Transferred {
	p := c.Registered
	t := sandboxtest.Transfer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName, ToBank: "KTB", ToAccount: "9831234567",
		Amount: jsonNumber(amount),
	}
	for _, f := range change {
		f(&t)
	}
	return a.Sandbox.Transfer(t)
}

// slipOf is the row of a slip in the member's list.
func slipOf(c *apptest.Client, reference string) map[string]any {
	rows, _ := c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 100}).OK(200).Value("slips").([]any)
	for _, row := range rows {
		if slip, _ := row.(map[string]any); slip["reference"] == reference {
			return slip
		}
	}
	return nil
}

// fate waits for a slip's end and returns "STATUS NOTE amount".
func fate(t *testing.T, c *apptest.Client, reference string) string {
	t.Helper()
	var slip map[string]any
	apptest.Eventually(t, "the end of slip "+reference, func() bool {
		slip = slipOf(c, reference)
		return slip["status"] != "IN_PROGRESS" || slip["note"] != nil
	})
	return fmt.Sprint(slip["status"], " ", slip["note"], " ", slip["amount"])
}

func TestASlipIsCreditedAndSeen(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		paid := pay(a, c, "512.25")
		file := a.Sandbox.Slip(paid.Slip + "?width=1080") // as wide as a bank's app makes it
		told := upload(t, c, file, "Idempotency-Key", "k").OK(200)
		reference := told.At("slip.reference")
		if told.At("message") != "SUCCESS" || told.At("slip.status") != "IN_PROGRESS" || told.At("slip.amount") != "0" ||
			told.Value("slip.note") != nil || told.Value("slip.link") != nil || told.At("slip._id") != reference || reference == "" {
			t.Errorf("the answer: %s", told.Text)
		}
		again := upload(t, c, file, "Idempotency-Key", "k").OK(200)
		if again.Text != told.Text || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("the same file and key: %s", again.Text)
		}
		upload(t, c, append(file, 0), "Idempotency-Key", "k").Refused(409, "IDEMPOTENCY_MISMATCH")
		if got := fate(t, c, reference); got != "SUCCESS <nil> 512.25" || c.Balance() != 51225 {
			t.Errorf("it ended as %s, the wallet has %s", got, c.Balance())
		}
		statement := c.Post("/api/statement", map[string]any{"page": 1, "limit": 10}).OK(200)
		if statement.At("total") != "1" || statement.At("statements.0.statementType") != "deposit" ||
			statement.At("statements.0.amount") != "512.25" {
			t.Errorf("statement: %s", statement.Text)
		}
		seen(t, a, c, reference)
		// The same slip again, and in another picture of it.
		for _, file := range [][]byte{file, a.Sandbox.Slip(paid.Slip + "?layout=night")} {
			twice := upload(t, c, file).OK(200).At("slip.reference")
			if got := fate(t, c, twice); got != "FAILED SLIP_REFNO_DUPLICATED 0" {
				t.Errorf("the same slip again: %s", got)
			}
		}
		if list := c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 10}).OK(200); list.At("total") != "3" ||
			c.Balance() != 51225 {
			t.Errorf("every upload is a row, one is money: %s", list.Text)
		}
	})
}

// seen looks at the picture by its link.
func seen(t *testing.T, a *apptest.App, c *apptest.Client, reference string) {
	t.Helper()
	url := c.Get("/api/statement/slip/reference/" + reference).OK(200).At("url")
	other := a.Member()
	other.Get("/api/statement/slip/reference/"+reference).Refused(404, "NO_DATA")
	c.Get("/api/statement/slip/reference/nothing").Refused(404, "NO_DATA")
	shown := a.Client().Get(url, "X-Requested-With", "").OK(200)
	policy := shown.Header.Get("Content-Security-Policy")
	if shown.Header.Get("Content-Type") != "image/jpeg" || shown.Header.Get("X-Content-Type-Options") != "nosniff" ||
		shown.Header.Get("Cache-Control") != "no-store" ||
		!strings.Contains(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("headers of the picture: %v", shown.Header)
	}
	if _, _, err := image.Decode(strings.NewReader(shown.Text)); err != nil {
		t.Errorf("the picture: %v", err)
	}
	for _, forged := range []string{
		url[:len(url)-1], url + "A", strings.Replace(url, "/files/", "/files/A", 1), "/files/", "/files/%00",
	} {
		if got := a.Client().Get(forged, "X-Requested-With", ""); got.Status != 404 {
			t.Errorf("%s: %d", forged, got.Status)
		}
	}
}

// TestSlipsThatAreNoGood: each rule's reason code, and no money to whom it is not.
func TestSlipsThatAreNoGood(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		hourAgo := a.Store.Now().Add(-65 * time.Minute)
		var all sync.WaitGroup
		for name, tc := range map[string]struct {
			file func(c *apptest.Client) []byte
			want string
		}{
			"somebody else's account": {func(c *apptest.Client) []byte {
				other := func(t *sandboxtest.Transfer) { t.FromAccount, t.FromName = "5556667778", "MR OTHER PERSON" }
				return a.Sandbox.Slip(pay(a, c, "100", other).Slip)
			}, "FAILED NOT_MATCH 100"},
			"to somebody else": {func(c *apptest.Client) []byte {
				return a.Sandbox.Slip(pay(a, c, "100", func(t *sandboxtest.Transfer) { t.ToAccount = "1112223334" }).Slip)
			}, "FAILED DEST_ACC_INVALID 100"},
			"to a gateway's account": {func(c *apptest.Client) []byte {
				return a.Sandbox.Slip(pay(a, c, "100", func(t *sandboxtest.Transfer) { t.ToBank, t.ToAccount = "KBANK", "0481234567" }).Slip)
			}, "FAILED DEST_ACC_INVALID 100"},
			"old": {func(c *apptest.Client) []byte {
				return a.Sandbox.Slip(pay(a, c, "100", func(t *sandboxtest.Transfer) { t.At = &hourAgo }).Slip)
			}, "FAILED EXPIRED_SLIP 100"},
			"no code in it": {func(*apptest.Client) []byte { return picture(t, nil) }, "FAILED CANNOT_READ_CROPPED_IMAGE 0"},
			"another kind of code": {func(*apptest.Client) []byte {
				return picture(t, code(t, "https://example.com/"))
			}, "FAILED INVALID_SLIP 0"},
			"a damaged checksum": {func(*apptest.Client) []byte {
				text := qr.SlipText(qr.SlipCode{Bank: "014", Reference: "2026112100ABCDEF"})
				return picture(t, code(t, text[:len(text)-4]+"0BAD"))
			}, "FAILED UNSTABLE_REFNO_ON_SLIP 0"},
			"a transfer that the bank does not know": {func(*apptest.Client) []byte {
				return picture(t, code(t, qr.SlipText(qr.SlipCode{Bank: "014", Reference: "2026112100ABCDEF"})))
			}, "FAILED INVALID_SLIP 0"},
		} {
			all.Go(func() {
				c := a.Member()
				reference := upload(t, c, tc.file(c)).OK(200).At("slip.reference")
				if got := fate(t, c, reference); got != tc.want {
					t.Errorf("%s: %s, want %s", name, got, tc.want)
				}
				if got := c.Balance(); got != 0 {
					t.Errorf("%s: the wallet has %s", name, got)
				}
			})
		}
		all.Wait()
	})
}

// TestAStolenSlipGainsNothing: whoever is first, the money is its payer's; what a thief's upload left as nobody's is the
// payer's too.
func TestAStolenSlipGainsNothing(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		owner, thief := a.Member(), a.Member()
		file := a.Sandbox.Slip(pay(a, owner, "700").Slip)
		stolen := upload(t, thief, file).OK(200).At("slip.reference")
		if got := fate(t, thief, stolen); got != "FAILED NOT_MATCH 700" {
			t.Errorf("the thief's: %s", got)
		}
		if got := houseBalance(t, a, ledger.Unmatched); got != 70000 {
			t.Errorf("what reached us is kept: unmatched has %s", got)
		}
		own := upload(t, owner, file).OK(200).At("slip.reference")
		if got := fate(t, owner, own); got != "SUCCESS <nil> 700" || owner.Balance() != 70000 || thief.Balance() != 0 {
			t.Errorf("the owner's: %s, %s and %s", got, owner.Balance(), thief.Balance())
		}
		late := upload(t, thief, file).OK(200).At("slip.reference")
		if got := fate(t, thief, late); got != "FAILED SLIP_REFNO_DUPLICATED 0" || thief.Balance() != 0 {
			t.Errorf("the thief's second: %s", got)
		}
		if got := houseBalance(t, a, ledger.Unmatched); got != 0 {
			t.Errorf("unmatched has %s", got)
		}
	})
}

// TestOneSlipInParallel: the same slip from two members, many times at once: one credit, to the payer.
func TestOneSlipInParallel(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		owner, thief := a.Member(), a.Member()
		file := a.Sandbox.Slip(pay(a, owner, "300").Slip)
		var all sync.WaitGroup
		var mu sync.Mutex
		ends := map[string]int{}
		for i, c := range []*apptest.Client{owner, thief, owner, thief, owner} {
			all.Go(func() {
				body, kind := form(t, "file", file)
				got, err := c.Try(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind, "Idempotency-Key", fmt.Sprint("slip-", i))
				if err != nil {
					t.Error(err)
					return
				}
				end := fate(t, c, got.OK(200).At("slip.reference"))
				mu.Lock()
				defer mu.Unlock()
				ends[end]++
			})
		}
		all.Wait()
		if ends["SUCCESS <nil> 300"] != 1 || owner.Balance() != 30000 || thief.Balance() != 0 {
			t.Errorf("ends %v, owner %s, thief %s", ends, owner.Balance(), thief.Balance())
		}
	})
}

// TestSlipsThatWait: a bank that is slow, a verifier that is down, lies or has no quota left: the slip waits or the next
// verifier is asked, and it is credited in the end.
func TestSlipsThatWait(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		for name, faults := range map[string][]sandboxtest.Fault{
			"both slow": {
				{Target: "slip:slipok", Mode: "pending", Count: 2}, {Target: "slip:easyslip", Mode: "pending", Count: 2},
			},
			"the first has no quota": {{Target: "slip:slipok", Mode: "refuse", Count: 3}},
			"the first is down":      {{Target: "slip:slipok", Mode: "down", Count: 3}},
			"the first is garbage":   {{Target: "slip:slipok", Mode: "garbage", Count: 3}},
			"the answer is lost":     {{Target: "slip:slipok", Mode: "lost_reply", DelayMS: 100}, {Target: "slip:easyslip", Mode: "down"}},
			"not known at first": {
				{Target: "slip:slipok", Mode: "not_found", DelayMS: 1500}, {Target: "slip:easyslip", Mode: "not_found", DelayMS: 1500},
			},
		} {
			c := a.Member()
			file := a.Sandbox.Slip(pay(a, c, "50").Slip)
			a.Sandbox.ClearFaults()
			for _, f := range faults {
				a.Sandbox.AddFault(f)
			}
			reference := upload(t, c, file).OK(200).At("slip.reference")
			if got := slipOf(c, reference); got["status"] == "FAILED" {
				t.Errorf("%s: told as failed: %v", name, got)
			}
			apptest.Eventually(t, name+": it is credited", func() bool { return c.Balance() == 5000 })
			if got := fate(t, c, reference); got != "SUCCESS <nil> 50" {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
}

// TestUploadsThatAreRefused: every code of the upload. None of them comes as far as the store.
func TestUploadsThatAreRefused(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		good := picture(t, nil)
		post := func(body, kind string) apptest.Answer {
			return c.Raw(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind)
		}
		body, kind := form(t, "picture", good)
		post(body, kind).Refused(400, "SLIP_NO_FILE")
		post(`{"file":"x"}`, "application/json").Refused(400, "SLIP_NO_FILE")
		c.Raw(http.MethodPost, "/api/wallet/slip", "").Refused(400, "SLIP_NO_FILE")
		body, kind = form(t, "file", nil)
		post(body, kind).Refused(400, "SLIP_NO_FILE")
		body, kind = form(t, "file", good)
		post(body[:len(body)/2], kind).Refused(409, "SLIP_UPLOAD_FAIL")
		for _, file := range map[string][]byte{
			"text": []byte("this is no picture"),
			"svg":  []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			"gif": []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00," +
				"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"),
			"14 GB in a PNG": []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" +
				"\x00\x01\xf4\x00\x00\x01\xf4\x00\x08\x06\x00\x00\x00\x00\x00\x00\x00"),
			"half a picture": good[:len(good)/2],
			"11 MB":          bytes.Repeat([]byte("x"), 11<<20),
			"10 MB and one":  append(append([]byte{}, good...), make([]byte, 10<<20+1-len(good))...),
		} {
			upload(t, c, file).Refused(415, "SLIP_INVALID_FILE")
		}
		if list := c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 10}).OK(200); list.At("total") != "0" {
			t.Errorf("what was refused is no row: %s", list.Text)
		}
		a.Client().Post("/api/wallet/slip", nil).Refused(401, "UNAUTHORIZED")
		c.Post("/api/statement/slip", map[string]any{"page": 0, "limit": 10}).Refused(400, "INVALID_INPUT")
		c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 101}).Refused(400, "INVALID_INPUT")
	})
}

func TestTwentyUploadsInTenMinutes(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		file := picture(t, nil)
		for i := range 20 {
			if got := upload(t, c, append(file, byte(i))); got.Status != 200 {
				t.Fatalf("upload %d: %d %s", i, got.Status, got.Text)
			}
		}
		if got := upload(t, c, file).Refused(429, "REQUEST_LIMIT"); got.Header.Get("Retry-After") == "" {
			t.Error("how long to wait is not said")
		}
	})
}

func TestSlipsAreClosedForAWhileEachDay(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{Content: func(doc content.Document) {
		now := apptest.Begin.In(clock.Bangkok)
		doc["settings"] = []byte(fmt.Sprintf(`{"slip": {"closeFrom": %q, "closeTo": %q}}`,
			now.Add(-time.Hour).Format("15:04"), now.Add(time.Hour).Format("15:04")))
	}}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		upload(t, c, picture(t, nil)).Refused(409, "SLIP_CLOSED")
		if got := c.Get("/api/lookup/slip").OK(200); got.At("active") != "false" {
			t.Errorf("lookup: %s", got.Text)
		}
	})
}

// TestPagesOfSlips: each row once, though slips are added while the member pages.
func TestPagesOfSlips(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		file := picture(t, nil)
		add := func(n int) {
			for i := range n {
				upload(t, c, append(file, byte(i))).OK(200)
			}
		}
		add(5)
		seen := map[string]int{}
		for page := 1; page <= 3; page++ {
			got := c.Post("/api/statement/slip", map[string]any{"page": page, "limit": 2}).OK(200)
			if got.At("total") != "5" {
				t.Errorf("page %d: total %s", page, got.At("total"))
			}
			rows, _ := got.Value("slips").([]any)
			for _, row := range rows {
				slip, _ := row.(map[string]any)
				seen[fmt.Sprint(slip["reference"])]++
			}
			add(1)
		}
		if len(seen) != 5 {
			t.Errorf("%d rows seen: %v", len(seen), seen)
		}
		if got := c.Post("/api/statement/slip", map[string]any{"page": 1, "limit": 100}).OK(200); got.At("total") != "8" {
			t.Errorf("then: %s", got.At("total"))
		}
	})
}

// picture is a photograph of nothing, with a picture in its middle. Without one it is small: where no code is found, a picture
// is looked at in every way and size that the reader knows, which took a third of a second for one of the other size.
func picture(t *testing.T, middle image.Image) []byte {
	t.Helper()
	wide, high := 700, 900
	if middle == nil {
		wide, high = 140, 180
	}
	img := image.NewRGBA(image.Rect(0, 0, wide, high))
	for y := range high {
		for x := range wide {
			img.Set(x, y, color.RGBA{uint8(200 + x%40), uint8(200 + y%40), 220, 255})
		}
	}
	if middle != nil {
		size := middle.Bounds().Size()
		for y := range size.Y {
			for x := range size.X {
				img.Set(150+x, 250+y, middle.At(middle.Bounds().Min.X+x, middle.Bounds().Min.Y+y))
			}
		}
	}
	var b bytes.Buffer
	var err error
	if middle == nil {
		err = jpeg.Encode(&b, img, nil)
	} else {
		err = png.Encode(&b, img)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// code draws a text as a QR code, 8 pixels a module, with its quiet zone.
func code(t *testing.T, text string) image.Image {
	t.Helper()
	drawn, err := rscqr.Encode(text, rscqr.M)
	if err != nil {
		t.Fatal(err)
	}
	const module, quiet = 8, 4
	side := (drawn.Size + 2*quiet) * module
	img := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			img.SetGray(x, y, color.Gray{Y: 255})
			if drawn.Black(x/module-quiet, y/module-quiet) {
				img.SetGray(x, y, color.Gray{})
			}
		}
	}
	return img
}

func jsonNumber(text string) json.Number { return json.Number(text) }

func houseBalance(t *testing.T, a *apptest.App, account ledger.Account) money.Amount {
	t.Helper()
	b, err := a.Ledger.Balance(t.Context(), account)
	if err != nil {
		t.Fatal(err)
	}
	return b.Posted
}

// TestAPictureWithAnotherSlipsCode: the text of a picture is nothing; its code is all. With two codes it is no slip.
func TestAPictureWithAnotherSlipsCode(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		owner, thief := a.Member(), a.Member()
		own, theirs := pay(a, thief, "20"), pay(a, owner, "5000")
		digits, _ := deposit.DigitsOf(owner.Registered.Bank)
		foreign := code(t, qr.SlipText(qr.SlipCode{Bank: digits, Reference: theirs.Ref}))
		edited := upload(t, thief, picture(t, foreign)).OK(200).At("slip.reference")
		if got := fate(t, thief, edited); got != "FAILED NOT_MATCH 5000" || thief.Balance() != 0 {
			t.Errorf("an edited picture: %s, %s", got, thief.Balance())
		}
		both := pasted(t, a.Sandbox.Slip(own.Slip), foreign)
		two := upload(t, thief, both).OK(200).At("slip.reference")
		if got := fate(t, thief, two); thief.Balance() > 2000 {
			t.Errorf("two codes in one picture: %s, %s", got, thief.Balance())
		}
		paid := upload(t, owner, a.Sandbox.Slip(theirs.Slip)).OK(200).At("slip.reference")
		if got := fate(t, owner, paid); got != "SUCCESS <nil> 5000" {
			t.Errorf("its payer's: %s", got)
		}
	})
}

// pasted puts a picture under another.
func pasted(t *testing.T, file []byte, under image.Image) []byte {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	size, add := img.Bounds().Size(), under.Bounds().Size()
	all := image.NewRGBA(image.Rect(0, 0, max(size.X, add.X), size.Y+add.Y))
	for y := range all.Rect.Max.Y {
		for x := range all.Rect.Max.X {
			if y < size.Y {
				all.Set(x, y, img.At(x, y))
			} else {
				all.Set(x, y, under.At(x, y-size.Y))
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestTheEndOfASlipIsTold: the member's sockets hear that the statement changed when a slip ends, even without money.
func TestTheEndOfASlipIsTold(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		packets, err := dialLive(t, a, c.Token, nil)
		if err != nil {
			t.Fatal(err)
		}
		hear(t, packets, "40", 5*time.Second)
		reference := upload(t, c, picture(t, nil)).OK(200).At("slip.reference")
		hear(t, packets, `42["statement","changed"]`, 5*time.Second)
		for slipOf(c, reference)["status"] == "IN_PROGRESS" {
			hear(t, packets, `42["statement","changed"]`, 15*time.Second)
		}
	})
}

// TestOperatorsDecideSlips from the shell: a slip whose payer is not sure enough, seen and accepted.
func TestOperatorsDecideSlips(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		say := func(args ...string) string {
			out, err := a.Command(args...)
			if err != nil {
				return err.Error()
			}
			return out
		}
		for _, name := range []string{"nok", "lek"} {
			if got := say("add", name, "--role=chief", "@nok", "--reason=new house"); !strings.Contains(got, "is a chief") {
				t.Fatal(got)
			}
		}
		c := a.Member()
		bare := func(t *sandboxtest.Transfer) { t.FromName = "-" } // digits alone, on a first slip
		reference := upload(t, c, a.Sandbox.Slip(pay(a, c, "6000", bare).Slip)).OK(200).At("slip.reference")
		if got := fate(t, c, reference); got != "IN_PROGRESS NOT_MATCH 6000" {
			t.Fatalf("in review: %s", got)
		}
		for _, step := range []struct{ want, args string }{
			{reference, "slips list"},
			{"nobody is signed in", "slips show " + reference},
			{"6000", "slips show " + reference + " @nok"},
			{"NO_DATA", "slips accept nosuch @nok --reason=nothing"},
			{"proposed", "slips accept " + reference + " @nok --reason=statement"},
			{"a second person", "slips accept " + reference + " @nok --reason=statement"},
			{"6000.00 baht are in the member's wallet", "slips accept " + reference + " @lek --reason=statement"},
			{"NO_DATA", "slips accept " + reference + " @lek --reason=again"},
			{"NO_DATA", "slips reject " + reference + " @lek --reason=again --code=NOT_MATCH"},
			{"slip.accept", "audit list"},
			{"the audit log is whole", "audit verify"},
		} {
			if got := say(strings.Fields(step.args)...); !strings.Contains(got, step.want) {
				t.Errorf("%s: %s", step.args, got)
			}
		}
		if got := fate(t, c, reference); got != "SUCCESS <nil> 6000" || c.Balance() != 600000 {
			t.Errorf("accepted: %s, %s", got, c.Balance())
		}
		shown := say("slips", "show", reference, "@nok")
		_, path, _ := strings.Cut(shown, "/files/")
		a.Client().Get("/files/"+strings.Fields(path)[0], "X-Requested-With", "").OK(200)
	})
}
