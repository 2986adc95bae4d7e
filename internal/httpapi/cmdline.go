package httpapi

import (
	"net/http"
	"os"
	"strings"
)

// cmdline tells how the program was started, in the form of net/http/pprof, without the values of its settings: keys, and
// passwords in addresses, are among them.
func cmdline(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(strings.Join(withoutValues(os.Args), "\x00"))) // the client is gone: nobody is left to tell
}

// withoutValues keeps the program, its command, and which flags it was given. A value may stand in its flag's word or in the next.
func withoutValues(args []string) []string {
	var kept []string
	for i, arg := range args {
		flag := strings.HasPrefix(arg, "-")
		switch name, _, has := strings.Cut(arg, "="); {
		case flag && has:
			kept = append(kept, name+"=...")
		case flag, i < 2:
			kept = append(kept, arg)
		default:
			kept = append(kept, "...")
		}
	}
	return kept
}
