package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	payoutwire "krapao/connect/payout/wire"
)

// routeControl is the control API of SANDBOX.md.
func (s *Server) routeControl(mux *http.ServeMux) {
	control(mux, s, "POST /sandbox/bank/qr/{id}/pay", s.handlePay)
	mux.HandleFunc("GET /sandbox/bank/qr", s.handleCodes)
	mux.HandleFunc("GET /sandbox/payouts", s.handlePayouts)
	control(mux, s, "POST /sandbox/payouts/{ref}", s.handlePayout)
	control(mux, s, "POST /sandbox/payouts/auto", s.handlePayoutAuto)
	mux.HandleFunc("GET /sandbox/games/{code}/{username}", s.handleAccount)
	control(mux, s, "POST /sandbox/games/{code}/{username}/round", s.handleRound)
	control(mux, s, "POST /sandbox/faults", s.handleAddFault)
	mux.HandleFunc("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { s.answer(w, ok(s.faults.all())) })
	mux.HandleFunc("DELETE /sandbox/faults", s.handleClearFaults)
	mux.HandleFunc("GET /sandbox/totals", s.handleTotals)
	control(mux, s, "POST /sandbox/wallet", s.handleAnnounce)
	s.routeLater(mux)
	mux.HandleFunc("/sandbox/", func(w http.ResponseWriter, _ *http.Request) {
		s.answer(w, no(http.StatusNotFound, "no such call"))
	})
}

// routeLater answers the calls of systems that later issues bring.
func (s *Server) routeLater(mux *http.ServeMux) {
	for _, call := range []string{
		"POST /sandbox/bank/transfer", "GET /sandbox/bank/slip/{file}", "POST /sandbox/bank/feed", "POST /sandbox/bank/reverse",
		"POST /sandbox/truemoney/voucher",
	} {
		mux.HandleFunc(call, func(w http.ResponseWriter, _ *http.Request) {
			s.answer(w, no(http.StatusNotImplemented, "the sandbox does not have this yet"))
		})
	}
}

// control serves a call of the control API whose JSON body is a T, strictly: a mistyped field is an error, not a default.
func control[T any](mux *http.ServeMux, s *Server, pattern string, handle func(r *http.Request, in T) reply) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		body, read := s.readBody(w, r)
		if !read {
			return
		}
		var in T
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&in)
		if err == nil && decoder.More() {
			err = errors.New("more than one value")
		}
		if err != nil && !errors.Is(err, io.EOF) {
			s.answer(w, no(http.StatusBadRequest, "body: "+err.Error()))
			return
		}
		s.answer(w, handle(r, in))
	})
}

// bahtField is a JSON number of baht, kept as satang. creditField is one of credits, kept as ten-thousandths.
type (
	bahtField   int64
	creditField int64
)

// UnmarshalJSON reads a number with at most two decimals.
func (f *bahtField) UnmarshalJSON(text []byte) (err error) {
	*f, err = unmarshalDecimal[bahtField](text, bahtPlaces)
	return err
}

// UnmarshalJSON reads a number with at most four decimals.
func (f *creditField) UnmarshalJSON(text []byte) (err error) {
	*f, err = unmarshalDecimal[creditField](text, creditPlaces)
	return err
}

func unmarshalDecimal[T ~int64](text []byte, places int) (T, error) {
	units, err := parseDecimal(string(text), places)
	if err != nil {
		return 0, fmt.Errorf("amount %.30s: %w", text, err)
	}
	return T(units), nil
}

// handlePayouts is GET /sandbox/payouts: the newest 500.
func (s *Server) handlePayouts(w http.ResponseWriter, r *http.Request) {
	list, err := s.latestPayouts(r.Context(), 500)
	if err != nil {
		s.answer(w, s.broken("payouts", err))
		return
	}
	shown := make([]shownPayout, 0, len(list))
	for _, one := range list {
		shown = append(shown, showPayout(one))
	}
	s.answer(w, ok(shown))
}

// shownPayout is a payout in the control API: as on the wire, with the amount as a number like all of the control API.
type shownPayout struct {
	payoutwire.Payout
	Amount json.Number `json:"amount"`
}

func showPayout(p payoutwire.Payout) shownPayout { return shownPayout{p, json.Number(p.Amount)} }

// handlePayout is POST /sandbox/payouts/{ref}.
func (s *Server) handlePayout(r *http.Request, in struct {
	Result string `json:"result"`
},
) reply {
	var state, reason string
	switch in.Result {
	case "settle":
		state = payoutwire.StateSettled
	case "fail":
		state, reason = payoutwire.StateFailed, payoutwire.CodeInvalidAccount
	case "bounce":
		state, reason = payoutwire.StateBounced, "ACCOUNT_CLOSED"
	default:
		return no(http.StatusBadRequest, `result is "settle", "fail" or "bounce"`)
	}
	payout, err := s.decidePayout(r.Context(), r.PathValue("ref"), state, reason)
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no payout has this reference")
	case errors.Is(err, errState):
		return no(http.StatusConflict, "the payout is "+payout.State)
	case err != nil:
		return s.broken("payout", err)
	}
	return ok(showPayout(payout))
}

// onOff is the body of a switch.
type onOff struct {
	On *bool `json:"on"`
}

