package spin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"krapao/spin/internal/spindb"
)

// Proof holds everything that is needed to calculate a member's draws again.
type Proof struct {
	// Seeds are the member's newest seeds, the newest first.
	Seeds []Seed
	// Tables are the tables of their draws.
	Tables []Table
}

// Seed is a seed of a member, with its draws.
type Seed struct {
	Number       int64
	Hash, Client string
	// Seed is in hex. It is empty while in use, because whoever knows it knows the next draws.
	Seed  string
	Draws []Outcome
}

// Outcome is one draw of a seed.
type Outcome struct {
	Nonce int64
	Slice string
	// Table is the version of the table it was drawn from.
	Table int64
	At    time.Time
}

const (
	mostSeeds = 20
	// mostDraws bounds an answer. A member with more draws under one seed sees the oldest of them.
	mostDraws = 1_000
)

// Proof returns the member's newest seeds, their draws and the tables of those.
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
			seed.Draws = append(seed.Draws, Outcome{
				Nonce: d.Nonce, Slice: d.Slice, Table: d.TableVersion, At: d.DrawnAt.Time(),
			})
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
