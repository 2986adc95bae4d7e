package amblotto

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"krapao/connect/provider/amblotto/wire"
	"krapao/game"
)

// register is the request to open an account. The document wants a person's name, bank account and telephone number. No
// provider gets a member's (API.md), so these are derived from the user name. They belong to nobody, are always the
// same for an account, and have the required form. No bank account and no telephone in Thailand begins with 000.
func (p *Provider) register(a game.Player) wire.Register {
	sum := sha256.Sum256([]byte(a.Username))
	number := "000" + fmt.Sprintf("%07d", binary.BigEndian.Uint64(sum[:])%10_000_000)
	return wire.Register{
		Username: a.Username, Password: a.Password, FirstName: "Member", LastName: letters(a.Username),
		Bank: wire.Banks[0], AccountNo: number, Phone: number, Agent: p.agent(), Master: p.config.Master,
	}
}

// letters writes a user name without digits.
func letters(username string) string {
	name := []byte(username)
	for i, c := range name {
		if c >= '0' && c <= '9' {
			name[i] = 'a' + c - '0'
		}
	}
	return string(name)
}
