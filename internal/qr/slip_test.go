package qr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/internal/qr"
)

// Vectors of research/domain.md section 2.
var slips = map[string]qr.SlipCode{
	"004000060000010103002021900021231231212000115102TH91049C30":  {Bank: "002", Reference: "0002123123121200011"},
	"004100060000010103014022000111222233344ABCD125102TH910417DF": {Bank: "014", Reference: "00111222233344ABCD12"},
}

func TestParseSlipReadsPublishedCodes(t *testing.T) {
	t.Parallel()
	for text, want := range slips {
		if got, err := qr.ParseSlip(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if got := qr.SlipText(want); got != text {
			t.Errorf("written %s, want %s", got, text)
		}
		if _, err := qr.ParseSlip(strings.ToLower(text[:len(text)-4]) + strings.ToLower(text[len(text)-4:])); err == nil {
			t.Error("a text in small letters is another text") // the country and the reference are not the same any more
		}
		if got, err := qr.ParseSlip(text[:len(text)-4] + strings.ToLower(text[len(text)-4:])); err != nil || got != want {
			t.Errorf("a checksum in small letters: %+v, %v", got, err)
		}
	}
}

// TestDroppedZerosOfTheChecksumAreFilledUp finds references whose checksum begins with zeros. It drops the zeros, as
// some banks' apps do, and adapts the length or leaves it.
func TestDroppedZerosOfTheChecksumAreFilledUp(t *testing.T) {
	t.Parallel()
	seen := map[int]bool{}
	for n := 0; len(seen) < 3 && n < 200_000; n++ {
		want := qr.SlipCode{Bank: "004", Reference: fmt.Sprintf("01632512%06dAPP", n)}
		text := qr.SlipText(want)
		body, sum := text[:len(text)-4], text[len(text)-4:]
		short := strings.TrimLeft(sum, "0")
		zeros := 4 - len(short)
		if zeros == 0 || zeros == 4 || seen[zeros] {
			continue
		}
		seen[zeros] = true
		for name, variant := range map[string]string{
			"length four": body + short,
			"honest":      fmt.Sprintf("%s%02d%s", body[:len(body)-2], len(short), short),
			"small":       body + strings.ToLower(short),
			"as it was":   text,
		} {
			if got, err := qr.ParseSlip(variant); err != nil || got != want {
				t.Errorf("%d zeros dropped, %s: %+v, %v", zeros, name, got, err)
			}
		}
		if zeros == 1 {
			if _, err := qr.ParseSlip(body + short[1:]); !errors.Is(err, qr.ErrChecksum) {
				t.Errorf("a digit that is no zero was dropped: %v", err)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("found checksums with %v zeros only", seen)
	}
}

func TestParseSlipSaysWhatItIsInstead(t *testing.T) {
	t.Parallel()
	good := qr.SlipText(qr.SlipCode{Bank: "004", Reference: "016325121015APP09999"})
	for name, tc := range map[string]struct {
		text string
		want error
	}{
		"nothing":           {"", qr.ErrNotSlip},
		"a link":            {"https://example.com/slip?ref=004", qr.ErrNotSlip},
		"Thai":              {"สลิป", qr.ErrNotSlip},
		"a payment code":    {"00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF", qr.ErrNotSlip},
		"TrueMoney":         {sealedSmall(trueMoney), qr.ErrTrueMoneySlip},
		"TrueMoney, no sum": {trueMoney, qr.ErrTrueMoneySlip},
		"OneProof":          {"3343" + "0004BCEL" + "0108ONEPROOF" + "0203ABC" + "0312123456789012", qr.ErrOneProof},
		"another API":       {sealed("0040" + "0006000002" + "0103002" + "02190002123123121200011" + "5102TH"), qr.ErrNotSlip},
		"another country":   {sealed("0040" + "0006000001" + "0103002" + "02190002123123121200011" + "5102LA"), qr.ErrNotSlip},
		"no country":        {sealed("0040" + "0006000001" + "0103002" + "02190002123123121200011"), qr.ErrNotSlip},
		"two references": {
			sealed("0045" + "0006000001" + "0103002" + "0210ABCDEFGHIJ" + "0210ABCDEFGHIK" + "5102TH"), qr.ErrNotSlip,
		},
		"two templates": {
			sealed("0025" + "0006000001" + "0103002" + "0204ABCD" + "0025" + "0006000001" + "0103002" + "0204ABCE" + "5102TH"),
			qr.ErrNotSlip,
		},
		"no bank":              {sealed("0018" + "0006000001" + "0204ABCD" + "5102TH"), qr.ErrReference},
		"a bank of two":        {sealed("0024" + "0006000001" + "010202" + "0204ABCD" + "5102TH"), qr.ErrReference},
		"a bank in letters":    {sealed("0025" + "0006000001" + "0103BBL" + "0204ABCD" + "5102TH"), qr.ErrReference},
		"no reference":         {sealed("0017" + "0006000001" + "0103002" + "5102TH"), qr.ErrReference},
		"an empty reference":   {sealed("0021" + "0006000001" + "0103002" + "0200" + "5102TH"), qr.ErrReference},
		"an odd reference":     {sealed("0025" + "0006000001" + "0103002" + "0204A-CD" + "5102TH"), qr.ErrReference},
		"a long reference":     {qr.SlipText(qr.SlipCode{Bank: "002", Reference: strings.Repeat("A", 26)}), qr.ErrReference},
		"a wrong checksum":     {good[:len(good)-4] + "0000", qr.ErrChecksum},
		"another reference":    {strings.Replace(good, "09999", "09998", 1), qr.ErrChecksum},
		"a checksum cut off":   {good[:len(good)-8], qr.ErrNotSlip},
		"something after it":   {good + "5303764", qr.ErrNotSlip},
		"a length too long":    {"99" + good[2:], qr.ErrNotSlip},
		"a space at its end":   {good + " ", qr.ErrNotSlip},
		"a null in its middle": {good[:20] + "\x00" + good[21:], qr.ErrChecksum},
	} {
		if _, err := qr.ParseSlip(tc.text); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

// trueMoney is the code of a wallet's slip without its checksum.
const trueMoney = "0047" + "000201" + "010201" + "0203P2P" + "0312500012345678" + "040820112026"

// sealed adds the checksum as a bank would.
func sealed(body string) string {
	body += "9104"
	return body + crc(body)
}

func sealedSmall(body string) string {
	text := sealed(body)
	return text[:len(text)-4] + strings.ToLower(text[len(text)-4:])
}

// crc is CRC-16/CCITT-FALSE, written a second time so that a mistake in one shows.
func crc(text string) string {
	sum := uint32(0xFFFF)
	for _, b := range []byte(text) {
		for bit := 7; bit >= 0; bit-- {
			carry := sum>>15&1 ^ uint32(b)>>bit&1
			sum = sum<<1&0xFFFF ^ carry*0x1021
		}
	}
	return fmt.Sprintf("%04X", sum)
}

func TestWhatIsWrittenIsReadBackAsASlip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := qr.SlipCode{
			Bank:      rapid.StringMatching(`[0-9]{3}`).Draw(t, "bank"),
			Reference: rapid.StringMatching(`[0-9A-Za-z]{1,25}`).Draw(t, "reference"),
		}
		text := qr.SlipText(want)
		if got, err := qr.ParseSlip(text); err != nil || got != want {
			t.Fatalf("%s: %+v, %v", text, got, err)
		}
		// A text with one changed character is never read as another slip.
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		changed := []byte(text)
		changed[at] = rapid.ByteRange(0x20, 0x7e).Draw(t, "to")
		if got, err := qr.ParseSlip(string(changed)); err == nil && got != want {
			t.Fatalf("%s became %+v", changed, got)
		}
	})
}

// FuzzParseSlip: an accepted text can be written again with the same meaning.
func FuzzParseSlip(f *testing.F) {
	for text := range slips {
		f.Add(text)
		f.Add(text[:len(text)-1])
	}
	f.Add(trueMoney)
	f.Fuzz(func(t *testing.T, text string) {
		code, err := qr.ParseSlip(text)
		if err != nil {
			if !errors.Is(err, qr.ErrNotSlip) && !errors.Is(err, qr.ErrChecksum) && !errors.Is(err, qr.ErrReference) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again, err := qr.ParseSlip(qr.SlipText(code)); err != nil || again != code {
			t.Fatalf("%q: %+v, written again %+v, %v", text, code, again, err)
		}
	})
}
