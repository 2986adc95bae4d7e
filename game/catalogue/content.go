package catalogue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"krapao/game"
	"krapao/game/catalogue/internal/cataloguedb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/money"
)

// Section is the games part of an operator's content, in the order of the catalogue.
type Section []Entry

// Entry is one game of the content. Absent fields take the default in the comment.
type Entry struct {
	Code     string        `json:"code"`
	Name     string        `json:"name"`
	Category game.Category `json:"category"`
	// Play is what its turnover counts as: slot, casino, sport or lotto; absent: the category.
	Play game.PlayKind `json:"play"`
	// Provider is whose accounts the game uses; absent: the code's own. Family is its protocol: it must be that of the
	// provider's connection.
	Provider string `json:"provider"`
	Family   string `json:"family"`
	// Factor is baht per credit, a decimal text; absent: 1.
	Factor     string          `json:"factor"`
	Logo       string          `json:"logo"`
	Background string          `json:"background"`
	Web        string          `json:"web"`
	Android    string          `json:"android"`
	IOS        string          `json:"ios"`
	Launch     game.LaunchKind `json:"launch"` // absent: autologin
	// LaunchPath is the name in /api/autoLogin/{provider}; absent: the code.
	LaunchPath string `json:"launchPath"`
	// Stakes: absent: none for slots, unknown for sport and lotto (RULES.md section 1). SettleHours: absent: 168 for
	// sport, 408 for lotto (the longest time between two draws, and a day); a slot whose stakes are unknown must name it.
	Stakes      game.Stakes `json:"stakes"`
	SettleHours int         `json:"settleHours"`
	State       game.State  `json:"state"` // absent: open
	Maintenance bool        `json:"maintenance"`
	Notice      string      `json:"notice"`
}

// Apply puts the games of a content document into the catalogue and returns the changes, one per line. It is idempotent.
// A game that the document leaves out is closed, never deleted. The whole section is refused if an entry is wrong or does
// not fit the provider's connection. It is also refused if the factor or the family of a provider with open accounts
// would change: that needs another game code.
func (s *Service) Apply(ctx context.Context, tx *store.Tx, section json.RawMessage) ([]string, error) {
	entries, err := parseSection(section)
	if err != nil {
		return nil, err
	}
	q := cataloguedb.New(tx)
	rows, err := q.Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("game: read the catalogue: %w", err)
	}
	before := map[string]cataloguedb.Game{}
	for _, row := range rows {
		before[row.Game.Code] = row.Game
	}
	var diff []string
	for i, e := range entries {
		after := e.row(int64(i))
		old, known := before[e.Code]
		if err := errors.Join(s.fits(e.Code, e.Provider, e.Family, e.Factor), s.checkAccounts(ctx, tx, old, after)); err != nil {
			return nil, err
		}
		delete(before, e.Code)
		if diff, err = put(ctx, q, tx.Now, diff, old, known, after); err != nil {
			return nil, err
		}
	}
	if diff, err = closeLeft(ctx, q, tx.Now, diff, rows, before, int64(len(entries))); err != nil {
		return nil, err
	}
	if len(diff) == 0 {
		return nil, nil
	}
	return diff, content.ChangedTx(ctx, tx)
}

// closeLeft closes the games that the document leaves out. They stand behind all others, so that Current lists every game in
// the order in which Apply takes it.
func closeLeft(
	ctx context.Context, q *cataloguedb.Queries, now time.Time,
	diff []string, rows []cataloguedb.GamesRow, left map[string]cataloguedb.Game, place int64,
) ([]string, error) {
	for _, row := range rows {
		old, isLeft := left[row.Game.Code]
		if !isLeft {
			continue
		}
		after := old
		after.State, after.Position = string(game.Closed), place
		place++
		lines, err := put(ctx, q, now, nil, old, true, after)
		if err != nil {
			return nil, err
		}
		if old.State != after.State {
			diff = append(diff, lines...)
		}
	}
	return diff, nil
}

