package chat_test

import (
	"testing"

	"krapao/connect/notice/chat"
	"krapao/notice"
	"krapao/notice/noticetest"
	"krapao/sandbox"
	"krapao/sandbox/notices"
	"krapao/sandbox/sandboxtest"
)

func bench(
	t *testing.T, kind string, secrets func(notices.Credentials) []string,
	target func(s *sandboxtest.Sandbox, c notices.Credentials) notice.Target,
) noticetest.Bench {
	s := sandboxtest.Start(t, sandboxtest.Options{})
	known := sandbox.DemoCredentials().Notices
	stranger := known
	stranger.Token, stranger.Hook = "another", "another"
	return noticetest.Bench{
		Target: target(s, known), Stranger: target(s, stranger), Received: s.Notices, Secrets: secrets(known),
		Fault: func(mode string) { s.AddFault(sandboxtest.Fault{Target: "notice:" + kind, Mode: mode}) },
	}
}

func TestLINEConforms(t *testing.T) {
	t.Parallel()
	noticetest.Run(t, func(t *testing.T) noticetest.Bench {
		b := bench(t, notices.Line, func(c notices.Credentials) []string { return []string{c.Token, c.Group} },
			func(s *sandboxtest.Sandbox, c notices.Credentials) notice.Target {
				return chat.NewLine(chat.Line{
					BaseURL: s.URL + "/notices/line/", Token: c.Token, To: c.Group, Language: notice.Thai, Outbound: s.Outbound(0),
				})
			})
		b.Knows = true
		return b
	})
}

func TestSlacksShapeConforms(t *testing.T) {
	t.Parallel()
	noticetest.Run(t, func(t *testing.T) noticetest.Bench {
		return bench(t, notices.Slack, func(c notices.Credentials) []string { return []string{c.Hook} },
			func(s *sandboxtest.Sandbox, c notices.Credentials) notice.Target {
				return chat.NewSlack(chat.Slack{URL: s.URL + "/notices/slack/" + c.Hook, Language: notice.Lao, Outbound: s.Outbound(0)})
			})
	})
}
