package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/auditdb"
)

// Proof is what a check of the whole log found.
type Proof struct {
	// At is when it began; zero: there was none yet.
	At time.Time `json:"-"`
	// Head is the log's last row at that time.
	Head Head `json:"head"`
	// Marks are what the places outside the database know (architecture/0016).
	Marks []Mark `json:"marks"`
	// Wrong is what is wrong with the log, a line each. There is none in a log that is whole.
	Wrong []string `json:"wrong"`
}

// Head is the end of the log.
type Head struct {
	Number    int64  `json:"number"`
	Hash      string `json:"hash"`
	Signature string `json:"signature"`
}

// Mark is the furthest row that a place outside the database knows.
type Mark struct {
	Place  string    `json:"place"`
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	Agrees bool      `json:"agrees"`
	// Why says why it does not agree; "": it does.
	Why string `json:"why"`
}

// Outside is what is known of the log beside its hashes: what is wrong with its signatures, and what other places know.
type Outside func(ctx context.Context) (wrong []string, marks []Mark, err error)

// Prover checks the whole log again and again. All nodes share the last proof.
type Prover struct {
	log     *Log
	outside Outside
	looked  time.Time // the last turn that read whether there is something to check
}

// NewProver makes one.
func NewProver(l *Log, outside Outside) *Prover { return &Prover{log: l, outside: outside} }

// Stale is how old a proof may get before the log is checked again.
const Stale = time.Hour

// Last returns the last proof.
func (p *Prover) Last(ctx context.Context) (Proof, error) {
	row, err := auditdb.New(p.log.store.DB()).Proof(ctx)
	if err != nil {
		return Proof{}, fmt.Errorf("operator: audit: %w", err)
	}
	var found Proof
	if err := json.Unmarshal([]byte(row.Found), &found); err != nil {
		return Proof{}, fmt.Errorf("operator: audit: the last proof: %w", err)
	}
	if row.CheckedAt > 0 {
		found.At = row.CheckedAt.Time()
	}
	return found, nil
}

// Ask has the log checked at the next turn.
func (p *Prover) Ask(ctx context.Context) error {
	return p.log.store.Write(ctx, func(tx *store.Tx) error {
		return auditdb.New(tx).AskProof(ctx, clock.MicrosOf(tx.Now))
	})
}

// Turn checks the log if the last proof is stale, or if somebody has asked since it began. It returns how many proofs it made.
// While nothing is written on any node, it looks once a minute: who asks, writes.
func (p *Prover) Turn(ctx context.Context) (int, error) {
	if p.log.store.Quiet() && time.Since(p.looked) < time.Minute {
		return 0, nil
	}
	p.looked = time.Now()
	row, err := auditdb.New(p.log.store.DB()).Proof(ctx)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	now := p.log.store.Now()
	if row.AskedAt <= row.CheckedAt && now.Sub(row.CheckedAt.Time()) < Stale {
		return 0, nil
	}
	found, err := p.prove(ctx)
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(found)
	if err != nil {
		return 0, fmt.Errorf("operator: audit: %w", err)
	}
	return 1, p.log.store.Write(ctx, func(tx *store.Tx) error {
		return auditdb.New(tx).SetProof(ctx, clock.MicrosOf(now), string(text))
	})
}

func (p *Prover) prove(ctx context.Context) (found Proof, err error) {
	rows, err := p.log.Verify(ctx)
	if what, isBroken := errors.AsType[BrokenError](err); isBroken {
		found.Wrong = append(found.Wrong, string(what))
	} else if err != nil {
		return Proof{}, err
	}
	if found.Head, err = p.log.head(ctx, rows); err != nil {
		return Proof{}, err
	}
	wrong, marks, err := p.outside(ctx)
	found.Wrong, found.Marks = append(found.Wrong, wrong...), marks
	return found, err
}

// head is a row as the end of the log; the zero Head if there is none with this number.
func (l *Log) head(ctx context.Context, number int64) (Head, error) {
	rows, err := auditdb.New(l.store.DB()).AuditAfter(ctx, number-1, 1)
	if err != nil {
		return Head{}, fmt.Errorf("operator: audit: %w", err)
	}
	if len(rows) == 0 {
		return Head{}, nil
	}
	return Head{rows[0].Number, rows[0].Hash, rows[0].Signature}, nil
}
