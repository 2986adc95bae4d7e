package config

import "path/filepath"

// HeadsURL is the address to which notes of the chains' ends are sent, beside the file; it may hold a password.
const HeadsURL = "KRAPAO_HEADS_URL"

// Witness is where notes of the ends of the audit chain and the ledger's chain are kept (internal/witness).
type Witness struct {
	HeadsDir string `name:"heads-dir" env:"KRAPAO_HEADS_DIR" placeholder:"DIR" help:"Where the signed heads of the audit chain and of the ledger are kept: not in the data directory, best on another disk. Default: beside the data directory, with -heads at its name's end. KRAPAO_HEADS_URL: an address that gets them by POST, too, and gives them back by GET."`
}

// Heads returns the directory of the notes.
func (w Witness) Heads(db Database) string {
	if w.HeadsDir != "" {
		return w.HeadsDir
	}
	return filepath.Clean(db.DataDir) + "-heads"
}
