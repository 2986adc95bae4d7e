package main

import (
	"context"
	"fmt"
)

// info asks for the site's name: what the HTTP layer can do at most. Each call is somebody else's.
func info(_ context.Context, h *hand) error {
	a, err := h.node.do(call{method: "GET", path: "/api/lookup/info", header: []string{"X-Forwarded-For", h.next().address}})
	if err != nil {
		return err
	}
	return a.ok("info", nil)
}

// wallet is the home screen.
func wallet(_ context.Context, h *hand) error { return h.get(h.next(), "/api/wallet", nil) }

// statement is the first page of the statement, of ten rows as the app asks for.
func statement(_ context.Context, h *hand) error { return h.statement(h.next()) }

func (h *hand) statement(p *person) error {
	return h.post(p, "/api/statement", map[string]any{"page": 1, "limit": 10}, nil)
}

// bonusPage is what the app asks for to show the bonus page.
func bonusPage(_ context.Context, h *hand) error { return h.bonusPage(h.next()) }

func (h *hand) bonusPage(p *person) error {
	if err := h.get(p, "/api/bonus", nil); err != nil {
		return err
	}
	return h.get(p, "/api/bonus/check/active", nil)
}

// register is somebody new: a code to the phone, read there and typed in, the account, the first login.
func register(_ context.Context, h *hand) error {
	return h.enrol(invent(h.random.IntN(1 << 20)))
}

func (h *hand) enrol(p *person) error {
	var sent struct{ OTPToken string }
	if err := h.post(p, "/api/otp/send", map[string]any{"phoneNumber": p.Phone}, &sent); err != nil {
		return err
	}
	var messages []struct{ Code string }
	if err := h.outside("GET", "/sandbox/sms?phone="+p.Phone, nil, &messages); err != nil {
		return err
	}
	if len(messages) == 0 {
		return fmt.Errorf("no message arrived at %s", p.Phone)
	}
	if err := h.post(p, "/api/otp/verify", map[string]any{"otpToken": sent.OTPToken, "otpCode": messages[0].Code}, nil); err != nil {
		return err
	}
	if err := h.post(p, "/api/account", p.Registration(), nil, "X-Otp-Token", sent.OTPToken); err != nil {
		return err
	}
	var opened struct{ Token string }
	if err := h.post(p, "/api/login", map[string]any{"username": p.Phone, "password": p.Password}, &opened); err != nil {
		return err
	}
	p.token = opened.Token
	return nil
}

func (h *hand) login(p *person) error {
	return h.post(p, "/api/login", map[string]any{"username": p.Phone, "password": p.Password}, nil)
}

// login opens another session.
func login(_ context.Context, h *hand) error { return h.login(h.next()) }

// guestsOfLogin are those who log in. They are few, because their passwords are hashed anew first: members were registered with a
// cheap hash, which a login replaces.
func (i *installation) guestsOfLogin() []*person {
	few := 16
	if i.quick {
		few = 2
	}
	return i.people[:min(few, len(i.people))]
}

// strengthen logs each of them in once.
func (i *installation) strengthen() error {
	h := i.hands(1, i.guestsOfLogin())[0]
	defer h.close()
	for range h.people {
		if err := h.login(h.next()); err != nil {
			return err
		}
	}
	return nil
}
