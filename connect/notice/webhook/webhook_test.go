package webhook_test

import (
	"testing"

	"krapao/connect/notice/webhook"
	"krapao/notice"
	"krapao/notice/noticetest"
	"krapao/sandbox"
	"krapao/sandbox/notices"
	"krapao/sandbox/sandboxtest"
)

func TestConformance(t *testing.T) {
	t.Parallel()
	noticetest.Run(t, func(t *testing.T) noticetest.Bench {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		known := sandbox.DemoCredentials().Notices
		target := func(secret string) notice.Target {
			w, err := webhook.New(webhook.Config{URL: s.URL + "/notices/webhook", Secret: secret, Outbound: s.Outbound(0)})
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		return noticetest.Bench{
			Target: target(known.Secret), Stranger: target("whsec_c3RyYW5nZXJzLWFyZS1ub3Qta25vd24taGVyZQ=="),
			Fault:    func(mode string) { s.AddFault(sandboxtest.Fault{Target: "notice:" + notices.Webhook, Mode: mode}) },
			Received: s.Notices, Knows: true, Secrets: []string{known.Secret, "notices/webhook"},
		}
	})
}
