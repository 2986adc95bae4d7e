package config

import "path/filepath"

// HeadsURL is the address to which the heads of the hash chains are sent, too. It may contain a password.
const HeadsURL = "KRAPAO_HEADS_URL"

// Witness is the second place where the heads of the hash chains are recorded: of the audit log's and of the ledger's
// (internal/witness).
type Witness struct {
	HeadsDir string `name:"heads-dir" env:"KRAPAO_HEADS_DIR" placeholder:"DIR" help:"Directory that records the signed heads (the ends of the hash chains of the audit log and of the ledger): not in the data directory, best on another disk. Default: the data directory's name with -heads at its end. KRAPAO_HEADS_URL: an address that takes them by POST, too, and returns them by GET."`
}

// Heads returns the directory of the notes.
func (w Witness) Heads(db Database) string {
	if w.HeadsDir != "" {
		return w.HeadsDir
	}
	return filepath.Clean(db.DataDir) + "-heads"
}
