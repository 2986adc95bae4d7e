package scan_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rsc.io/qr"

	"krapao/internal/scan"
)

const (
	slipCode    = "004100060000010103014022000111222233344ABCD125102TH910417DF"
	paymentCode = "00020101021129370016A0000006770101110113006681222333353037645802TH63041DCF"
	linkCode    = "https://example.com/"
)

// page is a white page with codes side by side, pixels for each module.
func page(t testing.TB, pixels int, texts ...string) *image.Gray {
	t.Helper()
	const border = 4
	img := image.NewGray(image.Rect(0, 0, 60*pixels*max(len(texts), 1), 60*pixels))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for i, text := range texts {
		code, err := qr.Encode(text, qr.M)
		if err != nil {
			t.Fatal(err)
		}
		for y := range code.Size * pixels {
			for x := range code.Size * pixels {
				if code.Black(x/pixels, y/pixels) {
					img.SetGray((border+i*60)*pixels+x, border*pixels+y, color.Gray{})
				}
			}
		}
	}
	return img
}

// A second slip that is as clear as the first is returned too. The caller decides which one counts.
func TestTwoSlipsInOnePicture(t *testing.T) {
	t.Parallel()
	const other = "0041000600000101030140220001112222333445DCBA125102TH9104A3BA"
	texts, err := scan.New(1, time.Hour).Read(t.Context(), page(t, 4, slipCode, other))
	slices.Sort(texts)
	if want := []string{slipCode, other}; err != nil || len(texts) != 2 {
		t.Errorf("%q, %v; want %q", texts, err, want)
	}
}

func TestReadsACode(t *testing.T) {
	t.Parallel()
	reader := scan.New(2, time.Hour)
	for _, text := range []string{slipCode, paymentCode, linkCode, "สลิป", "1"} {
		for _, pixels := range []int{2, 3, 7} {
			texts, err := reader.Read(t.Context(), page(t, pixels, text))
			if err != nil || !slices.Equal(texts, []string{text}) {
				t.Errorf("%q at %d pixels: %q, %v", text, pixels, texts, err)
			}
		}
	}
}

func TestTheSlipsCodeComesFirst(t *testing.T) {
	t.Parallel()
	reader := scan.New(1, time.Hour)
	for _, order := range [][]string{{paymentCode, slipCode}, {slipCode, paymentCode}, {linkCode, paymentCode, slipCode}} {
		texts, err := reader.Read(t.Context(), page(t, 6, order...))
		if err != nil || texts[0] != slipCode {
			t.Errorf("%q, %v", texts, err)
		}
	}
	texts, err := reader.Read(t.Context(), page(t, 6, paymentCode, linkCode))
	slices.Sort(texts)
	if err != nil || !slices.Equal(texts, []string{paymentCode, linkCode}) {
		t.Errorf("without a slip's: %q, %v", texts, err)
	}
}

// TestNoneAndBudgetAreToldApart: a picture that was searched in full has no code. One whose time was up may have one.
func TestNoneAndBudgetAreToldApart(t *testing.T) {
	t.Parallel()
	if _, err := scan.New(1, time.Hour).Read(t.Context(), page(t, 6)); !errors.Is(err, scan.ErrNone) ||
		errors.Is(err, scan.ErrBudget) {
		t.Errorf("a white page: %v", err)
	}
	if _, err := scan.New(1, time.Nanosecond).Read(t.Context(), page(t, 6)); !errors.Is(err, scan.ErrBudget) ||
		!errors.Is(err, scan.ErrNone) {
		t.Errorf("without time: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := scan.New(1, time.Hour).Read(ended, page(t, 6)); !errors.Is(err, context.Canceled) {
		t.Errorf("after the caller's end: %v", err)
	}
}

// blocking is a picture whose search lasts until it is released.
type blocking struct {
	image.Image
	entered chan<- struct{}
	release <-chan struct{}
	once    *sync.Once
	inside  *atomic.Int64
	most    *atomic.Int64
}

func (b blocking) At(x, y int) color.Color {
	b.once.Do(func() {
		b.most.Store(max(b.most.Load(), b.inside.Add(1)))
		b.entered <- struct{}{}
		<-b.release
		b.inside.Add(-1)
	})
	return b.Image.At(x, y)
}

// TestWorkersAreBounded fills all workers with pictures that never end. Others wait, and those beyond the limit are
// turned away. A waiting caller whose context ends leaves. No more pictures than workers are ever searched.
func TestWorkersAreBounded(t *testing.T) {
	t.Parallel()
	const workers = 2
	reader := scan.New(workers, time.Hour)
	entered, release := make(chan struct{}, 100), make(chan struct{})
	var inside, most atomic.Int64
	answers := make(chan error)
	start := func(ctx context.Context) {
		go func() {
			_, err := reader.Read(ctx, blocking{page(t, 3, slipCode), entered, release, &sync.Once{}, &inside, &most})
			answers <- err
		}()
	}
	for range workers {
		start(t.Context())
		<-entered
	}
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		start(ctx)
		cancel()
	}
	for range 3 {
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Errorf("one whose caller gave up: %v", err)
		}
	}
	for range 50 {
		start(t.Context())
	}
	const turned = 50 - workers*8
	for range turned {
		if err := <-answers; !errors.Is(err, scan.ErrBusy) {
			t.Errorf("one too many, while none ends: %v", err)
		}
	}
	close(release)
	for range workers + 50 - turned {
		if err := <-answers; err != nil {
			t.Errorf("one that waited: %v", err)
		}
	}
	if most.Load() > workers {
		t.Errorf("%d at once", most.Load())
	}
}

// FuzzRead: no bytes of a picture end the program or keep it busy.
func FuzzRead(f *testing.F) {
	f.Add(uint8(10), []byte("\x00\xff\x00\xff"))
	f.Add(uint8(62), page(f, 1, slipCode).Pix)
	f.Fuzz(func(t *testing.T, width uint8, pix []byte) {
		w := int(width) + 1
		img := &image.Gray{Pix: pix, Stride: w, Rect: image.Rect(0, 0, w, len(pix)/w)}
		if texts, err := scan.New(1, time.Hour).Read(t.Context(), img); err == nil && len(texts) == 0 {
			t.Error("no text and no error")
		}
	})
}
