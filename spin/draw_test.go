package spin_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"krapao/spin"
)

// The web app tests the same vectors (web/src/features/spin/proof.test.ts): a member calculates what was drawn.
func TestDrawVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/draws.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Seed, SeedHash, Client string
		Nonce                  int64
		Weights                []string
		Slice                  int
	}
	if err := json.Unmarshal(raw, &vectors); err != nil || len(vectors) < 20 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		seed, err := hex.DecodeString(v.Seed)
		if err != nil {
			t.Fatal(err)
		}
		weights := make([]uint64, len(v.Weights))
		for i, w := range v.Weights {
			if weights[i], err = strconv.ParseUint(w, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		if got := spin.Draw(seed, v.Client, v.Nonce, weights); got != v.Slice {
			t.Errorf("%q %d on %v: %d, want %d", v.Client, v.Nonce, v.Weights, got, v.Slice)
		}
		if hash := sha256.Sum256(seed); hex.EncodeToString(hash[:]) != v.SeedHash {
			t.Errorf("%s: another fingerprint", v.Seed)
		}
	}
}

// A million draws are distributed by the weights: chi-square with a probability between 0.001 and 0.999, since too even is as
// wrong as too uneven. The draws are fixed, so the test passes always or never.
func TestAMillionDraws(t *testing.T) {
	t.Parallel()
	const (
		draws   = 1_000_000
		perSeed = 1_000
	)
	for name, c := range map[string]struct {
		weights   []uint64
		low, high float64 // of chi-square with one degree of freedom less than there are slices
	}{
		"a wheel": {[]uint64{300, 200, 200, 120, 100, 50, 29, 1}, 0.598, 24.322},
		// A quarter of all 64-bit numbers must be rejected here. Without that the first slice would get half of the draws.
		"big weights": {[]uint64{1 << 62, 1 << 62, 1 << 62}, 0.002, 13.816},
		"two":         {[]uint64{1, 1}, 0.0000016, 10.828},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.NewChaCha8([32]byte{7})
			counts, seed, sum := make([]int, len(c.weights)), make([]byte, 32), 0.0
			for n := range draws {
				if n%perSeed == 0 {
					_, _ = random.Read(seed)
				}
				counts[spin.Draw(seed, "chi", int64(n%perSeed), c.weights)]++
			}
			for _, w := range c.weights {
				sum += float64(w)
			}
			chi := 0.0
			for i, w := range c.weights {
				expected := draws * float64(w) / sum
				chi += (float64(counts[i]) - expected) * (float64(counts[i]) - expected) / expected
			}
			t.Logf("chi-square %.3f of %d degrees: %v", chi, len(c.weights)-1, counts)
			if chi < c.low || chi > c.high {
				t.Errorf("chi-square %.3f is not between %.3f and %.3f: %v", chi, c.low, c.high, counts)
			}
		})
	}
}

func FuzzDraw(f *testing.F) {
	f.Add([]byte("seed"), "client", int64(0), uint64(1), uint64(2))
	f.Add([]byte{}, "", int64(-1), uint64(1)<<63, uint64(1)<<63-1)
	f.Fuzz(func(t *testing.T, seed []byte, client string, nonce int64, a, b uint64) {
		a, b = a>>1, max(1, b>>1)
		weights := []uint64{a, b}
		got := spin.Draw(seed, client, nonce, weights)
		if got < 0 || got > 1 || weights[got] == 0 {
			t.Errorf("slice %d of %v", got, weights)
		}
		if again := spin.Draw(seed, client, nonce, weights); again != got {
			t.Error("another slice the second time")
		}
	})
}
