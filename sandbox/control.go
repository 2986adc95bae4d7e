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
	"strings"
)

// routeControl is what the control API of SANDBOX.md has for all systems; what it has for one is in that system's file.
func (s *Server) routeControl(mux *http.ServeMux) {
	s.routeFaults(mux)
	mux.HandleFunc("GET /sandbox/totals", s.handleTotals)
	control(mux, s, "POST /sandbox/wallet", s.handleAnnounce)
	mux.HandleFunc("/sandbox/", func(w http.ResponseWriter, _ *http.Request) {
		s.answer(w, no(http.StatusNotFound, "no such call"))
	})
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
