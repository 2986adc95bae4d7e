package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"krapao/internal/lite"
)

// On SQLite everything is written by this process, through one connection. So what was read need not be read again as long as no
// row that it was made of is written. The connection tells of each row before it changes, and of the end of its transaction.
//
// Whatever was made of a row is forgotten at once, when a statement touches it. Until the transaction is over, nothing that is
// made of the row is remembered: others still read it as it was before. Nor is what was read while a row of it was touched, or
// became visible. The file's lock keeps other processes of ours away; what somebody writes by hand is seen within two seconds.

// Origin is a row that something was read from, or all rows of a table with one key, by the column of watchedKeys.
type Origin struct{ Table, Key string }

// watchedKeys are the tables of which something is remembered, each with the column (from 0) that its rows are known by.
var watchedKeys = map[string]int{
	"account":            1, // name
	"member":             0, // id
	"member_state":       0, // member
	"session":            1, // token_hash
	"game_account":       1, // member
	"game_refresh":       0, // member
	"coin_grant":         1, // member
	"bonus_condition":    2, // member
	"protection_setting": 0, // id
	"statement_anchor":   0, // session
	contentVersion:       0, // id
}

// contentVersion is the table of which much is made, and that hardly ever changes. So everything is forgotten when it does.
const contentVersion = "content_version"

const (
	// mostRemembered bounds the memory: each member in use has six, which are about 7 kB together.
	mostRemembered = 1 << 16
	// mostTouched bounds what one transaction is known to touch, and what is known to have changed during one read. Beyond it,
	// everything counts as changed.
	mostTouched = 1 << 12
	// believed is how long the memory is believed without a look whether another process has written. The writing connection
	// looks once a second while it is in use.
	believed = 2 * time.Second
)

// memory is what looks remember.
type memory struct {
	mu   sync.Mutex
	kept *simplelru.LRU[question, *remembered]
	// of has what is remembered, by the rows that it is made of.
	of map[Origin][]*remembered
	// open are the rows that the transaction under way has touched; all: it may have touched any.
	open map[Origin]struct{}
	all  bool
	// reading is how many read now what they will want to have remembered. Meanwhile changed has the rows that were touched, or
	// became visible. losses counts how often everything was forgotten.
	reading int
	changed []Origin
	losses  int
	// looked is when it was last seen that no other process had written.
	looked time.Time
}

// remembered is what was read, and what it is made of.
type remembered struct {
	question question
	value    any
	rows     []Origin
	// until is when it changes by itself; zero: never.
	until time.Time
}

// mark is where the memory was when a read began.
type mark struct{ changed, losses int }

func newMemory() *memory {
	m := &memory{of: map[Origin][]*remembered{}, open: map[Origin]struct{}{}}
	m.kept, _ = simplelru.NewLRU(mostRemembered, m.unlink) // its only error is a size below one
	return m
}

// watch is what the writing connection tells.
func (m *memory) watch() *lite.Watch {
	return &lite.Watch{Keys: watchedKeys, Touched: m.touched, Ended: m.ended, Lost: m.lost, Looked: m.seen}
}

// find returns what is remembered of a question.
func (m *memory) find(q question, now time.Time) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, known := m.kept.Get(q)
	if !known || !r.until.IsZero() && !now.Before(r.until) {
		return nil, false
	}
	return r.value, true
}

// begins is called before something is read that will be remembered.
func (m *memory) begins() mark {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reading++
	return mark{len(m.changed), m.losses}
}

// ends is called after it was read. R is nil where there is nothing to remember.
func (m *memory) ends(from mark, r *remembered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r != nil && m.holds(from, r.rows) {
		m.kept.Remove(r.question)
		m.kept.Add(r.question, r)
		for _, row := range r.rows {
			if row.Table != contentVersion {
				m.of[row] = append(m.of[row], r)
			}
		}
	}
	if m.reading--; m.reading == 0 {
		m.changed = m.changed[:0]
	}
}

// holds reports whether none of the rows was touched since a mark, or is touched by the transaction under way.
func (m *memory) holds(from mark, rows []Origin) bool {
	if m.all || from.losses != m.losses {
		return false
	}
	return !slices.ContainsFunc(rows, func(row Origin) bool {
		_, open := m.open[row]
		return open || slices.Contains(m.changed[from.changed:], row)
	})
}

// touched forgets what is made of a row.
func (m *memory) touched(table, key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	row := Origin{table, key}
	if _, already := m.open[row]; already || m.all {
		return
	}
	if table == contentVersion || len(m.open) >= mostTouched {
		m.forgetAll()
		m.all = true
		return
	}
	m.open[row] = struct{}{}
	m.note(row)
	for made := m.of[row]; len(made) > 0; made = m.of[row] {
		m.kept.Remove(made[0].question)
	}
}

// ended is called when what a transaction wrote is visible, or undone.
func (m *memory) ended() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all {
		m.all = false
		m.losses++
	}
	for row := range m.open {
		m.note(row)
	}
	clear(m.open)
}

// note keeps in mind for those who read now that a row has changed.
func (m *memory) note(row Origin) {
	switch {
	case m.reading == 0:
	case len(m.changed) < mostTouched:
		m.changed = append(m.changed, row)
	default:
		m.losses++
		m.changed = m.changed[:0]
	}
}

// lost forgets everything: any row may have changed.
func (m *memory) lost() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgetAll()
	clear(m.open)
	m.all = false
}

func (m *memory) forgetAll() {
	m.losses++
	m.changed = m.changed[:0]
	m.kept.Purge()
}

// unlink is called when something is forgotten.
func (m *memory) unlink(_ question, r *remembered) {
	for _, row := range r.rows {
		made := m.of[row]
		n := slices.Index(made, r)
		switch {
		case n < 0:
		case len(made) == 1:
			delete(m.of, row)
		default:
			m.of[row] = slices.Delete(made, n, n+1)
		}
	}
}

// seen is called when it was looked whether another process had written.
func (m *memory) seen() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looked = time.Now()
}

func (m *memory) believed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.looked) < believed
}

// sure reports whether it was seen a moment ago that no other process had written. If not, it looks, unless the writing
// connection is in use: then the next transaction looks.
func (s *Store) sure(ctx context.Context) bool {
	if s.memory.believed() {
		return true
	}
	if !s.line.TakeFree() {
		return false
	}
	defer s.line.Pass(nil)
	return s.write.PingContext(context.WithoutCancel(ctx)) == nil
}
