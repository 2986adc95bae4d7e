package outside

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"krapao/connect/notice/chat"
	"krapao/connect/notice/mail"
	"krapao/connect/notice/webhook"
	"krapao/internal/config"
	"krapao/notice"
)

// Receivers makes the connections to those who are told what happens, by name.
func Receivers(all map[string]config.Notice, to PerSystem) ([]notice.Receiver, error) {
	list := make([]notice.Receiver, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		r := notice.Receiver{Name: name, Kind: c.Kind}
		for _, event := range c.Events {
			if !slices.Contains(notice.Events(), notice.Event(event)) {
				return nil, fmt.Errorf("notices.%s: there is no event %q; there are %s", name, event, notice.Events())
			}
			r.Events = append(r.Events, notice.Event(event))
		}
		if !slices.Contains([]string{"", "th", "en", "lo"}, c.Language) {
			return nil, fmt.Errorf("notices.%s: the language is th, en or lo, not %q", name, c.Language)
		}
		var err error
		if r.Target, err = targetOf(name, c, to); err != nil {
			return nil, fmt.Errorf("notices.%s: %w", name, err)
		}
		list = append(list, r)
	}
	return list, nil
}

func targetOf(name string, c config.Notice, to PerSystem) (notice.Target, error) {
	language := notice.Language(c.Language)
	switch c.Kind {
	case "webhook":
		return webhook.New(webhook.Config{URL: c.URL, Secret: c.Secret, Outbound: to(name)})
	case "line":
		return chat.NewLine(chat.Line{
			BaseURL: cmp.Or(c.URL, "https://api.line.me"), Token: c.Token, To: c.To, Language: language, Outbound: to(name),
		}), nil
	case "slack":
		return chat.NewSlack(chat.Slack{URL: c.URL, Language: language, Outbound: to(name)}), nil
	case "mail":
		return mail.New(mail.Config{
			URL: c.URL, User: c.User, Password: c.Password, From: c.From, To: c.To, Certificate: c.Certificate,
			Language: language, Outbound: to(name),
		})
	}
	return nil, fmt.Errorf("the kind is webhook, line, slack or mail, not %q", c.Kind)
}
