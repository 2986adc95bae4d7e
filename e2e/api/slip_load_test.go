package api

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// photograph is as large as a telephone's: 12 megapixels of noise over a gradient.
func photograph(t *testing.T) []byte {
	t.Helper()
	img := image.NewYCbCr(image.Rect(0, 0, 4000, 3000), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = uint8(100 + i%4000/40 + rand.IntN(24))
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = 128, color.YCbCr{Cr: 120}.Cr
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 85}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// memory is a process's resident memory in MB, now or at its highest.
func memory(t *testing.T, pid int, field string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, field+":"); ok {
			kb, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return kb / 1024
		}
	}
	t.Fatalf("no %s", field)
	return 0
}

// photographs is how many come at once: a short form for every run, a long one for `make soak`.
func photographs() int {
	if os.Getenv("KRAPAO_SOAK") != "" {
		return 50
	}
	return 6
}

// TestManyPhotographsAtOnce: photographs of 12 megapixels are uploaded in the same moment. The node grows by what one of
// them takes at a time and not by what all would together (fifty: 2 GB), every one is stored or told to try again, and others are
// answered meanwhile.
func TestManyPhotographsAtOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("heavy")
	}
	env := programtest.DemoEnv(t, store.SQLite)
	env["KRAPAO_REGISTER_OTP"] = "false"
	node := programtest.Start(t, env, "demo")
	node.Up(env["KRAPAO_ADDR"])
	c := member(t, env["KRAPAO_ADDR"])
	file := photograph(t)
	before := memory(t, node.PID(), "VmRSS")
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	var open atomic.Int64
	open.Store(int64(photographs()))
	for i := range photographs() {
		body, kind := form(t, "file", append(bytes.Clone(file), byte(i)))
		all.Go(func() {
			defer open.Add(-1)
			got := c.Raw(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind)
			mu.Lock()
			defer mu.Unlock()
			answers[got.Status]++
		})
	}
	meanwhile := 0 // answers of the wallet while uploads were open
	programtest.Until(t, "all uploads are answered", func() bool {
		c.Get("/api/wallet").OK(200)
		if open.Load() == 0 {
			return true
		}
		meanwhile++
		return false
	})
	all.Wait()
	grown := memory(t, node.PID(), "VmHWM") - before
	t.Logf("%d KB each; answers %v; %d answers of the wallet meanwhile; grown by %d MB", len(file)>>10, answers, meanwhile, grown)
	if answers[200]+answers[503] != photographs() {
		t.Errorf("answers: %v", answers)
	}
	if answers[200] == 0 { // the machine is so slow that all were told to try again: one does, as its app would
		body, kind := form(t, "file", file)
		programtest.Until(t, "one is stored", func() bool {
			return c.Raw(http.MethodPost, "/api/wallet/slip", body, "Content-Type", kind).Status == http.StatusOK
		})
	}
	if grown > 450 {
		t.Errorf("grown by %d MB", grown)
	}
	if meanwhile == 0 { // who waits for the uploads is answered after the last of them, however slow the machine is
		t.Error("nobody else was answered before all of them were")
	}
}

func member(t *testing.T, addr string) *apptest.Client {
	t.Helper()
	c := programtest.Guest(t, addr)
	programtest.Scene(c)
	defer programtest.Plain(c)
	p := apptest.NewPerson()
	c.Post("/api/account", p.Registration()).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(200).At("token")
	c.Registered = p
	return c
}
