package bonus

import "krapao/internal/sanitize"

// Text is a text of the operator's in three languages.
type Text struct {
	TH string `json:"th"`
	LO string `json:"lo"`
	EN string `json:"en"`
}

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  Text   `json:"html"`
}

// Sanitise removes from an operator's HTML what our pages do not show.
func (t *Text) Sanitise() {
	t.TH, t.LO, t.EN = sanitize.HTML(t.TH), sanitize.HTML(t.LO), sanitize.HTML(t.EN)
}

// Sanitise cleans the texts of banners.
func Sanitise(banners []Banner) {
	for i := range banners {
		banners[i].HTML.Sanitise()
	}
}
