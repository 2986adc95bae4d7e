package figure

import "context"

// noticeFigures are of those who are told what happens, by the names that the configuration gives them.
func (p Parts) noticeFigures() {
	failing := remember(p.Store, p.Notices.Failing)
	for _, name := range p.Notices.Names() {
		p.Metrics.Figure("krapao_notices_failing_seconds",
			"Seconds for which a target does not take what it is told, or has not taken something for good.",
			func(ctx context.Context) (float64, error) {
				since, err := failing(ctx)
				return p.age(since[name]), err
			}, "target", name)
	}
}
