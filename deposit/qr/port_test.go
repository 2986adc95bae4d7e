package qr_test

import (
	"errors"
	"strings"
	"testing"

	"krapao/deposit/qr"
)

// A member sees the text of a rejection by the outside, or its code, with a limited length.
func TestWhatARefusalSays(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ words, code, want string }{
		{"the amount is too small", "40004", "the amount is too small"},
		{"", "40004", "40004"},
		{strings.Repeat("ก", 201), "40004", strings.Repeat("ก", 200)},
		{"", strings.Repeat("9", 5000), strings.Repeat("9", 200)},
	} {
		var refusal *qr.RefusedError
		if err := error(qr.Refused(tc.words, tc.code)); !errors.As(err, &refusal) || refusal.Reason != tc.want {
			t.Errorf("%.30q, %.30q: %v", tc.words, tc.code, err)
		}
	}
}
