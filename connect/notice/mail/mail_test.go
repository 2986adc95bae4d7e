package mail_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/notice/mail"
	"krapao/connect/outbound"
	"krapao/notice"
	"krapao/notice/noticetest"
	"krapao/sandbox"
	"krapao/sandbox/notices"
	"krapao/sandbox/sandboxtest"
)

// house is the configuration of a house whose mail goes to the sandbox, once it is asked by change.
func house(s *sandboxtest.Sandbox, change func(*mail.Config)) mail.Config {
	known := sandbox.DemoCredentials().Notices
	c := mail.Config{
		URL: "smtp://" + notices.Host, User: known.MailUser, Password: known.MailPassword,
		From: "Krapao <house@krapao.example>", To: known.Mailbox, Language: notice.Thai, Outbound: s.Outbound(0),
	}
	change(&c)
	return c
}

func target(t *testing.T, c mail.Config) notice.Target {
	t.Helper()
	m, err := mail.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bench opens a sandbox whose server of mail is reached by STARTTLS, or by TLS from the beginning.
func bench(tlsFirst bool) func(t *testing.T) noticetest.Bench {
	return func(t *testing.T) noticetest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		url, certificate := "smtp://"+notices.Host, s.Mail("587", false)
		if tlsFirst {
			url, certificate = "smtps://"+notices.Host, s.Mail("465", true)
		}
		at := func(password string) notice.Target {
			return target(t, house(s, func(c *mail.Config) { c.URL, c.Certificate, c.Password = url, certificate, password }))
		}
		known := sandbox.DemoCredentials().Notices
		return noticetest.Bench{
			Target: at(known.MailPassword), Stranger: at("another"), Received: s.Notices, Knows: true,
			Fault:   func(mode string) { s.AddFault(sandboxtest.Fault{Target: "notice:" + notices.Mail, Mode: mode}) },
			Secrets: []string{known.MailPassword, known.MailUser, known.Mailbox, notices.Host},
		}
	}
}

func TestMailConforms(t *testing.T) {
	t.Parallel()
	for name, tlsFirst := range map[string]bool{"STARTTLS": false, "TLSFirst": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			noticetest.Run(t, bench(tlsFirst))
		})
	}
}

var told = notice.Message{
	ID: "0193c0de-0000-8000-8000-000000000001", Event: notice.Try, At: time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC),
}

// What is no refusal for good says why, and is sent again: a server that is busy, one that cuts, one that talks nonsense, a
// password that is wrong.
func TestWhyALetterWasNotTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		certificate := s.Mail("587", false)
		var ended outbound.Ended
		send := func(mode string, change func(*mail.Config)) error {
			if mode != "" {
				s.AddFault(sandboxtest.Fault{Target: "notice:mail", Mode: mode})
			}
			return target(t, house(s, func(c *mail.Config) {
				c.Certificate = certificate
				c.Outbound.Measure = func(how outbound.Ended, _ time.Duration) { ended = how }
				change(c)
			})).Send(t.Context(), told)
		}
		nobody := func(c *mail.Config) { c.To = "nobody@house.example" }
		stranger := func(c *mail.Config) { c.Password = "another" }
		for _, c := range []struct {
			mode   string
			change func(*mail.Config)
			want   string
			ended  outbound.Ended
			done   bool
		}{
			{"down", nil, "mail: SMTP 451 4.3.2", outbound.Unknown, false},
			{"cut_answer", nil, "mail: no answer", outbound.Unknown, false},
			{"garbage", nil, "mail: no answer", outbound.Unknown, false},
			{"timeout", nil, "mail: no answer in time", outbound.Unknown, false},
			{"refuse", nil, "mail: SMTP 550 5.7.1: " + notice.ErrRefused.Error(), outbound.Refused, true},
			{"", nobody, "mail: SMTP 550 5.1.1: " + notice.ErrRefused.Error(), outbound.Refused, true},
			{"", stranger, "mail: the server does not let the house in: SMTP 535", outbound.NotSent, false},
			{"", func(c *mail.Config) { c.User, c.Password = "", "" }, "mail: SMTP 502 5.7.0", outbound.Unknown, false},
			{"", func(c *mail.Config) { c.URL += ":25" }, "mail: no connection", outbound.NotSent, false},
		} {
			if c.change == nil {
				c.change = func(*mail.Config) {}
			}
			err := send(c.mode, c.change)
			if err == nil || err.Error() != c.want || ended != c.ended || errors.Is(err, notice.ErrRefused) != c.done {
				t.Errorf("%s: %v, %s; want %s, %s", c.mode, err, ended, c.want, c.ended)
			}
		}
		if err := send("", func(*mail.Config) {}); err != nil || ended != outbound.Done {
			t.Errorf("afterwards: %v, %s", err, ended)
		}
	})
}

// Over a real socket: a network without one holds up who refuses a certificate in the middle of a handshake.
func TestACertificateOfNobodyIsRefused(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Options{Loopback: true})
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Server.Mail().Serve(l, false) }()
	send := func(certificate string) error {
		return target(t, house(s, func(c *mail.Config) {
			c.URL, c.Certificate = "smtp://"+l.Addr().String(), certificate
		})).Send(t.Context(), told)
	}
	if err := send(""); err == nil || err.Error() != "mail: the server's certificate is not trusted" {
		t.Errorf("a certificate of nobody: %v", err)
	}
	if err := send(s.Server.Mail().Certificate); err != nil || len(s.Notices()) != 1 {
		t.Errorf("its own: %v, %d came", err, len(s.Notices()))
	}
}

// A server that offers no TLS is told nothing, whatever it says.
func TestNothingIsSaidWithoutTLS(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		l := s.Net.Listen("plain.test:587")
		defer func() { _ = l.Close() }()
		heard := make(chan string, 1)
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			heard <- plainly(c)
		}()
		err := target(t, house(s, func(c *mail.Config) { c.URL = "smtp://plain.test" })).Send(t.Context(), told)
		if err == nil || errors.Is(err, notice.ErrRefused) {
			t.Errorf("sent: %v", err)
		}
		if said := <-heard; strings.Contains(said, "AUTH") || strings.Contains(said, "MAIL") {
			t.Errorf("it was told %q", said)
		}
	})
}

// plainly is a server without TLS that lets everybody in. It returns what it was told.
func plainly(c net.Conn) (said string) {
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprint(c, "220 plain.test\r\n")
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		said += lines.Text() + "\n"
		_, _ = fmt.Fprint(c, "250-plain.test\r\n250 AUTH PLAIN\r\n")
	}
	return said
}

// What can't be sent to anybody is refused when the program starts.
func TestSettingsThatAreNone(t *testing.T) {
	t.Parallel()
	good := mail.Config{URL: "smtp://mail.house.example", From: "house@house.example", To: "duty@house.example"}
	if _, err := mail.New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*mail.Config){
		"no address":          func(c *mail.Config) { c.URL = "" },
		"another protocol":    func(c *mail.Config) { c.URL = "https://mail.house.example" },
		"a port that is none": func(c *mail.Config) { c.URL = "smtp://mail.house.example:99999" },
		"nobody writes":       func(c *mail.Config) { c.From = "house" },
		"two mailboxes":       func(c *mail.Config) { c.To = "a@house.example, b@house.example" },
		"a line break":        func(c *mail.Config) { c.To = "a@house.example\r\nBcc: b@house.example" },
		"a user alone":        func(c *mail.Config) { c.User = "house" },
		"no certificate":      func(c *mail.Config) { c.Certificate = "nothing" },
	} {
		c := good
		change(&c)
		if _, err := mail.New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
