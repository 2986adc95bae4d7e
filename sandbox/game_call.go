package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"krapao/sandbox/core"
)

// asked is a call to a game provider that has been read: whose game, where a browser reaches the sandbox, and what it says.
type asked[T any] struct {
	game   string
	public string
	in     T
}

// jsonFamily is how a family whose calls are JSON takes them.
type jsonFamily struct {
	name string
	// strange answers a call to no game of the family, unreadable one that is not what its path wants.
	strange, unreadable core.Reply
	// admit authenticates a call of an operation: how it can be answered, or the refusal of one that is not let in.
	admit func(game Game, op string, header http.Header, body []byte) (e core.Call, refused core.Reply)
}

// jsonCall reads a call of a family whose calls are JSON and serves it.
func jsonCall[T any](b *books, f jsonFamily, op string, apply func(ctx context.Context, asked asked[T]) core.Reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		game, known := gameByCode(r.PathValue("code"))
		if !known || game.Family != f.name {
			b.Answer(w, f.strange)
			return
		}
		body, read := b.ReadBody(w, r)
		if !read {
			return
		}
		e, refused := f.admit(game, op, r.Header, body)
		if refused.Status != 0 {
			b.Answer(w, refused)
			return
		}
		call := asked[T]{game: game.Code, public: b.PublicAddress(r)}
		if err := json.Unmarshal(body, &call.in); err != nil {
			b.Answer(w, f.unreadable)
			return
		}
		e.Target, e.Apply = "game:"+game.Code, func(ctx context.Context) core.Reply { return apply(ctx, call) }
		b.Serve(w, r, e)
	}
}

// opened opens an account: done answers for a new one, exists for one that is there already.
func (b *books) opened(ctx context.Context, call string, a account, done, exists core.Reply) core.Reply {
	existed, err := b.createAccount(ctx, a.Game, a.Username, a.Password)
	switch {
	case err != nil:
		return b.Broken(call, err)
	case existed:
		return exists
	}
	return done
}

// noes are a protocol's answers to what accounts and movements refuse; one that it has no answer to is the sandbox's fault.
type noes struct{ gone, notEnough, conflict, used core.Reply }

// refusal answers an error of a call by a protocol's noes.
func (b *books) refusal(call string, err error, n noes) core.Reply {
	for refused, answer := range map[error]core.Reply{core.ErrNotFound: n.gone, errNotEnough: n.notEnough, errConflict: n.conflict, errUsed: n.used} {
		if answer.Status != 0 && errors.Is(err, refused) {
			return answer
		}
	}
	return b.Broken(call, err)
}
