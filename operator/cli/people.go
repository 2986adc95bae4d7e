package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"krapao/operator/audit"
)

type list struct{}

// Run lists.
func (list) Run(ctx context.Context, s *Services, out io.Writer) error {
	all, err := s.Staff.List(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(all))
	for _, o := range all {
		rows = append(rows, []string{o.Name, string(o.Role), strconv.FormatBool(o.Active), stamp(o.From), o.Member})
	}
	return table(out, "name role active from member", rows)
}

type auditing struct {
	List   auditList   `cmd:"" help:"List what was decided, newest first."`
	Verify auditVerify `cmd:"" help:"Check the hash chain of the whole audit log."`
}

type auditList struct {
	lagging
	limit
}

// Run lists.
func (c auditList) Run(ctx context.Context, s *Services, out io.Writer) error {
	all, err := s.Audit.Newest(ctx, audit.Filter{}, 0, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(all))
	for _, r := range all {
		rows = append(rows, []string{
			strconv.FormatInt(r.Number, 10), stamp(r.At), r.By, r.Action, r.Subject, r.Reason, r.Evidence,
		})
	}
	return table(out, "number at by action subject reason evidence", rows)
}

type auditVerify struct{}

// Run verifies.
func (auditVerify) Run(ctx context.Context, s *Services, out io.Writer) error {
	rows, err := s.Audit.Verify(ctx)
	if err != nil {
		return err
	}
	if s.Whole != nil {
		wrong, err := s.Whole(ctx)
		if err != nil {
			return err
		}
		if len(wrong) > 0 {
			return errors.New(strings.Join(wrong, "; "))
		}
	}
	_, err = fmt.Fprintf(out, "the audit log is whole: %d rows\n", rows)
	return err
}