// put stores an entry if it is new or has changed, and adds a line about that to diff.
func put(
	ctx context.Context, q *cataloguedb.Queries, now time.Time,
	diff []string, old cataloguedb.Game, known bool, after cataloguedb.Game,
) ([]string, error) {
	after.UpdatedAt = old.UpdatedAt
	if known && old == after {
		return diff, nil
	}
	after.UpdatedAt = clock.MicrosOf(now)
	if err := q.PutGame(ctx, cataloguedb.PutGameParams(after)); err != nil {
		return nil, fmt.Errorf("game: store game %s: %w", after.Code, err)
	}
	word := "changed"
	if !known {
		word = "added"
	}
	return append(diff, fmt.Sprintf("game %s: %s (%s, factor %s, %s)", after.Code, word, after.Name, after.Factor, after.State)), nil
}

// checkAccounts refuses to change the factor or the family of open accounts.
func (s *Service) checkAccounts(ctx context.Context, tx *store.Tx, old, g cataloguedb.Game) error {
	factors, err := s.factorsTx(ctx, tx, g.Provider)
	if err != nil {
		return err
	}
	for _, f := range factors {
		if f != g.Factor {
			return fmt.Errorf("game %s: members have accounts at provider %s with factor %s; "+
				"another factor needs another code and provider", g.Code, g.Provider, f)
		}
	}
	if len(factors) > 0 && old.Provider == g.Provider && old.Family != g.Family {
		return fmt.Errorf("game %s: members have accounts at provider %s by family %s; "+
			"another family needs another code and provider", g.Code, g.Provider, old.Family)
	}
	return nil
}

