package privacy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/privacy/internal/privacydb"
)

const (
	// partSize is the size of the parts in which a file is kept, so that it is never in memory as a whole.
	partSize = 1 << 20
	// makeWithin is how long a turn has; whoever comes later begins anew. The job's own time is shorter.
	makeWithin = 15 * time.Minute
	// mostTries is how often an export is begun; then it has failed, and the member may ask anew.
	mostTries = 5
	// partFor is how long a part is kept: as long as its export, and as long as that takes to be made.
	partFor = KeptFor + makeWithin
)

// errLost: another turn has taken on the export, or its member is erased.
var errLost = errors.New("privacy: another turn makes this export")

// MakeOwn makes the exports that members have asked for, one after another, and returns how many. One that can't be made is tried
// again a quarter of an hour later. While nothing is written on any node, it looks once a minute: who asks, writes.
func (s *Service) MakeOwn(ctx context.Context) (made int, err error) {
	if looked := s.looked.Load(); looked != nil && s.d.Store.Quiet() && time.Since(*looked) < time.Minute {
		return 0, nil
	}
	now := time.Now()
	s.looked.Store(&now)
	var failed []error
	for {
		row, found, err := s.begin(ctx)
		if err != nil || !found {
			return made, errors.Join(append(failed, err)...)
		}
		if State(row.State) == Failed {
			continue
		}
		row.Turn++ // its own
		switch err := s.make(ctx, row); {
		case errors.Is(err, errLost):
		case err != nil:
			failed = append(failed, fmt.Errorf("privacy: the export of %s: %w", row.Member, err))
		default:
			made++
		}
	}
}

// begin takes on the export that is due first. One that was begun too often has failed. Where there is none, it writes nothing.
func (s *Service) begin(ctx context.Context) (row privacydb.MemberExport, found bool, err error) {
	row, err = privacydb.New(s.d.Store.DB()).DueExport(ctx, clock.MicrosOf(s.d.Now()))
	if store.NotFound(err) {
		return row, false, nil
	}
	if err != nil {
		return row, false, err
	}
	return row, true, s.d.Store.Write(ctx, func(tx *store.Tx) error {
		if row.Tries >= mostTries {
			row.State = string(Failed)
			_, err := endTx(ctx, tx, row, Failed)
			return err
		}
		n, err := privacydb.New(tx).BeginExport(ctx, privacydb.BeginExportParams{
			DueAt: clock.MicrosOf(tx.Now.Add(makeWithin)), Member: row.Member, Turn: row.Turn,
		})
		if err == nil && n == 1 {
			err = s.d.Files.DropTx(ctx, tx, partsOf(row)...)
		}
		return err
	})
}

// make writes both files of an export.
func (s *Service) make(ctx context.Context, row privacydb.MemberExport) error {
	d, err := s.document(ctx, row.Member)
	if err != nil {
		return err
	}
	data := &parts{ctx: ctx, s: s, member: row.Member, turn: row.Turn, add: addData}
	page := &parts{ctx: ctx, s: s, member: row.Member, turn: row.Turn, add: addPage}
	if err = d.writeData(ctx, data); err == nil {
		err = data.close()
	}
	if err == nil {
		err = d.writePage(ctx, row.Language, page)
	}
	if err == nil {
		err = page.close()
	}
	if err != nil {
		return err
	}
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		n, err := endTx(ctx, tx, row, Ready)
		if err == nil && n == 0 {
			return errLost
		}
		return err
	})
}

// endTx ends the making of an export.
func endTx(ctx context.Context, tx *store.Tx, row privacydb.MemberExport, as State) (int64, error) {
	return privacydb.New(tx).EndExport(ctx, privacydb.EndExportParams{
		State: string(as), ReadyAt: clock.MicrosOf(tx.Now), EndsAt: clock.MicrosOf(tx.Now.Add(KeptFor)),
		Member: row.Member, Turn: row.Turn,
	})
}

// part is a part of a file that is stored.
type part struct {
	id, member string
	size, turn int64
}

func addData(ctx context.Context, q *privacydb.Queries, p part) (int64, error) {
	return q.AddDataPart(ctx, privacydb.AddDataPartParams{Part: p.id, Size: p.size, Member: p.member, Turn: p.turn})
}

func addPage(ctx context.Context, q *privacydb.Queries, p part) (int64, error) {
	return q.AddPagePart(ctx, privacydb.AddPagePartParams{Part: p.id, Size: p.size, Member: p.member, Turn: p.turn})
}

// parts is a file that is kept part by part, while it is written. After an error it takes nothing more.
type parts struct {
	ctx    context.Context //nolint:containedctx // an io.Writer has none
	s      *Service
	member string
	turn   int64
	add    func(context.Context, *privacydb.Queries, part) (int64, error)
	full   []byte
}

// Write implements io.Writer.
func (p *parts) Write(content []byte) (int, error) {
	for rest := content; len(rest) > 0; {
		n := min(partSize-len(p.full), len(rest))
		p.full, rest = append(p.full, rest[:n]...), rest[n:]
		if len(p.full) == partSize {
			if err := p.close(); err != nil {
				return 0, err
			}
		}
	}
	return len(content), nil
}

// close stores what is left.
func (p *parts) close() error {
	if len(p.full) == 0 {
		return nil
	}
	stored, err := p.s.d.Files.Put(p.ctx, p.full)
	if err != nil {
		return err
	}
	err = p.s.d.Store.Write(p.ctx, func(tx *store.Tx) error {
		if err := p.s.d.Files.AddTx(p.ctx, tx, stored, partFor); err != nil {
			return err
		}
		n, err := p.add(p.ctx, privacydb.New(tx), part{stored.ID + " ", p.member, int64(len(p.full)), p.turn})
		if err == nil && n == 0 {
			return errLost
		}
		return err
	})
	p.full = p.full[:0]
	return err
}

var _ io.Writer = (*parts)(nil)
