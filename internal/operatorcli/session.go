package operatorcli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// SessionName is the name of the file in a node's data directory that keeps the session of who uses the shell, unless it names
// another.
const SessionName = "operator.session"

// kept is a session as its file has it.
type kept struct {
	// URL is the house that it is of; empty: the node on this machine.
	URL    string    `json:"url,omitempty"`
	Name   string    `json:"name"`
	Token  string    `json:"token"`
	EndsAt time.Time `json:"endsAt"`
}

// Kept returns the address of the house that the session of a file is of; empty: the node on this machine, or there is none.
func Kept(file string) string {
	k, _ := read(file) // what is wrong with the file is said by the command
	return k.URL
}

func read(file string) (k kept, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, fmt.Errorf("operator: the session's file: %w", err)
	}
	_ = json.Unmarshal(text, &k) // one of a version before has no session of this one
	return k, nil
}

// remember takes the session from its file. One of another house is none of this.
func (d *Desk) remember() error {
	k, err := read(d.Session)
	if err == nil && k.URL == d.URL {
		d.Client.Token = k.Token
	}
	return err
}

// keep writes the session's file anew: one that is there may be readable by others.
func (d *Desk) keep(k kept) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(d.Session), ".session-*") // 0600
	if err != nil {
		return fmt.Errorf("operator: the session's file: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), d.Session)
	}
	if err != nil {
		return fmt.Errorf("operator: the session's file: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// forget removes it.
func (d *Desk) forget() error {
	d.Client.Token = ""
	if err := os.Remove(d.Session); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("operator: the session's file: %w", err)
	}
	return nil
}
