package core

import (
	"testing"
	"time"
)

// A token is valid for half an hour.
func TestATokenEnds(t *testing.T) {
	t.Parallel()
	var all Tokens
	now := time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)
	token := all.Issue(now)
	if !all.Good(token, now.Add(30*time.Minute-time.Nanosecond)) {
		t.Error("it expires too early")
	}
	if all.Good(token, now.Add(30*time.Minute)) {
		t.Error("it never expires")
	}
	if all.Good("another", now) {
		t.Error("any token is valid")
	}
}
