package operatorcli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"krapao/fault"
	"krapao/internal/operatorapi/client"
)

// byConsole signs in by the console: this shell shows a code, which the operator types there and confirms with its key (RFC
// 8628).
func (login) byConsole(ctx context.Context, d *Desk) (s signed, err error) {
	var begun struct {
		DeviceCode, UserCode, URL string
		Interval, ExpiresIn       int
	}
	if err := d.post(ctx, "/api/signin/shell", map[string]any{"machine": machine()}, &begun); err != nil {
		return s, err
	}
	const say = "Open this address in a browser, sign in, and compare the code that it shows with this one:\n" +
		"  %s#%s\n  %s\nWaiting for %d minutes. Nobody but you may give you a code: confirm none that somebody sends you.\n"
	if _, err := fmt.Fprintf(d.Out, say, begun.URL, begun.UserCode, begun.UserCode, begun.ExpiresIn/secondsOfMinute); err != nil {
		return s, err
	}
	for {
		if err := d.wait(ctx, time.Duration(begun.Interval)*time.Second); err != nil {
			return s, err
		}
		var answer struct {
			signed

			Message string
		}
		err := d.post(ctx, "/api/signin/shell/token", map[string]any{"deviceCode": begun.DeviceCode}, &answer)
		if err != nil {
			return s, noLonger(err)
		}
		if answer.Message != "PENDING" {
			return answer.signed, nil
		}
	}
}

const secondsOfMinute = 60

// machine is what the operator knows this machine by.
func machine() string {
	if name, err := os.Hostname(); err == nil && name != "" {
		return name
	}
	return "a machine without a name"
}

// noLonger says why a shell is not signed in.
func noLonger(err error) error {
	if refused, is := errors.AsType[client.RefusedError](err); is && refused.Code == fault.NO_DATA {
		return errors.New("not signed in: the code was refused, or its time is over; krapao operator login shows another one")
	}
	return err
}

// wait lets time pass, as the desk does (Desk.Wait).
func (d *Desk) wait(ctx context.Context, t time.Duration) error {
	if d.Wait != nil {
		return d.Wait(ctx, t)
	}
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
