package httpapi

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  string `json:"html"`
}
