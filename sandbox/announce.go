package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// announceTimeout is how long an announcement may take.
const announceTimeout = 10 * time.Second

// Announce tells the sandbox at sandboxURL that a node of the wallet listens at walletURL. A node calls it when it
// starts and every few seconds, since a sandbox forgets addresses when it restarts.
func Announce(ctx context.Context, sandboxURL, walletURL string) error {
	body, err := json.Marshal(map[string]string{"url": walletURL})
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, announceTimeout)
	defer cancel()
	address := strings.TrimRight(sandboxURL, "/") + "/sandbox/wallet"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("sandbox: announce: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("sandbox: announce: HTTP %d", answer.StatusCode)
	}
	return nil
}
