package telemetry_test

import (
	"testing"
	"time"

	"krapao/internal/telemetry"
)

// What is known of a system is its last answer: one that does not answer fails since then, until it does; 95 of 100 answers
// took no longer than it says.
func TestWhatANodeKnowsOfASystem(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics()
	m.Outside("sms", "sms")
	m.Provider("pg")
	of := func(name string) telemetry.System {
		for _, s := range m.Systems() {
			if s.Name == name {
				return s
			}
		}
		t.Fatalf("%s is not known", name)
		return telemetry.System{}
	}
	if got := of("sms"); got != (telemetry.System{Kind: "sms", Name: "sms"}) {
		t.Errorf("before its first call: %+v", got)
	}
	for n := range 300 {
		took := time.Millisecond
		if n%20 == 0 {
			took = time.Second
		}
		m.OutsideCall("sms", "sms", "done", took)
	}
	m.OutsideCall("sms", "sms", "refused", time.Millisecond)
	if got := of("sms"); got.Done != 300 || got.Refused != 1 || got.P95 != time.Millisecond || !got.Failing.IsZero() {
		t.Errorf("it answers: %+v", got)
	}
	for range 3 {
		m.OutsideCall("sms", "sms", "done", time.Second)
	}
	if got := of("sms"); got.P95 != time.Second {
		t.Errorf("six of a hundred take long: %+v", got)
	}
	m.ProviderCall("pg", "move", "not_sent", 0)
	first := of("pg").Failing
	m.ProviderCall("pg", "move", "unknown", time.Second)
	m.ProviderCircuit("pg", true)
	if got := of("pg"); first.IsZero() || got.Failing != first || got.Unknown != 1 || !got.Open || got.P95 != 0 {
		t.Errorf("it does not answer: %+v", got)
	}
	m.ProviderCall("pg", "move", "refused", time.Second)
	m.ProviderCircuit("pg", false)
	if got := of("pg"); !got.Failing.IsZero() || got.Open {
		t.Errorf("it answers again: %+v", got)
	}
}