// handlePayoutAuto is POST /sandbox/payouts/auto.
func (s *Server) handlePayoutAuto(r *http.Request, in onOff) reply {
	if in.On == nil {
		return no(http.StatusBadRequest, "on is true or false")
	}
	if err := s.setPayoutAuto(r.Context(), *in.On); err != nil {
		return s.broken("payouts auto", err)
	}
	return ok(in)
}

// shownAccount is a game account in the control API, in credits.
type shownAccount struct {
	Balance  json.Number `json:"balance"`
	Turnover json.Number `json:"turnover"`
	Rounds   int64       `json:"rounds"`
	Password string      `json:"password"`
}

func showAccount(a account) shownAccount {
	return shownAccount{credits(a.Balance), credits(a.Bet), a.Rounds, a.Password}
}

// handleAccount is GET /sandbox/games/{code}/{username}.
func (s *Server) handleAccount(w http.ResponseWriter, r *http.Request) {
	a, err := readAccount(r.Context(), s.db, r.PathValue("code"), r.PathValue("username"))
	switch {
	case errors.Is(err, errGone):
		s.answer(w, no(http.StatusNotFound, "no such account"))
	case err != nil:
		s.answer(w, s.broken("account", err))
	default:
		s.answer(w, ok(showAccount(a)))
	}
}

// handleRound is POST /sandbox/games/{code}/{username}/round.
func (s *Server) handleRound(r *http.Request, in struct {
	Bet *creditField `json:"bet"`
	Win *creditField `json:"win"`
},
) reply {
	if in.Bet == nil || in.Win == nil || *in.Bet < 0 || *in.Win < 0 {
		return no(http.StatusBadRequest, "bet and win are credits, 0 or more")
	}
	_, a, err := s.play(r.Context(), round{
		Game: r.PathValue("code"), Username: r.PathValue("username"), Bet: int64(*in.Bet), Win: int64(*in.Win),
	})
	switch {
	case errors.Is(err, errGone):
		return no(http.StatusNotFound, "no such account")
	case errors.Is(err, errNotEnough):
		return no(http.StatusConflict, "the bet is more than the balance")
	case err != nil:
		return s.broken("round", err)
	}
	return ok(showAccount(a))
}

// handleAddFault is POST /sandbox/faults.
func (s *Server) handleAddFault(_ *http.Request, in struct {
	Target  string `json:"target"`
	Op      string `json:"op"`
	Mode    string `json:"mode"`
	Count   *int   `json:"count"`
	DelayMS *int   `json:"delayMs"`
},
) reply {
	if refused := refuseFault(in.Target, in.Mode); refused != nil {
		return *refused
	}
	op, err := normalOp(in.Target, in.Op, in.Mode)
	if err != nil {
		return no(http.StatusBadRequest, err.Error())
	}
	fault := Fault{Target: in.Target, Op: op, Mode: in.Mode, Left: 1, delay: 3 * time.Second}
	if in.Count != nil {
		fault.Left = *in.Count
	}
	if in.DelayMS != nil {
		fault.delay = time.Duration(*in.DelayMS) * time.Millisecond
	}
	if fault.Left < 1 || fault.delay < 0 || fault.delay > time.Hour {
		return no(http.StatusBadRequest, "count is 1 or more, delayMs 0 to 3600000")
	}
	return ok(struct {
		ID string `json:"id"`
	}{s.faults.add(fault)})
}

// refuseFault says what is wrong with a fault's target or mode, or nil.
func refuseFault(target, mode string) *reply {
	answer := func(status int, text string) *reply { r := no(status, text); return &r }
	system, name, named := strings.Cut(target, ":")
	switch {
	case slices.Contains([]string{"feed", "slip", "truemoney"}, target) || mode == modePending:
		return answer(http.StatusNotImplemented, "the sandbox does not have this yet")
	case !slices.Contains(callModes, mode) && !slices.Contains(callbackModes, mode):
		return answer(http.StatusBadRequest, "unknown mode")
	case target == "sms" || target == targetPayout || target == "qr" || target == targetKBank:
		return nil
	case system == "qr" && named && slices.Contains([]string{"WW", "FP", "PAYONEX"}, name):
		return answer(http.StatusNotImplemented, "the sandbox does not have this yet")
	case system == "game" && named:
		if _, known := gameByCode(name); known {
			return nil
		}
	}
	return answer(http.StatusBadRequest, "unknown target")
}

// handleClearFaults is DELETE /sandbox/faults.
func (s *Server) handleClearFaults(w http.ResponseWriter, _ *http.Request) {
	s.faults.clear()
	s.answer(w, ok(message{"SUCCESS"}))
}

// handleAnnounce is POST /sandbox/wallet: a node of the wallet says where callbacks reach it.
func (s *Server) handleAnnounce(_ *http.Request, in struct {
	URL string `json:"url"`
},
) reply {
	address, err := url.Parse(in.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return no(http.StatusBadRequest, "url is the address of a wallet's node")
	}
	s.wallets.add(strings.TrimRight(in.URL, "/"))
	return ok(message{"SUCCESS"})
}

// Announce tells the sandbox at sandboxURL that a node of the wallet listens at walletURL. A node calls it at its start
// and every few seconds, since a sandbox keeps no address over a restart.
func Announce(ctx context.Context, sandboxURL, walletURL string) error {
	body, err := json.Marshal(map[string]string{"url": walletURL})
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, callbackTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(sandboxURL, "/")+"/sandbox/wallet", bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("sandbox: announce: HTTP %d", answer.StatusCode)
	}
	return nil
}
