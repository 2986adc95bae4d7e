package games

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"krapao/sandbox/core"
)

// Request is a game provider's call that has been read: its game, the sandbox's address for a browser, and its
// contents.
type Request[T any] struct {
	Game   string
	Public string
	In     T
}

// JSONFamily is a family whose calls are JSON.
type JSONFamily struct {
	Name string
	// UnknownGame answers a call to a game of another family, Unreadable one whose body is wrong.
	UnknownGame, Unreadable core.Reply
	// Authenticate authenticates a call of an operation, and returns its possible answers, or a refusal.
	Authenticate func(game Game, op string, header http.Header, body []byte) (call core.Call, refused core.Reply)
}

// JSONCall reads a call of a family whose calls are JSON and serves it.
func JSONCall[T any](
	b *Books, f JSONFamily, op string, apply func(ctx context.Context, asked Request[T]) core.Reply,
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := ByCode(r.PathValue("code"))
		if !known || game.Family != f.Name {
			b.Answer(w, f.UnknownGame)
			return
		}
		body, read := b.ReadBody(w, r)
		if !read {
			return
		}
		call, refused := f.Authenticate(game, op, r.Header, body)
		if refused.Status != 0 {
			b.Answer(w, refused)
			return
		}
		request := Request[T]{Game: game.Code, Public: b.PublicAddress(r)}
		if err := json.Unmarshal(body, &request.In); err != nil {
			b.Answer(w, f.Unreadable)
			return
		}
		call.Target = Target(game.Code)
		call.Apply = func(ctx context.Context) core.Reply { return apply(ctx, request) }
		b.Serve(w, r, call)
	}
}

// OpenAccount opens an account: done is the answer for a new one, exists for one that exists already.
func (b *Books) OpenAccount(ctx context.Context, call string, a Account, done, exists core.Reply) core.Reply {
	existed, err := b.CreateAccount(ctx, a.Game, a.Username, a.Password)
	switch {
	case err != nil:
		return b.Broken(call, err)
	case existed:
		return exists
	}
	return done
}

// Refusals are a protocol's answers to errors of accounts and movements; an error without an answer is the sandbox's
// fault.
type Refusals struct{ Gone, NotEnough, Conflict, Used core.Reply }

// Refusal answers an error of a call with one of the protocol's refusals.
func (b *Books) Refusal(call string, err error, n Refusals) core.Reply {
	for refused, answer := range map[error]core.Reply{
		core.ErrNotFound: n.Gone, ErrNotEnough: n.NotEnough, ErrConflict: n.Conflict, ErrUsed: n.Used,
	} {
		if answer.Status != 0 && errors.Is(err, refused) {
			return answer
		}
	}
	return b.Broken(call, err)
}
