package operatorcli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/client"
	"krapao/money"
)

// baht is an amount as a person types it, and as a call takes it.
type baht struct{ amount money.Amount }

// UnmarshalText reads it.
func (b *baht) UnmarshalText(text []byte) (err error) {
	if b.amount, err = money.Parse(string(text)); err != nil {
		return fmt.Errorf("%q is not an amount of baht: %w", text, err)
	}
	return nil
}

// MarshalJSON writes it.
func (b baht) MarshalJSON() ([]byte, error) { return wire.Money(b.amount).MarshalJSON() }

// moment is a time as a person types it.
type moment struct{ time.Time }

// UnmarshalText reads it.
func (m *moment) UnmarshalText(text []byte) (err error) {
	if m.Time, err = time.Parse(time.RFC3339, string(text)); err != nil {
		return fmt.Errorf("%q is not a time like 2026-11-20T14:05:00+07:00", text)
	}
	return nil
}

// words are several; none are an empty list.
type words []string

// MarshalJSON writes them.
func (w words) MarshalJSON() ([]byte, error) { return json.Marshal(append([]string{}, w...)) }

var place = regexp.MustCompile(`\{[a-z]+\}`)

// at fills a path in.
func at(path string, values ...string) string {
	return place.ReplaceAllStringFunc(path, func(string) string {
		value := values[0]
		values = values[1:]
		return url.PathEscape(value)
	})
}

// mostOfPage is the largest page of a list.
const mostOfPage = 200

// carryOut makes the call that a command is, and prints its answer.
func (d *Desk) carryOut(ctx context.Context, command *kong.Node, line string) error {
	r, err := d.request(ctx, command, line)
	if err != nil {
		return err
	}
	if columns := command.Tag.Get("columns"); columns != "" {
		return d.pages(ctx, r, limitOf(command), columns, command.Tag.Get("only"))
	}
	answer, err := d.call(ctx, r)
	if err != nil {
		return err
	}
	return show(d.Out, answer, command.Tag.Get("shows"), command.Tag.Get("says"))
}

// request is the call with what was typed.
func (d *Desk) request(ctx context.Context, command *kong.Node, line string) (r client.Request, err error) {
	method, path, _ := strings.Cut(line, " ")
	path, query, _ := strings.Cut(path, "?")
	if r.Query, err = url.ParseQuery(query); err != nil {
		return r, err
	}
	var values []string
	for _, word := range command.Positional {
		if word.Tag.Get("json") == "-" {
			values = append(values, fmt.Sprint(word.Target.Interface()))
		}
		narrowed(r.Query, word)
	}
	if strings.Contains(path, "{phone}") {
		if values[0], err = d.member(ctx, values[0]); err != nil {
			return r, err
		}
	}
	r.Method, r.Path = method, at(path, values...)
	for _, flag := range command.Flags {
		narrowed(r.Query, flag.Value)
		if flag.Name == "key" {
			r.Key = flag.Target.String()
		}
	}
	if method != http.MethodGet && command.Target.NumField() > 0 {
		r.Body = command.Target.Interface()
	}
	return r, nil
}

// narrowed adds a word or flag that narrows a list.
func narrowed(q url.Values, value *kong.Value) {
	name := value.Tag.Get("query")
	if name == "" || value.Target.IsZero() {
		return
	}
	if several, is := value.Target.Interface().([]string); is {
		q[name] = append(q[name], several...)
		return
	}
	if text := fmt.Sprint(value.Target.Interface()); text != "all" {
		q.Set(name, text)
	}
}

func limitOf(command *kong.Node) int {
	for _, flag := range command.Flags {
		if flag.Name == "limit" {
			return int(flag.Target.Int())
		}
	}
	return mostOfPage
}

// pages prints a list, page after page. only names a field that a row must have, or be so: "stops", "kind=bank".
func (d *Desk) pages(ctx context.Context, r client.Request, most int, columns, only string) error {
	var rows []json.RawMessage
	from := ""
	if r.Query == nil {
		r.Query = url.Values{}
	}
	for {
		if r.Query.Get("q") == "" && !unpaged(r.Path) {
			r.Query.Set("limit", strconv.Itoa(max(min(most-len(rows), mostOfPage), 1)))
		}
		answer, err := d.call(ctx, r)
		if err != nil {
			return err
		}
		page := page(answer)
		rows = append(rows, page.Items...)
		if page.From == "standby" {
			from = page.AsOf
		}
		if page.Next == "" || len(rows) >= most {
			break
		}
		r.Query.Set("after", page.Next)
	}
	rows = slices.DeleteFunc(rows, func(row json.RawMessage) bool { return !has(row, only) })
	return table(d.Out, rows[:min(len(rows), most)], columns, from)
}

// has reports whether a row has a field, or has it so.
func has(row json.RawMessage, only string) bool {
	name, want, exactly := strings.Cut(only, "=")
	return only == "" || slices.ContainsFunc(flat("", row), func(f [2]string) bool {
		return f[0] == name && (f[1] == want || !exactly)
	})
}

// unpaged reports whether a list has no pages.
func unpaged(path string) bool {
	return slices.Contains([]string{
		"/api/brake", "/api/provider", "/api/system", "/api/budget", "/api/queue/count", "/api/content",
	}, path)
}

// memberForm is the form of a member's ID. A phone number is shorter.
var memberForm = regexp.MustCompile(`^[0-9A-Z]{12}$`)

// member is the ID of a member that is named by its phone, or by its ID itself.
func (d *Desk) member(ctx context.Context, typed string) (string, error) {
	if memberForm.MatchString(typed) {
		return typed, nil
	}
	answer, err := d.call(ctx, client.Request{
		Method: http.MethodGet, Path: "/api/member/search", Query: url.Values{"q": {typed}},
	})
	if err != nil {
		return "", err
	}
	var found struct {
		Items []struct {
			Member struct{ ID string }
			Match  string
		}
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return "", err
	}
	if len(found.Items) != 1 || found.Items[0].Match != "same" {
		return "", fmt.Errorf("NO_USER: %d members are meant by %q: krapao operator members search", len(found.Items), typed)
	}
	return found.Items[0].Member.ID, nil
}
