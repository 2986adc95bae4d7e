package operatorapi

import (
	"net/http"
	"os"
	"strings"
)

// cmdline shows how the program was started, in the form of net/http/pprof. It leaves out the values of settings: keys, and
// passwords in addresses, are among them.
func cmdline(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte(strings.Join(withoutValues(os.Args), "\x00"))) // an error means that the client has gone
}

// withoutValues keeps the program, its command, and the names of its flags. A value may be in its flag's word or in the next one.
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
