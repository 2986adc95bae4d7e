package sight

import (
	"context"
	"errors"

	"krapao/fault"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/operator"
	"krapao/operator/queue"
)

// ItemDetail is all that a person looks at before it decides about a thing, whatever its kind.
type ItemDetail struct {
	Kind    string                        `json:"kind" doc:"The item's, while it waits"`
	ID      string                        `json:"id"`
	Member  wire.Nullable[list.MemberRef] `json:"member"`
	Amount  *wire.OptionalMoney           `json:"amount" nullable:"true"`
	State   string                        `json:"state" doc:"Its state's code"`
	Why     []string                      `json:"why" doc:"The codes of why it waits for a person"`
	Seen    string                        `json:"seen" doc:"What seen is on deciding it"`
	Claim   wire.Nullable[ItemClaim]      `json:"claim"`
	May     []string                      `json:"may" doc:"What the caller may do with it now, by the ids of calls"`
	Choices []ItemChoice                  `json:"choices" doc:"What each of may asks for"`
	Facts   []Fact                        `json:"facts"`
	Picture *string                       `json:"picture" doc:"The path of a picture that belongs to it, good for 5 minutes"`
	Related wire.Nullable[ItemRelated]    `json:"related" doc:"What is known of its member; null: it has none"`
	// Candidates, Lines, Earlier and Devices are what is near it.
	Candidates []ItemCandidate `json:"candidates" doc:"Of money that nobody claimed: the members that it may be of, the likeliest first"`
	Lines      []ItemLine      `json:"lines" doc:"Of a declared transfer: lines of a statement that nobody claimed, by time"`
	Earlier    []ItemEarlier   `json:"earlier" doc:"Of a slip: those of the same transfer, and its member's before it"`
	Devices    []ItemDevice    `json:"devices" doc:"Of a withdrawal: its member's browsers from which other members logged in, too; at most 5"`
}

// ItemChoice is a decision that is possible about a thing.
type ItemChoice struct {
	Call     string  `json:"call" doc:"The call's id"`
	Two      bool    `json:"two" doc:"Another person must agree; it may still depend on what is asked for"`
	Evidence *string `json:"evidence" doc:"The code of the evidence that it needs; null: none"`
}

// Fact is one thing that a decision would change, or that it rests on. Its name and values are codes and figures.
type Fact struct {
	Name   string  `json:"name"`
	Kind   string  `enum:"text,state,why,found,role,flag,scope,action,amount,account,member,system,time" json:"kind"`
	Before *string `json:"before"`
	After  string  `json:"after"`
}

// FactsOf makes facts what the contract says.
func FactsOf(facts []operator.Fact) []Fact {
	list := make([]Fact, len(facts))
	for n, f := range facts {
		kind := f.Kind
		if kind == "" {
			kind = operator.FactText
		}
		list[n] = Fact{Name: f.Name, Kind: string(kind), Before: wire.TextOrNull(f.Before), After: f.After}
	}
	return list
}

// People are the operators.
type People interface {
	Person(ctx context.Context, name string) (operator.Person, error)
	Self(ctx context.Context, person operator.Person, member string) (bool, error)
}

// Deps are what a desk is made of.
type Deps struct {
	Queue   *queue.Service
	Claims  *queue.Claims
	People  People
	Members list.Members
	// Open opens things of a kind of item. A kind that is missing has no detail here.
	Open map[string]func(ctx context.Context, by operator.Person, id string) (operator.Sight, error)
	// Calls are the ids of the calls that make decisions of a kind.
	Calls map[string]string
	// About is what is known of a member.
	About Surroundings
}

// Desk shows what waits. It is safe for concurrent use.
type Desk struct{ Deps }

// NewDesk makes one.
func NewDesk(d Deps) *Desk { return &Desk{d} }

// Detail opens a thing of a kind for an operator. NO_DATA: there is none.
func (d *Desk) Detail(ctx context.Context, by, kind, id string) (ItemDetail, error) {
	person, err := d.People.Person(ctx, by)
	if err != nil {
		return ItemDetail{}, err
	}
	return d.detail(ctx, person, kind, id)
}

func (d *Desk) detail(ctx context.Context, person operator.Person, kind, id string) (ItemDetail, error) {
	x, err := d.Open[kind](ctx, person, id)
	if err != nil {
		return ItemDetail{}, err
	}
	self, err := d.People.Self(ctx, person, x.Member)
	if err != nil {
		return ItemDetail{}, err
	}
	shown := ItemDetail{
		Kind: x.Kind, ID: x.ID, Amount: wire.MoneyOrNull(x.Amount), State: x.State, Why: append([]string{}, x.Why...),
		Seen: x.Seen, Facts: FactsOf(x.Facts), May: []string{}, Choices: []ItemChoice{}, Devices: []ItemDevice{},
	}
	if x.Picture != "" {
		shown.Picture = wire.TextOrNull("/files/" + x.Picture)
	}
	may := func(c operator.Choice) bool { return !self && d.Calls[c.Kind] != "" && person.Has(c.Needs) }
	for _, c := range x.Choices {
		if may(c) {
			choice := d.choiceOf(c)
			shown.May, shown.Choices = append(shown.May, choice.Call), append(shown.Choices, choice)
		}
	}
	shown.Lines = d.linesOf(x.Lines, may)
	has, err := d.Claims.Of(ctx, x.Ref)
	if err != nil {
		return ItemDetail{}, err
	}
	shown.Claim = claimOf(has)
	if err := d.near(ctx, x, &shown); err != nil {
		return ItemDetail{}, err
	}
	if x.Member == "" {
		return shown, nil
	}
	return shown, d.about(ctx, x.Member, &shown)
}

func (d *Desk) choiceOf(c operator.Choice) ItemChoice {
	return ItemChoice{d.Calls[c.Kind], c.Two, wire.TextOrNull(string(c.Evidence))}
}

// Opened is an item with its detail.
func (d *Desk) Opened(ctx context.Context, by string, x queue.Item) (OpenedItem, error) {
	shown, err := d.Shown(ctx, d.Queue.Now(), x)
	if err != nil {
		return OpenedItem{}, err
	}
	opened := OpenedItem{Item: shown[0]}
	if d.Open[x.Kind] == nil {
		return opened, nil
	}
	detail, err := d.Detail(ctx, by, x.Kind, x.ID)
	if fault.Is(err, fault.NO_DATA) { // it ended by itself a moment ago
		return opened, nil
	}
	opened.Detail = wire.NullableOf(detail)
	return opened, err
}

// Next claims the most urgent item that an operator may decide and nobody else has, and opens it; nil: there is none.
func (d *Desk) Next(ctx context.Context, by string, kinds, skip []string) (*OpenedItem, error) {
	x, found, err := d.Queue.Next(ctx, by, kinds, skip)
	if err != nil || !found {
		return nil, err
	}
	opened, err := d.Opened(ctx, by, x)
	if err != nil {
		return nil, errors.Join(err, d.Queue.Release(ctx, by, x.Kind, x.ID))
	}
	return &opened, nil
}
