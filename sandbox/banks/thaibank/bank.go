// Package thaibank has the formats that all Thai banks share: their codes, references, masked numbers on slips and
// statements, and the payloads of QR codes.
package thaibank

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// Digits are the three-digit codes of the banks that can send and receive transfers with a slip.
var Digits = map[string]string{
	"BBL": "002", "KBANK": "004", "KTB": "006", "TMB": "011", "TTB": "011", "SCB": "014", "CITI": "017", "SCBT": "020",
	"CIMB": "022", "UOB": "024", "BAY": "025", "GSB": "030", "HSBC": "031", "GHB": "033", "BAAC": "034", "MIZUHO": "039",
	"IBANK": "066", "TISCO": "067",
	"KKP": "069", "ICBC": "070", "TCD": "071", "LHBANK": "073",
}

// SlipBanks are the banks that the bank's page offers for a transfer.
var SlipBanks = []string{
	"KBANK", "SCB", "BBL", "KTB", "TMB", "BAY", "GSB", "BAAC", "GHB", "UOB", "CIMB", "KKP", "TISCO", "LHBANK", "TCD", "ICBC",
	"IBANK",
}

// Reference draws a bank's reference of a transfer, in that bank's form: digits and letters, at most 25. It may have
// been drawn before (see enterTransfer). The forms are those of published examples of slips; for a bank without one it
// is a day and digits.
func Reference(bank string, at time.Time) string {
	at = at.In(clock.Bangkok)
	switch bank {
	case "KBANK": // 015073144041ATF00999
		kinds := []string{"APM", "ATF", "BPM", "BTF", "COR", "DPP"}
		kind := kinds[core.RandomBelow(int64(len(kinds)))]
		day := fmt.Sprintf("01%d%03d%s", at.Year()%10, at.YearDay(), at.Format("150405"))
		return day + kind + core.RandomDigits(5)
	case "SCB": // a day and seventeen characters, in both cases
		return at.Format("20060102") + randomSigns(17)
	case "KTB":
		return "A" + strconv.FormatInt(at.Unix(), 16) + core.RandomText(8)
	case "BAY":
		return "BAYM" + at.Format("060102") + core.RandomDigits(8)
	case "TMB", "TTB":
		return at.Format("20060102150405") + core.RandomDigits(9)
	}
	return at.Format("20060102") + core.RandomDigits(12)
}

// randomSigns returns n letters and digits, the letters in both cases.
func randomSigns(n int) string {
	const signs = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz"
	drawn := make([]byte, n)
	for i := range drawn {
		drawn[i] = signs[core.RandomBelow(int64(len(signs)))]
	}
	return string(drawn)
}

// MaskAccount shows the four digits before the last one, as slips do: xxx-x-x1234-x.
func MaskAccount(number string) string {
	masked := []byte(strings.Repeat("x", len(number)))
	if from := len(number) - 5; from >= 0 {
		copy(masked[from:], number[from:len(number)-1])
	}
	if len(masked) == 10 {
		return string(masked[:3]) + "-" + string(masked[3:4]) + "-" + string(masked[4:9]) + "-" + string(masked[9:])
	}
	return string(masked)
}

// TailAccount shows the last six digits, as statements do: x123456.
func TailAccount(number string) string {
	const shown = 6
	if len(number) <= shown {
		return number
	}
	return "x" + number[len(number)-shown:]
}

// MaskName cuts the last word to its first letter, as slips do: "MR SOMCHAI J".
func MaskName(name string) string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return name
	}
	last := []rune(words[len(words)-1])
	words[len(words)-1] = string(last[:1])
	return strings.Join(words, " ")
}

// AccountForm is the form of an account number at any bank: digits only.
var AccountForm = regexp.MustCompile(`^[0-9]{6,20}$`)

// TransactionNumber is a bank's number for a transaction: the day and twelve digits.
func TransactionNumber(at time.Time) string {
	return at.In(clock.Bangkok).Format("20060102") + core.RandomDigits(12)
}
