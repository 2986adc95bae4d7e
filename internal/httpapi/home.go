package httpapi

import (
	"context"
	"net/http"
)

// Banner is a picture with a text under it.
type Banner struct {
	Image string `json:"image"`
	HTML  string `json:"html"`
}

// SpinActive tells whether the wheel is shown.
type SpinActive struct {
	Active bool `json:"active"`
}

// homeRoutes are what the home screen asks of rooms that are not open yet: it gets "nothing here" and no error.
func (s *Server) homeRoutes() {
	register(s, route{
		method: http.MethodGet, path: "/api/spinwheel/active", id: "getSpinwheelActive", summary: "Whether the wheel is shown", who: members,
	}, s.spinActive)
	register(s, route{
		method: http.MethodGet, path: "/api/invite/banners", id: "listInviteBanners", summary: "Banners of the invitation page", who: members,
	}, s.noBanners)
	register(s, route{
		method: http.MethodGet, path: "/api/refund/banners", id: "listRefundBanners", summary: "Banners of the refund page", who: members,
	}, s.noBanners)
}

func (s *Server) spinActive(context.Context, *empty) (*reply[SpinActive], error) {
	return ok(SpinActive{})
}

func (s *Server) noBanners(context.Context, *empty) (*reply[[]Banner], error) { return ok([]Banner{}) }
