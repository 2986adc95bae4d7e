package operatorapi

import (
	"strings"
	"testing"
)

func TestTheCommandLineIsShownWithoutValues(t *testing.T) {
	t.Parallel()
	args := []string{
		"/usr/bin/krapao", "serve", "--master-key=canary", "--database-url", "postgres://u:canary@h/x",
		"--no-chat", "host=h password=canary", "-x=canary",
	}
	want := "/usr/bin/krapao serve --master-key=... --database-url ... --no-chat ... -x=..."
	if got := strings.Join(withoutValues(args), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
