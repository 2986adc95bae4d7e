package spin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
)

// Draw returns the index of the slice that a seed, the member's client seed and a nonce give on a table of weights. It uses
// nothing else, so that anybody can calculate it again (docs/founding/API.md, "Spin wheel"; the web app's proof.ts does):
//
// h = HMAC-SHA256(seed, client ‖ nonce in decimal), from the second round on with ":" and the round's number appended. h has
// four big-endian 64-bit numbers. The first of them below 2^64 - 2^64 mod W decides, mod W; W is the sum of the weights.
// Larger numbers do not divide evenly among the weights: using them would favour the first slices.
//
// The weights sum to at least 1 and to less than 2^64.
func Draw(seed []byte, client string, nonce int64, weights []uint64) int {
	sum := uint64(0)
	for _, w := range weights {
		sum += w
	}
	uneven := -sum % sum // 2^64 mod sum
	message := client + strconv.FormatInt(nonce, 10)
	for round := 1; ; round++ {
		mac := hmac.New(sha256.New, seed)
		_, _ = mac.Write([]byte(message))
		if round > 1 {
			_, _ = mac.Write([]byte(":" + strconv.Itoa(round)))
		}
		for h := mac.Sum(nil); len(h) >= 8; h = h[8:] {
			if x := binary.BigEndian.Uint64(h); x <= math.MaxUint64-uneven {
				return place(x%sum, weights)
			}
		}
	}
}

// place is the index of the slice whose part of the sum contains a number.
func place(x uint64, weights []uint64) int {
	for i, w := range weights {
		if x < w {
			return i
		}
		x -= w
	}
	return len(weights) - 1 // not reached: x is below the sum
}
