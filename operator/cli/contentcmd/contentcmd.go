// Package contentcmd has the commands krapao operator content: what is in force, what was, and changes of it.
package contentcmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"krapao/internal/content"
	"krapao/operator"
	"krapao/operator/cli/sheet"
	"krapao/operator/draft"
)

// Commands are the commands.
type Commands struct {
	List    list    `cmd:"" default:"1" help:"The sections, each with its last version and who wanted it."`
	Export  export  `cmd:"" help:"Print what is in force as a document that krapao content apply takes."`
	History history `cmd:"" help:"The versions of a section, newest first."`
}

type list struct{}

// Run lists.
func (list) Run(ctx context.Context, s *draft.Service, out io.Writer) error {
	all, err := s.All(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, x := range all {
		switch v := x.Last; {
		case x.Known:
			rows = append(rows, []string{
				x.Section, strconv.FormatInt(v.Number, 10), sheet.Stamp(v.At), v.By.ProposedBy, v.By.ApprovedBy, v.By.Reason,
			})
		case x.Body != nil:
			rows = append(rows, []string{x.Section, "not recorded", "", "", "", ""})
		default:
			rows = append(rows, []string{x.Section, "nothing was set", "", "", "", ""})
		}
	}
	return sheet.Table(out, "section version since proposed approved reason", rows)
}

type export struct {
	Sections []string `arg:"" optional:"" name:"SECTION" help:"Only these sections."`
}

// Run prints a document.
func (c export) Run(ctx context.Context, s *draft.Service, out io.Writer) error {
	doc, err := s.Export(ctx, c.Sections...)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

type history struct {
	Section string `arg:""`
	Limit   int    `default:"20" help:"How many at most."`
	Version int64  `help:"Print this version as a document."`
}

// Run lists versions, or prints one.
func (c history) Run(ctx context.Context, s *draft.Service, out io.Writer) error {
	if c.Version > 0 {
		v, err := s.Version(ctx, c.Section, c.Version)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := json.Indent(&text, v.Body, "  ", "  "); err != nil {
			return fmt.Errorf("content: %w", err)
		}
		_, err = fmt.Fprintf(out, "{\n  %q: %s\n}\n", c.Section, text.String())
		return err
	}
	now, err := s.One(ctx, c.Section)
	if err != nil {
		return err
	}
	versions, err := s.History(ctx, c.Section, 0, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, len(versions))
	for i, v := range versions {
		rows[i] = []string{
			strconv.FormatInt(v.Number, 10), sheet.Stamp(v.At), v.By.ProposedBy, v.By.ApprovedBy, v.By.Proposal, v.By.Reason,
		}
	}
	err = sheet.Table(out, "version since proposed approved proposal reason", rows)
	if err == nil && now.Body != nil && !now.Known {
		_, err = fmt.Fprintln(out, "what is in force now is none of them: export prints it")
	}
	return err
}

// Wish is why a change is wanted, and from when on.
type Wish struct {
	Reason string `placeholder:"TEXT" help:"Why."`
	From   string `placeholder:"TIME" help:"When it is to come into force, like 2026-12-01T09:00:00+07:00, if not as soon as it may."`
}

// Args are the wish as words of a command.
func (w Wish) Args() (words []string) {
	for flag, value := range map[string]string{"--reason": w.Reason, "--from": w.From} {
		if value != "" {
			words = append(words, flag+"="+value)
		}
	}
	return words
}

func (w Wish) from() (time.Time, error) {
	if w.From == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339, w.From)
	if err != nil {
		return t, fmt.Errorf("--from is a time like 2026-12-01T09:00:00+07:00, not %q", w.From)
	}
	return t, nil
}

func (w Wish) propose(
	ctx context.Context, s *draft.Service, by operator.Decision, change draft.Change, out io.Writer,
) (err error) {
	if change.From, err = w.from(); err != nil {
		return err
	}
	by.Reason = w.Reason
	made, err := s.Propose(ctx, by, change)
	if err != nil {
		return err
	}
	for _, f := range made.Facts {
		if _, err := fmt.Fprintf(out, "%s: %s -> %s\n", f.Name, f.Before, f.After); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(out, made.Says)
	return err
}

// Put proposes a document in a house that has operators, by whoever has signed in, and puts it into force in one that has none
// yet. With dryRun it prints what would change.
func (w Wish) Put(
	ctx context.Context, s *draft.Service, by operator.Decision, doc content.Document, dryRun bool, out io.Writer,
) error {
	checked, err := s.Check(ctx, doc)
	if err == nil {
		err = checked.Err()
	}
	if err != nil {
		return err
	}
	if dryRun || len(checked.Outlooks) == 0 {
		return Tell(out, checked.Lines(), dryRun)
	}
	proposed, err := s.Proposed(ctx)
	if err != nil {
		return err
	}
	if proposed {
		return w.propose(ctx, s, by, draft.Change{Document: doc}, out)
	}
	changes, err := s.Apply(ctx, doc)
	if err != nil {
		return err
	}
	return Tell(out, changes, false)
}

// Tell prints what content changed, one line each.
func Tell(out io.Writer, changes []string, dryRun bool) error {
	if len(changes) == 0 {
		changes = []string{"nothing changes"}
	} else if dryRun {
		changes = append(changes, "dry run: nothing was changed")
	}
	for _, line := range changes {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
