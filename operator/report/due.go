package report

import (
	"context"
	"time"
)

// dueAfter is how old a system's figure is when the next one is due: four hours before it counts no longer.
const dueAfter = goodFor - 4*time.Hour

// Due is a system whose own figure the coverage needs.
type Due struct {
	System string
	// At is when its next figure is due, which may be to come. Of a system that the newest report knows nothing of, it is the
	// report's time: without that figure there is no ratio, so nothing stops (RULES.md section 14).
	At time.Time
}

// Due are the systems whose own figures the coverage needs, and when the next one of each is due: those of the newest report that
// was kept, but for providers, which are read. There are none before the first report, and where a house owed nothing. A figure
// that is entered for a system that the report lacks is in force with the next report alone, so it is due until that is made.
func (s *Service) Due(ctx context.Context) ([]Due, error) {
	kept, err := s.Kept(ctx, time.Time{}, time.Time{}, nil, 1)
	if err != nil || len(kept) == 0 || kept[0].Owed.Total() <= 0 {
		return nil, err
	}
	figures, err := s.figures(ctx)
	if err != nil {
		return nil, err
	}
	var list []Due
	for _, h := range kept[0].Has {
		switch h.Source {
		case None:
			list = append(list, Due{h.System, kept[0].At})
		case Entered:
			at := h.At
			if own, known := figures[h.System]; known {
				at = own.At.Time()
			}
			list = append(list, Due{h.System, at.Add(dueAfter)})
		case Readings:
		}
	}
	return list, nil
}
