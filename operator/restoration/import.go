package restoration

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
	"krapao/operator"
	"krapao/quarantine"
)

// Import is a list of a system that a person brings: of what span, and its lines (quarantine.ReadCSV).
//
// A system that gives its list by itself is asked by KindAsk, whose request has the key alone: its list begins where the
// quarantine does, and is whole up to the last page.
type Import struct {
	// Key is the call's, of one operator. Empty: it has none.
	Key  string    `json:"key,omitempty"`
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	CSV  string    `json:"csv"`
}

// listOf names the list that a call brings, by its key. Empty: the list gets a name of its own.
func listOf(key string) string {
	if key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// planImport plans to import a list. What the books know already is booked no second time, so one person may.
func (s *Service) planImport(ctx context.Context, system string, request json.RawMessage) (operator.Plan, error) {
	one, err := s.find(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	var asked Import
	if err := json.Unmarshal(request, &asked); err != nil {
		return operator.Plan{}, fault.Wrap(err, fault.INVALID_INPUT, "a list of what span?")
	}
	switch {
	case !s.quarantine.Takes(system):
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "no list of %s can be imported; compare it by hand", system)
	case !asked.From.Before(asked.To):
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "the list's span ends before it begins")
	}
	rows, err := quarantine.ReadCSV(system, asked.CSV)
	if wrong, invalid := errors.AsType[quarantine.InvalidError](err); invalid {
		return operator.Plan{}, fault.New(fault.IMPORT_INVALID, "%s", wrong).
			With("line", wrong.Line).With("why", string(wrong.Why)).With("value", wrong.Value)
	}
	if err == nil {
		err = s.quarantine.Complete(ctx, system, rows)
	}
	if err != nil {
		return operator.Plan{}, err
	}
	sum := money.Amount(0)
	for _, r := range rows {
		sum += r.Amount
	}
	list := quarantine.List{ID: listOf(asked.Key), System: system, From: asked.From, To: asked.To, Rows: rows}
	return operator.Plan{
		Evidence: operator.BankStatement, State: stateOf(system, one.Since, true),
		Says: system + ": a list of " + strconv.Itoa(len(rows)) + " payments is imported",
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactSystem, After: system},
			{Name: "listFrom", Kind: operator.FactTime, After: asked.From.UTC().Format(time.RFC3339)},
			{Name: "listTo", Kind: operator.FactTime, After: asked.To.UTC().Format(time.RFC3339)},
			{Name: "payments", Kind: operator.FactText, After: strconv.Itoa(len(rows))},
			{Name: "amount", Kind: operator.FactAmount, After: sum.String()},
		},
		Still: s.still(ctx, one),
		Does:  func(tx *store.Tx, by operator.Decision) error { return s.quarantine.ImportTx(ctx, tx, list, by.By) },
	}, nil
}

// planAsk plans to ask a system for its own list. What the books know already is booked no second time, so one person may.
func (s *Service) planAsk(ctx context.Context, system string, request json.RawMessage) (operator.Plan, error) {
	one, err := s.find(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	var asked Import
	if err := json.Unmarshal(request, &asked); err != nil {
		return operator.Plan{}, fault.Wrap(err, fault.INVALID_INPUT, "under what key?")
	}
	asks, err := s.quarantine.Asks(ctx, system)
	if err != nil {
		return operator.Plan{}, err
	}
	if !asks {
		return operator.Plan{}, fault.New(fault.INVALID_INPUT, "%s gives no list by itself; import one as a file", system)
	}
	list := quarantine.List{ID: listOf(asked.Key), System: system, From: one.From, To: one.From, Asked: true}
	return operator.Plan{
		State: stateOf(system, one.Since, true), Says: system + " is asked for its list",
		Facts: []operator.Fact{
			{Name: "system", Kind: operator.FactSystem, After: system},
			{Name: "listFrom", Kind: operator.FactTime, After: one.From.UTC().Format(time.RFC3339)},
		},
		Still: s.still(ctx, one),
		Does:  func(tx *store.Tx, by operator.Decision) error { return s.quarantine.ImportTx(ctx, tx, list, by.By) },
	}, nil
}
