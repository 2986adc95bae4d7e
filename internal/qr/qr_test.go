package qr_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/internal/qr"
	"krapao/money"
)

// Vectors of other libraries, collected in research/domain.md section 1.2.
var published = []struct {
	name, text string
	amount     money.Amount
	dynamic    bool
}{
	{"mobile", "00020101021129370016A000000677010111011300668012345675802TH530376463046197", 0, false},
	{"mobile 089", "00020101021129370016A000000677010111011300668912345675802TH5303764630429C1", 0, false},
	{"national id", "00020101021129370016A000000677010111021311111111111115802TH530376463047B5A", 0, false},
	{"tax id", "00020101021129370016A000000677010111021301234567890125802TH530376463040CBD", 0, false},
	{"e-wallet", "00020101021129390016A00000067701011103150123456789012345802TH530376463049781", 0, false},
	{"4.22", "00020101021229370016A000000677010111011300660000000005802TH530376454044.226304E469", 422, true},
	{"53 before 58", "00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF", 0, false},
	{"30.00", "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD", 30_00, true},
	{"420.00", "00020101021229370016A000000677010111021312345678901235802TH53037645406420.006304BF7B", 420_00, true},
	{"e-wallet 100.25", "00020101021229390016A00000067701011103150049990002885055802TH53037645406100.256304369A", 100_25, true},
	{"static with an amount", "00020101021129370016A000000677010111011300668111111115802TH53037645406100.25630415A6", 100_25, false},
	{"13 digits", "00020101021129370016A000000677010111021301055400870615802TH53037645406100.756304C86C", 100_75, false},
	{"TrueMoney", "00020101021129390016A000000677010111031514000080111111153037645802TH63047C0F", 0, false},
	{
		"with a message", "00020101021229390016A000000677010111031514000080111111153037645802TH540510.0581480048006500" +
			"6C006C006F00200057006F0072006C006400216304F5A2", 10_05, true,
	},
	{
		"bill with a terminal",
		"00020101021130620016A000000677010112011301122334455660211CUSTOMER0010306INV00153037645802TH62070703SCB6304780E", 0, false,
	},
	{
		"bill", "00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH54073649.2263044534",
		3649_22, true,
	},
}

func TestParseReadsPublishedCodes(t *testing.T) {
	t.Parallel()
	for _, tc := range published {
		p, err := qr.Parse(tc.text)
		if err != nil || p.Amount != tc.amount || p.Dynamic != tc.dynamic {
			t.Errorf("%s: amount %s, dynamic %v, %v", tc.name, p.Amount, p.Dynamic, err)
		}
	}
}

func TestParseRefusesEveryChangedCharacter(t *testing.T) {
	t.Parallel()
	text := published[15].text
	for i := range text {
		changed := []byte(text)
		changed[i] ^= 1
		if _, err := qr.Parse(string(changed)); !errors.Is(err, qr.ErrPayload) {
			t.Errorf("character %d changed: %v", i, err)
		}
	}
	for i := range text {
		if _, err := qr.Parse(text[:i]); !errors.Is(err, qr.ErrPayload) {
			t.Errorf("cut to %d characters: %v", i, err)
		}
	}
}

func TestParseNeverPanics(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		_, _ = qr.Parse(rapid.String().Draw(t, "text"))
		_, _ = qr.Fields(rapid.StringMatching(`[0-9]{0,40}`).Draw(t, "digits"))
	})
}

func TestSVGIsOnePathWithAQuietZone(t *testing.T) {
	t.Parallel()
	svg, err := qr.SVG(published[15].text)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>") || strings.Count(svg, "<path") != 2 {
		t.Errorf("not the markup: %.120s", svg)
	}
	for _, bad := range []string{"<script", "href", "style", "on", "<image", "<text"} {
		if strings.Contains(strings.ReplaceAll(svg, `version`, ""), " "+bad) ||
			strings.Contains(svg, "<"+strings.TrimPrefix(bad, "<")) {
			t.Errorf("the drawing has %q", bad)
		}
	}
	module := paint(t, svg)
	side := module.Bounds().Dx()
	for i := range side {
		for d := range 4 {
			for _, at := range []image.Point{{i, d}, {d, i}, {i, side - 1 - d}, {side - 1 - d, i}} {
				if module.GrayAt(at.X, at.Y).Y == 0 {
					t.Fatalf("a module in the quiet zone at %v", at)
				}
			}
		}
	}
	if module.GrayAt(4, 4).Y != 0 || module.GrayAt(5, 5).Y == 0 {
		t.Error("no finder pattern where one must be")
	}
}

// paint draws the path's runs as a browser would, one pixel a module.
func paint(t *testing.T, svg string) *image.Gray {
	t.Helper()
	side := regexp.MustCompile(`viewBox="0 0 (\d+) `).FindStringSubmatch(svg)
	n, err := strconv.Atoi(side[1])
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewGray(image.Rect(0, 0, n, n))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	for _, run := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(run[1])
		y, _ := strconv.Atoi(run[2])
		w, _ := strconv.Atoi(run[3])
		for i := range w {
			img.SetGray(x+i, y, color.Gray{})
		}
	}
	if bytes.IndexByte(img.Pix, 0) < 0 {
		t.Fatal("nothing was drawn")
	}
	return img
}

// TestADrawingMakesNoPlan: where the bits of a code go is found once for each version, and numbers are written without formats.
// Not parallel: it counts allocations.
func TestADrawingMakesNoPlan(t *testing.T) {
	text := published[15].text
	if _, err := qr.SVG(text); err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(20, func() { _, _ = qr.SVG(text) })
	t.Logf("%.0f allocations", allocations)
	if allocations > 20 {
		t.Errorf("%.0f allocations", allocations)
	}
}