func parseSection(section json.RawMessage) (Section, error) {
	var entries Section
	if err := content.Strict(section, &entries); err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	seen := map[string]bool{}
	factors := map[string]string{}
	var wrong error
	for i := range entries {
		e := &entries[i]
		e.withDefaults()
		if err := e.check(); err != nil {
			wrong = errors.Join(wrong, content.At(e.Code, fmt.Errorf("games: entry %d (%q): %w", i+1, e.Code, err)))
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	for i := range entries {
		e := &entries[i]
		if seen[e.Code] {
			return nil, fmt.Errorf("games: the code %q occurs twice", e.Code)
		}
		seen[e.Code] = true
		if f, ok := factors[e.Provider]; ok && f != e.Factor {
			return nil, fmt.Errorf("games: provider %q has two factors, %s and %s", e.Provider, f, e.Factor)
		}
		factors[e.Provider] = e.Factor
	}
	return entries, nil
}

func (e *Entry) withDefaults() {
	setText(&e.Provider, e.Code)
	setText(&e.LaunchPath, e.Code)
	setText(&e.Factor, "1")
	setText(&e.Launch, game.Autologin)
	setText(&e.State, game.Open)
	if e.Category == game.CategorySlot {
		setText(&e.Stakes, game.StakesNone)
	}
	setText(&e.Stakes, game.StakesUnknown)
	if e.SettleHours == 0 && e.Category == game.CategorySport {
		e.SettleHours = 7 * 24
	}
	if e.SettleHours == 0 && e.Category == game.CategoryLotto {
		e.SettleHours = 17 * 24
	}
	if f, err := money.ParseFactor(e.Factor); err == nil {
		e.Factor = f.String()
	}
}

func setText[T ~string](field *T, value T) {
	if *field == "" {
		*field = value
	}
}

var code = regexp.MustCompile(`^[a-z0-9]{2,20}$`)

func (e *Entry) check() error {
	switch {
	case !code.MatchString(e.Code) || !code.MatchString(e.Provider) ||
		!code.MatchString(e.LaunchPath) || !code.MatchString(e.Family):
		return content.At("code", errors.New("code, provider, launchPath and family are 2 to 20 small letters and digits"))
	case strings.TrimSpace(e.Name) == "":
		return content.At("name", errors.New("the name is missing"))
	case !slices.Contains([]game.Category{game.CategorySlot, game.CategorySport, game.CategoryLotto}, e.Category):
		return content.At("category", errors.New("category is slot, sport or lotto"))
	case !slices.Contains([]game.PlayKind{"", game.PlaySlot, game.PlayCasino, game.PlaySport, game.PlayLotto}, e.Play):
		return content.At("play", errors.New("play is slot, casino, sport or lotto"))
	case !slices.Contains([]game.LaunchKind{game.Autologin, game.Form, game.URL}, e.Launch):
		return content.At("launch", errors.New("launch is autologin, form or url"))
	case !slices.Contains([]game.Stakes{game.StakesNone, game.StakesReported, game.StakesUnknown}, e.Stakes):
		return content.At("stakes", errors.New("stakes is none, reported or unknown"))
	case !slices.Contains([]game.State{game.Open, game.Closing, game.Closed}, e.State):
		return content.At("state", errors.New("state is open, closing or closed"))
	case e.SettleHours < 0:
		return content.At("settleHours", errors.New("settleHours is negative"))
	case e.Stakes == game.StakesUnknown && e.SettleHours == 0:
		return content.At("settleHours", errors.New("stakes unknown needs settleHours: how long one may be open"))
	}
	for _, link := range []string{e.Web, e.Android, e.IOS} {
		if u, err := url.Parse(link); err != nil || link != "" && u.Scheme != "https" && u.Scheme != "http" {
			return errors.New("web, android and ios are http addresses")
		}
	}
	return nil
}

func (e *Entry) row(position int64) cataloguedb.Game {
	return cataloguedb.Game{
		Code: e.Code, Name: e.Name, Category: string(e.Category), Provider: e.Provider, Family: e.Family,
		Factor: e.Factor, Logo: e.Logo, Background: e.Background, Web: e.Web, Android: e.Android, Ios: e.IOS,
		Launch: string(e.Launch), LaunchPath: e.LaunchPath, Stakes: string(e.Stakes),
		SettleUs: (time.Duration(e.SettleHours) * time.Hour).Microseconds(), State: string(e.State),
		Maintenance: e.Maintenance, Notice: e.Notice, Position: position, Play: string(e.Play),
	}
}

// Current returns the games as Apply takes them, closed ones too.
func Current(ctx context.Context, db content.DB) (json.RawMessage, error) {
	rows, err := cataloguedb.New(db).Games(ctx)
	if err != nil {
		return nil, fmt.Errorf("game: read the catalogue: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	entries := make(Section, len(rows))
	for i, row := range rows {
		entries[i] = entryOf(row.Game)
	}
	return json.Marshal(entries)
}

// entryOf is the entry that a game was made of.
func entryOf(g cataloguedb.Game) Entry {
	return Entry{
		Code: g.Code, Name: g.Name, Category: game.Category(g.Category), Play: game.PlayKind(g.Play), Provider: g.Provider,
		Family: g.Family, Factor: g.Factor, Logo: g.Logo, Background: g.Background, Web: g.Web, Android: g.Android, IOS: g.Ios,
		Launch: game.LaunchKind(g.Launch), LaunchPath: g.LaunchPath, Stakes: game.Stakes(g.Stakes),
		SettleHours: int(clock.Micros(g.SettleUs) / clock.Micros(time.Hour.Microseconds())), State: game.State(g.State),
		Maintenance: g.Maintenance, Notice: g.Notice,
	}
}

// ofProvider marks a code of Close that means all games of a provider: "provider:pgsoft".
const ofProvider = "provider:"

// Close closes a game at once, or all games of a provider: members take their money out of them, and bring none in. It reports
// whether one was open.
func Close(ctx context.Context, tx *store.Tx, code string) (bool, error) {
	provider, all := strings.CutPrefix(code, ofProvider)
	if !all {
		provider = ""
	}
	n, err := cataloguedb.New(tx).CloseGames(ctx, clock.MicrosOf(tx.Now), code, provider)
	if err != nil {
		return false, fmt.Errorf("game: close %s: %w", code, err)
	}
	return n > 0, nil
}
