package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"krapao/fault"
)

// The errors of a place.
var (
	// ErrMissing means that a place has nothing under a name.
	ErrMissing = errors.New("blob: there is nothing under this name")
	// ErrName means that a name is none that this package gives.
	ErrName = errors.New("blob: this is no name of a file")
)

// Place keeps files outside the database. What it keeps is encrypted, and its names say nothing. blobtest has its conformance
// suite.
type Place interface {
	// Put stores content under a name, durably, before it returns nil. After an error it may be stored or not. It may be repeated.
	Put(ctx context.Context, name string, content []byte) error
	// Get returns what is stored under a name, complete. It returns ErrMissing if nothing is.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete removes what is under a name. It is no error if there is nothing.
	Delete(ctx context.Context, name string) error
	// Walk visits everything with a name of ours, and what an interrupted Put left. It ends with the first error of visit.
	Walk(ctx context.Context, visit func(Object) error) error
}

// Object is something that a place keeps. At is the place's time of its Put.
type Object struct {
	Name string
	At   time.Time
}

// The names of the places, as rows have them. InDatabase is the database itself.
const (
	InDatabase = ""
	InFolder   = "folder"
	InS3       = "s3"
)

// Places are the places that the configuration names. The zero value keeps everything in the database.
type Places struct {
	// New is where new files go.
	New string
	// All are the places outside the database, by name. Files are read from each of them.
	All map[string]Place
	// Log is told of files that are missing or damaged. Nil: slog's default.
	Log *slog.Logger
}

// owner is the name under which a place knows whose it is (garbage.go). Every other name is the address of a file, or that of an
// unfinished one in a folder.
const (
	owner      = "owner"
	unfinished = "new-"
)

var nameForm = regexp.MustCompile(`^(owner|[0-9a-f]{64}|new-[0-9A-Za-z]+)$`)

// CheckName returns ErrName for anything but the names that this package gives, so that no place can be led elsewhere.
func CheckName(name string) error {
	if !nameForm.MatchString(name) {
		return ErrName
	}
	return nil
}

// addressOf is the name of a file: the SHA-256 of what the place keeps of it.
func addressOf(stored []byte) string {
	sum := sha256.Sum256(stored)
	return hex.EncodeToString(sum[:])
}

const (
	// tries is how often a place is asked. A timeout says nothing about a Put, and the same Put again does no harm.
	tries = 3
	// betweenTries is the wait before the second try; it doubles.
	betweenTries = 200 * time.Millisecond
)

// again calls a place until it answers, a few times. ErrMissing is an answer.
func again(ctx context.Context, call func() error) error {
	for try := 1; ; try++ {
		err := call()
		if err == nil || errors.Is(err, ErrMissing) || errors.Is(err, ErrName) || try == tries {
			return err
		}
		select {
		case <-time.After(betweenTries << (try - 1)):
		case <-ctx.Done():
			return err
		}
	}
}

// outside returns a place by its name, or an error if this node is not configured for it.
func (p Places) outside(name string) (Place, error) {
	if place := p.All[name]; place != nil {
		return place, nil
	}
	return nil, fmt.Errorf("%w: %s: there is no setting for it", errUnreachable, name)
}

// put stores content in a place, under its address.
func (p Places) put(ctx context.Context, name string, content []byte) (address string, err error) {
	place, err := p.outside(name)
	if err != nil {
		return "", err
	}
	address = addressOf(content)
	if err := again(ctx, func() error { return place.Put(ctx, address, content) }); err != nil {
		return "", fmt.Errorf("%w: %s: %w", errUnreachable, name, err)
	}
	return address, nil
}

// get reads a place. It returns ErrLost if the file is missing there, or is not what was stored.
func (p Places) get(ctx context.Context, name, address string) (content []byte, err error) {
	place, err := p.outside(name)
	if err != nil {
		return nil, err
	}
	err = again(ctx, func() error {
		if content, err = place.Get(ctx, address); err == nil && addressOf(content) != address {
			err = errDamaged // perhaps only on its way here
		}
		return err
	})
	switch {
	case errors.Is(err, ErrMissing):
		return nil, fmt.Errorf("%w: %s has nothing under %s", ErrLost, name, address)
	case errors.Is(err, errDamaged):
		return nil, fmt.Errorf("%w: what %s has under %s is damaged", ErrLost, name, address)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", errUnreachable, name, err)
	}
	return content, nil
}

var errDamaged = errors.New("blob: damaged")

// errUnreachable means that a place does not do what it is asked: it does not answer, answers with an error, or is not
// configured.
var errUnreachable = errors.New("blob: a place can't be used")

// refusal turns an error of a place into what its caller is told, and logs it, since a refusal is not logged.
func (p Places) refusal(ctx context.Context, blob string, err error) error {
	switch {
	case errors.Is(err, ErrLost):
		p.Log.ErrorContext(ctx, "an uploaded file is lost; krapao verify lists all that are", "blob", blob, "error", err)
		return fault.Wrap(err, fault.UPLOADED_FILE_NOT_EXIST, "the file is lost")
	case errors.Is(err, errUnreachable):
		p.Log.WarnContext(ctx, "uploaded files can't be stored or read", "error", err)
		return fault.Wrap(err, fault.TRY_AGAIN, "the place of uploaded files does not answer")
	}
	return err
}
