package api

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/memnet"
	"krapao/internal/testkit/programtest"
)

var outsideGap = regexp.MustCompile(`(?m)^krapao_clock_outside_gap_seconds (\S+)$`)

// A house whose clock is wrong from its first start on has nothing of its own to compare it with: the outside systems' answers
// tell the operator. With the right clock they say nothing.
func TestAClockThatWasWrongFromTheStart(t *testing.T) {
	t.Parallel()
	storetest.Bubble(t, func(t *testing.T, engine store.Engine) {
		machine, log := &wrong{}, &programtest.Output{}
		said := func() int { return strings.Count(log.String(), "not that of the outside systems") }
		machine.ahead.Store(int64(-25 * time.Hour))
		a := apptest.Start(t, apptest.Options{
			Engine: engine, Clock: apptest.JumpingFrom(time.Now()), Net: memnet.New(), Log: telemetry.NewLogger(log, slog.LevelInfo),
			Database: func(c *store.Config) { c.Clock = machine },
		})
		gap := func() (seconds float64, known bool) {
			t.Helper()
			found := outsideGap.FindStringSubmatch(console(a, "").Get("/metrics").OK(http.StatusOK).Text)
			if found == nil {
				return 0, false
			}
			seconds, err := strconv.ParseFloat(found[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			return seconds, true
		}
		off := func(d time.Duration) {
			t.Helper()
			c := a.Member()
			for _, gateway := range []string{"KBANK", "WW", "FP", "PAYONEX"} { // one that refuses such a clock has answered, too
				c.Sets(http.MethodPost, "/api/qrcode/"+gateway, map[string]any{"amount": json.Number("100")})
			}
			apptest.Eventually(t, "the outside's time is known", func() bool { _, known := gap(); return known })
			pass(time.Minute)
			if is, _ := gap(); time.Duration((is-d.Seconds())*float64(time.Second)).Abs() > 5*time.Second {
				t.Errorf("with a clock %s off the gap is %g seconds", d, is)
			}
		}
		off(-25 * time.Hour)
		if said() != 1 {
			t.Errorf("the log says it %d times", said())
		}
		for _, right := range []time.Duration{0, time.Minute, -time.Minute} {
			a.RestartAfter(func() { machine.ahead.Store(int64(right)) })
			off(right)
		}
		if said() != 1 {
			t.Errorf("the log says it %d times, with a clock that is right", said())
		}
		a.RestartAfter(func() { machine.ahead.Store(int64(10 * time.Minute)) })
		off(10 * time.Minute)
		if said() != 2 {
			t.Errorf("the log says it %d times", said())
		}
	})
}
