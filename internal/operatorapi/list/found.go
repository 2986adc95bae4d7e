package list

import (
	"github.com/danielgtaylor/huma/v2"

	"krapao/wallet/doubt/clue"
)

// Found is the code of what the product found about a transfer with a game, or of how a case about it ended; null: it found
// nothing.
type Found clue.Code

// Schema lists them.
func (Found) Schema(huma.Registry) *huma.Schema { return OneOf(clue.Codes()) }

// OneOf is the schema of a code, or null.
func OneOf[C ~string](codes []C) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Nullable: true}
	for _, code := range codes {
		s.Enum = append(s.Enum, string(code))
	}
	return s
}

// FoundIn returns the code of a stored text, and what the provider, an error or a person says.
func FoundIn(stored string) (found *Found, says string) {
	code, says := clue.Split(stored)
	if code != "" {
		found = new(Found(code))
	}
	return found, says
}

// FoundCell is the code in a file, and NoteCell what is said.
func FoundCell(stored string) any {
	code, _ := clue.Split(stored)
	return string(code)
}

// NoteCell is what the provider, an error or a person says, in a file.
func NoteCell(stored string) any {
	_, says := clue.Split(stored)
	return says
}
