package member

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/id"
	"krapao/internal/operatorapi/list"
	"krapao/internal/phone"
	"krapao/operator"
)

// Searched is what a search is asked.
type Searched struct {
	Q string `doc:"A phone, an id or invite code, an account's number or its last 4 to 6 digits, a reference, a member's own name or its account holder's" maxLength:"100" query:"q" required:"true"`
}

// FoundMembers is what was found, and by what.
type FoundMembers struct {
	By    string        `enum:"phone,id,account,reference,name,nothing" json:"by"`
	Items []FoundMember `doc:"At most 50"                                json:"items"`
}

// FoundMember is a member that may be the one.
type FoundMember struct {
	Member list.MemberRef `json:"member"`
	Holder string         `doc:"The holder of its bank account" json:"holder"`
	Match  string         `doc:"unsure: others may be meant as well" enum:"same,unsure" json:"match"`
}

// shortestSearch is the fewest characters that are searched for, and mostFound the most members that are found.
const shortestSearch, mostFound = 3, 50

// finder finds members by whatever names one.
type finder Room

// found is what one way of searching found.
type found struct {
	by, match string
	members   []string
}

// handleSearch answers GET /api/member/search. The audit log has who was found, and never what was typed: it may be the phone
// of somebody who is no member.
func (f *finder) handleSearch(ctx context.Context, in *Searched) (*httpx.Reply[FoundMembers], error) {
	typed := strings.TrimSpace(in.Q)
	if utf8.RuneCountInString(typed) < shortestSearch {
		return nil, fault.New(fault.INVALID_INPUT, "at least %d characters", shortestSearch)
	}
	is, err := f.find(ctx, typed)
	if err != nil {
		return nil, err
	}
	if err := f.Looks.Look(ctx, glance(httpx.StateOf(ctx).Operator, is)); err != nil {
		return nil, err
	}
	answer := FoundMembers{By: is.by, Items: []FoundMember{}}
	refs, err := f.Refs.Refs(ctx, is.members)
	if err != nil {
		return nil, err
	}
	for _, member := range is.members {
		ref, known := refs[member]
		if !known {
			continue
		}
		m, err := f.Members.ByID(ctx, member)
		if err != nil {
			return nil, err
		}
		answer.Items = append(answer.Items, FoundMember{ref, m.Bank.AccountName, is.match})
	}
	return httpx.OK(answer)
}

// mostNamed is how many of the found members the audit log names.
const mostNamed = 10

func glance(by string, is found) operator.Glance {
	g := operator.Glance{By: by, Action: "member.search", Subject: is.by}
	if len(is.members) > 0 {
		g.Subject += " " + strings.Join(is.members[:min(len(is.members), mostNamed)], " ")
	}
	if len(is.members) == 1 {
		g.Member = is.members[0]
	}
	return g
}

// find searches by the shape of what was typed, until something is found: what names one member comes before what names many.
func (f *finder) find(ctx context.Context, typed string) (found, error) {
	for _, way := range []func(context.Context, string) (found, error){
		f.byPhone, f.byID, f.byReference, f.byAccount, f.byName,
	} {
		is, err := way(ctx, typed)
		if err != nil || len(is.members) > 0 {
			return is, err
		}
	}
	return found{by: "nothing"}, nil
}

// one is a search that found one member; none is no error.
func one(by, member string, err error) (found, error) {
	if fault.Is(err, fault.NO_USER) || fault.Is(err, fault.NO_DATA) || err == nil && member == "" {
		return found{}, nil
	}
	return found{by, "same", []string{member}}, err
}

func (f *finder) byPhone(ctx context.Context, typed string) (found, error) {
	m, err := f.Members.ByUsername(ctx, typed)
	return one("phone", m.ID, err)
}

// inviteCode begins an invite code. The member's ID follows.
const inviteCode = "PR"

func (f *finder) byID(ctx context.Context, typed string) (found, error) {
	text := strings.ToUpper(typed)
	if code, is := strings.CutPrefix(text, inviteCode); is && len(code) == id.MemberLength {
		text = code
	}
	if len(text) != id.MemberLength {
		return found{}, nil
	}
	m, err := f.Members.ByID(ctx, text)
	return one("id", m.ID, err)
}

// aReference is how references and IDs of arrivals look: they have digits, and no spaces.
var aReference = regexp.MustCompile(`^[0-9A-Za-z]{10,32}$`)

// byReference asks whatever gives out references.
func (f *finder) byReference(ctx context.Context, typed string) (found, error) {
	if !aReference.MatchString(typed) || !strings.ContainsAny(typed, "0123456789") {
		return found{}, nil
	}
	for _, owner := range []func(context.Context, string) (string, error){
		f.ofTransfer, f.ofDeposit,
	} {
		member, err := owner(ctx, typed)
		if is, err := one("reference", member, err); err != nil || len(is.members) > 0 {
			return is, err
		}
	}
	return found{}, nil
}

func (f *finder) byAccount(ctx context.Context, typed string) (found, error) {
	digits, ok := phone.Digits(typed)
	if !ok {
		return found{}, nil
	}
	members, ending, err := f.Accounts.Everywhere(ctx, digits, mostFound)
	if ending {
		return found{"account", "unsure", members}, err
	}
	return found{"account", "same", members}, err
}

func (f *finder) byName(ctx context.Context, typed string) (found, error) {
	holders, err := f.Holders.Find(ctx, typed, mostFound)
	if err != nil {
		return found{}, err
	}
	named, err := f.Members.Named(ctx, typed, mostFound)
	members := slices.Concat(holders, named)
	slices.Sort(members)
	members = slices.Compact(members)
	return found{"name", "unsure", members[:min(len(members), mostFound)]}, err
}
