package storm

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime/multipart"

	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// byLink hands in a gift voucher, now and then one of which others have their share, and now and then twice.
func (d *depositor) byLink() {
	if d.chance(30) {
		d.fault("truemoney", "", "slow", "garbage", "down")
	}
	amount := d.amount()
	sealed := d.seal(d.w.outside.Voucher(sandboxtest.Voucher{Amount: json.Number(amount.String())}))
	for {
		got := d.Post("/api/wallet/truelink", map[string]string{"link": sealed})
		if got.Status == 200 || got.Status == 202 || got.Status == 409 && got.At("message") == "TRUELINK_DUPLICATE" {
			break
		}
		if got.Status != 503 {
			d.w.t.Errorf("a link: %d %s", got.Status, got.Text)
			return
		}
	}
	d.want += amount
	d.w.count("link")
	if d.chance(20) {
		d.Post("/api/wallet/truelink", map[string]string{"link": sealed}) // whatever is answered, it is one credit
		d.w.count("(links that were handed in twice)")
	}
}

// seal encrypts a link as the app does.
func (d *depositor) seal(link string) string {
	key := sha256.Sum256([]byte(d.w.secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		d.w.t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		d.w.t.Fatal(err)
	}
	iv := make([]byte, gcm.NonceSize())
	_, _ = rand.Read(iv)
	return base64.StdEncoding.EncodeToString(gcm.Seal(iv, iv, []byte(link), []byte("truelink")))
}

// byTransfer sends money to the account whose statement is read, with or without a word about it, before or after.
func (d *depositor) byTransfer() {
	if d.chance(30) {
		d.fault("feed", "", "late_callback", "duplicate_callback")
	}
	amount := d.amount()
	before, after := d.chance(50), d.chance(30)
	if before {
		d.declare(amount)
	}
	sent := d.transfer("SCB", "4068123456", amount)
	d.want += amount
	d.w.count("transfer to an account with a statement")
	if after && !before {
		d.declare(amount)
	}
	if d.chance(15) {
		d.upload(sent)
		d.w.count("(transfers with a slip as well)")
	}
}

// declare tells of a transfer; three may be open, the fourth is refused, which changes nothing.
func (d *depositor) declare(amount money.Amount) {
	got := d.Raw("POST", "/api/wallet/add", fmt.Sprintf(`{"amount":%s}`, amount))
	if got.Status != 200 && got.At("message") != "DEPOSIT_PENDING" {
		d.w.t.Errorf("a declaration: %d %s", got.Status, got.Text)
	}
	d.w.count("(transfers that were declared)")
}

// bySlip sends money to the account whose slips are its truth, and uploads the slip, now and then twice.
func (d *depositor) bySlip() {
	if d.chance(30) {
		d.fault("slip", "", "pending", "garbage", "slow", "down")
	}
	amount := d.amount()
	sent := d.transfer("KTB", "9831234567", amount)
	d.want += amount
	d.w.count("slip")
	d.upload(sent)
	if d.chance(20) {
		d.upload(sent)
		d.w.count("(slips that were uploaded twice)")
	}
}

func (d *depositor) transfer(bank, account string, amount money.Amount) sandboxtest.Transferred {
	p := d.Registered
	return d.w.outside.Transfer(sandboxtest.Transfer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName,
		ToBank: bank, ToAccount: account, Amount: json.Number(amount.String()),
	})
}

func (d *depositor) upload(sent sandboxtest.Transferred) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, err := w.CreateFormFile("file", "slip.png")
	if err != nil {
		d.w.t.Fatal(err)
	}
	_, _ = part.Write(d.w.outside.Slip(sent.Slip))
	if err := w.Close(); err != nil {
		d.w.t.Fatal(err)
	}
	for {
		got := d.Raw("POST", "/api/wallet/slip", b.String(), "Content-Type", w.FormDataContentType())
		if got.Status != 503 && got.Status != 429 {
			got.OK(200)
			return
		}
	}
}
