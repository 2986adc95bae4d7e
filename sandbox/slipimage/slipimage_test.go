package slipimage_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"testing"
	"time"

	"krapao/internal/qr"
	"krapao/internal/scan"
	"krapao/sandbox/slipimage"
)

func slip() slipimage.Slip {
	return slipimage.Slip{
		SendingBank: "014", Reference: "2026112100222333AbCD1234", Amount: 1234567_50,
		At:   time.Date(2026, 11, 21, 3, 4, 5, 0, time.UTC),
		From: slipimage.Party{Name: "นาย สมชาย ใจดี", Bank: "SCB", Account: "xxx-x-x1234-x"},
		To:   slipimage.Party{Name: "KRAPAO PLAY CO", Bank: "KBANK", Account: "xxx-x-x5678-x"},
	}
}

// TestCodesAreAsTheBanksWriteThem compares with the vectors of research/domain.md section 2.
func TestCodesAreAsTheBanksWriteThem(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"004000060000010103002021900021231231212000115102TH91049C30":  slipimage.Code("002", "0002123123121200011"),
		"004100060000010103014022000111222233344ABCD125102TH910417DF": slipimage.Code("014", "00111222233344ABCD12"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestEveryLayoutIsReadable(t *testing.T) {
	t.Parallel()
	reader := scan.New(2, time.Hour)
	for _, l := range slipimage.Layouts() {
		for _, width := range []int{0, 540} {
			l := slipimage.Layout{Style: l.Style, Width: width}
			t.Run(fmt.Sprintf("style %d width %d", l.Style, width), func(t *testing.T) {
				t.Parallel()
				img := slipimage.Draw(slip(), l)
				if got := img.Bounds().Dx(); got != width && (width != 0 || got != 1080) {
					t.Errorf("%d pixels wide", got)
				}
				texts, err := reader.Read(t.Context(), img)
				if err != nil {
					t.Fatal(err)
				}
				code, err := qr.ParseSlip(texts[0])
				if err != nil || code != (qr.SlipCode{Bank: "014", Reference: slip().Reference}) {
					t.Errorf("read %q: %+v, %v", texts, code, err)
				}
			})
		}
	}
}

func TestSlipsOfOtherKindsCanBeDrawn(t *testing.T) {
	t.Parallel()
	s := slip()
	s.Code = "00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF"
	texts, err := scan.New(1, time.Hour).Read(t.Context(), slipimage.Draw(s, slipimage.Layout{Style: slipimage.Night}))
	if err != nil || texts[0] != s.Code {
		t.Fatalf("%q, %v", texts, err)
	}
	if _, err := qr.ParseSlip(texts[0]); !errors.Is(err, qr.ErrNotSlip) {
		t.Errorf("a payment code is taken for a slip's: %v", err)
	}
}

func TestTheSameSlipIsTheSamePicture(t *testing.T) {
	t.Parallel()
	l := slipimage.Layout{Style: slipimage.Ticket, Width: 400}
	if !bytes.Equal(encoded(t, slipimage.Draw(slip(), l)), encoded(t, slipimage.Draw(slip(), l))) {
		t.Error("two drawings differ")
	}
	other := slip()
	other.Amount++
	if bytes.Equal(encoded(t, slipimage.Draw(slip(), l)), encoded(t, slipimage.Draw(other, l))) {
		t.Error("another amount can't be seen")
	}
}

func encoded(t *testing.T, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
