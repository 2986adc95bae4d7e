package httpapi

import (
	"krapao/bonus"
	"krapao/lookup"
)

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  string `json:"html"`
}

func bannersOf(banners []bonus.Banner, lang lookup.Language) []Banner {
	list := make([]Banner, len(banners))
	for i, b := range banners {
		list[i] = Banner{b.Image, textIn(b.HTML, lang)}
	}
	return list
}
