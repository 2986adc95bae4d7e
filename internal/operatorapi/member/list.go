package member

import (
	"context"
	"time"

	"krapao/internal/history"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/member"
)

// ListedMember is a member in the list of all.
type ListedMember struct {
	list.MemberRef

	Source       string     `doc:"Where it came from; empty: that is not known" json:"source"`
	Inviter      *string    `doc:"By its ID; null: nobody" json:"inviter"`
	RegisteredAt wire.Time  `json:"registeredAt"`
	LastLogin    *wire.Time `doc:"Its latest; null: it never logged in" json:"lastLogin" nullable:"true"`
	Deposits     wire.Money `doc:"Over its life, less what was taken back" json:"deposits"`
	Withdrawals  wire.Money `doc:"Over its life, what was paid" json:"withdrawals"`
}

// MembersAsked are the filters of the members.
type MembersAsked struct {
	list.Query

	State          string    `enum:"active,shut out,deactivated,closed" query:"state"`
	RegisteredFrom time.Time `doc:"Not before" query:"registeredFrom"`
	RegisteredTo   time.Time `doc:"Before" query:"registeredTo"`
	Source         string    `maxLength:"100" query:"source"`
	Flag           string    `enum:"watch,review,verified" query:"flag"`
	Inviter        string    `doc:"A member's ID" maxLength:"32" query:"inviter"`
}

// handleMembers answers GET /api/member.
func (c *Room) handleMembers(ctx context.Context, in *MembersAsked) (*httpx.Reply[list.Page[ListedMember]], error) {
	span := list.Span{From: in.RegisteredFrom, To: in.RegisteredTo}
	if err := span.Check(in.Inviter != ""); err != nil {
		return nil, err
	}
	by := member.Listing{
		Flag: in.Flag, Inviter: in.Inviter, Source: in.Source, Ended: in.State == "deactivated" || in.State == "closed",
		Shut: in.State == "shut out", From: in.RegisteredFrom, To: in.RegisteredTo,
	}
	filters := list.Filters{"state": in.State, "source": in.Source, "flag": in.Flag, "inviter": in.Inviter}
	for name, at := range map[string]time.Time{"registeredFrom": in.RegisteredFrom, "registeredTo": in.RegisteredTo} {
		if !at.IsZero() {
			filters[name] = at.UTC().Format(time.RFC3339Nano)
		}
	}
	of := list.List[member.Listed, history.Place, ListedMember]{
		Name: "member", Key: member.Listed.Place, Primary: true, Show: c.listed, Columns: memberColumns(c.Now),
	}
	return of.Read(ctx, c.Lists, in.Query, list.Rows[member.Listed, history.Place]{
		Filters: filters, Keep: fits(in, c.Now()),
		Read: func(ctx context.Context, after *history.Place, most int) ([]member.Listed, error) {
			return c.Members.List(ctx, by, after, most)
		},
	})
}

// fits keeps what all filters leave that no index serves beside the first (member.Listing); nil: all.
func fits(in *MembersAsked, now time.Time) func(member.Listed) bool {
	second := in.Inviter != "" && in.Flag != "" || in.Source != "" && (in.Inviter != "" || in.Flag != "")
	if in.State == "" && !second {
		return nil
	}
	return func(m member.Listed) bool {
		return (in.State == "" || m.State(now) == in.State) && (in.Source == "" || m.SourceCode == in.Source) &&
			(in.Inviter == "" || m.Inviter == in.Inviter)
	}
}

// listed are the members of a page, each with its flags and its money.
func (c *Room) listed(ctx context.Context, rows []member.Listed) ([]ListedMember, error) {
	ids := make([]string, len(rows))
	for n, m := range rows {
		ids[n] = m.ID
	}
	flags, err := c.Flags.Codes(ctx, ids...)
	if err != nil {
		return nil, err
	}
	now, shown := c.Now(), make([]ListedMember, len(rows))
	for n, m := range rows {
		life, err := c.life(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		shown[n] = ListedMember{
			MemberRef: list.MemberRef{
				ID: m.ID, Name: m.Name, Phone: list.Masked(m.Username), State: m.State(now), Flags: append([]string{}, flags[m.ID]...),
			},
			Source: m.SourceCode, Inviter: wire.TextOrNull(m.Inviter), RegisteredAt: wire.Time(m.CreatedAt),
			LastLogin: wire.TimeOrNull(m.LoginAt), Deposits: life.Deposits, Withdrawals: life.Withdrawals,
		}
	}
	return shown, nil
}

// memberColumns are the file's, which names nobody.
func memberColumns(now func() time.Time) []list.Column[member.Listed] {
	return []list.Column[member.Listed]{
		{Name: "id", Cell: func(m member.Listed) any { return m.ID }},
		{Name: "state", Cell: func(m member.Listed) any { return m.State(now()) }},
		{Name: "source", Cell: func(m member.Listed) any { return m.SourceCode }},
		{Name: "inviter", Cell: func(m member.Listed) any { return m.Inviter }},
		{Name: "registered_at", Cell: func(m member.Listed) any { return m.CreatedAt }},
		{Name: "last_login", Cell: func(m member.Listed) any { return m.LoginAt }},
	}
}
