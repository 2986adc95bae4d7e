package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// filledFile is written when a house is filled: it has the known members' IDs, which nothing else tells from the crowd's.
const filledFile = "known.json"

// kept are the known members of the house that an earlier run filled in dir; nil: there is none.
func kept(dir string) (known []string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, filledFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return known, json.Unmarshal(text, &known)
}

func keep(dir string, known []string) error {
	text, err := json.Marshal(known)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, filledFile), text, 0o600)
}
