package soak

import (
	"strings"
	"sync"

	"krapao/sandbox"
)

// secrets collects what must stay secret.
type secrets struct {
	mu   sync.Mutex
	list map[string]bool
}

func (s *secrets) add(secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.list == nil {
		s.list = map[string]bool{}
	}
	if secret != "" {
		s.list[secret] = true
	}
}

// logged: no node has told a secret.
func (s *soak) logged() {
	known := sandbox.DemoCredentials()
	for _, secret := range []string{
		known.Joker.Secret, known.AMB.Secret, known.PG.SecretKey, known.Pragmatic.Secret, known.BETFLIX.Key, known.AMBLotto.Key,
		known.SBO.CompanyKey, known.GSC.Secret,
	} {
		s.secrets.add(secret)
	}
	for _, log := range s.logs {
		text := log.String()
		for secret := range s.secrets.list {
			if strings.Contains(text, secret) {
				s.t.Errorf("a secret of %d characters is in a node's log", len(secret))
			}
		}
	}
}
