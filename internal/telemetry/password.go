package telemetry

import "regexp"

// The forms in which a database address has a password: in a URL before the last @ of a word, and as a setting, quoted or not,
// of a key=value address, a service file or a URL's query.
var (
	urlPassword     = regexp.MustCompile(`(://[^:/@\s]*:)\S+@`)
	settingPassword = regexp.MustCompile(`(?i)((?:password|passwd|pgpassword|sslpassword)["']?\s*[=:]\s*)(?:'(?:\\.|[^'\\])*'?|"(?:\\.|[^"\\])*"?|(?:\\.|[^\s&\\])+)`)
)

// WithoutPassword hides the passwords of database addresses in a text. What can, says nothing of an address at all; this is
// for texts that others made.
func WithoutPassword(text string) string {
	return settingPassword.ReplaceAllString(urlPassword.ReplaceAllString(text, "$1***@"), "$1***")
}
