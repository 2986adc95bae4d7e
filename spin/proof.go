package spin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/spin/internal/spindb"
)

// Proof is all that a member's draws can be calculated again from.
type Proof struct {
	// Seeds are the newest ones first.
	Seeds []Seed
	// Tables are those that their draws were from.
	Tables []Table
}

// Seed is one of a member's.
type Seed struct {
	Number       int64
	Hash, Client string
	// Seed is in hex, and empty while it is in use: who knew it would know the next draws.
	Seed  string
	Draws []Outcome
}

// Outcome is one draw of a seed.
type Outcome struct {
	Nonce int64
	Slice string
	// Table is the version that it was from.
	Table int64
	At    time.Time
}

const (
	mostSeeds = 20
	// mostDraws bounds an answer: who draws more with one seed and never replaces it sees the oldest.
	mostDraws = 1_000
)

// Proof lists the member's newest seeds and their draws.
func (s *Service) Proof(ctx context.Context, member string) (Proof, error) {
	q := spindb.New(s.Store.DB())
	rows, err := q.Seeds(ctx, member, mostSeeds)
	if err != nil {
		return Proof{}, fmt.Errorf("spin: proof: %w", err)
	}
	p := Proof{Seeds: make([]Seed, len(rows))}
	versions, left := map[int64]bool{}, mostDraws
	for i, row := range rows {
		seed := Seed{Number: row.Number, Hash: row.Hash, Client: row.Client}
		if row.RevealedAt != 0 {
			if seed.Seed, err = s.openSeed(row); err != nil {
				return Proof{}, err
			}
		}
		draws, err := q.DrawsOfSeed(ctx, member, row.Number, int32(left))
		if err != nil {
			return Proof{}, fmt.Errorf("spin: proof: %w", err)
		}
		left -= len(draws)
		for _, d := range draws {
			seed.Draws = append(seed.Draws, Outcome{Nonce: d.Nonce, Slice: d.Slice, Table: d.TableVersion, At: d.DrawnAt.Time()})
			versions[d.TableVersion] = true
		}
		p.Seeds[i] = seed
	}
	for _, version := range slices.Sorted(maps.Keys(versions)) {
		row, err := q.Table(ctx, version)
		if err != nil {
			return Proof{}, fmt.Errorf("spin: proof: table %d: %w", version, err)
		}
		t, err := tableOf(row)
		if err != nil {
			return Proof{}, err
		}
		p.Tables = append(p.Tables, t)
	}
	return p, nil
}
