package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// tables are the tables of the document, as Markdown.
func tables(flows []flow) string {
	var out strings.Builder
	out.WriteString("What a flow asks of the primary, and how many milliseconds a member waits for it alone:\n\n")
	table(&out, "flow | round trips | commits", flows, func(f flow) string {
		return fmt.Sprintf("%s | %d | %d", f.name, f.trips, f.commits)
	}, func(f flow, c conditions) string { return milliseconds(f.wait(c)) })
	out.WriteString("\nHow many a second the 24 connections of one node carry at most:\n\n")
	table(&out, "flow", flows, func(f flow) string { return f.name },
		func(f flow, c conditions) string { return rate(f.ofConnections(c)) })
	out.WriteString("\nHow many a second one account of the house takes at most, while others keep the log busy:\n\n")
	var locking []flow
	for _, f := range flows {
		if f.held > 0 {
			locking = append(locking, f)
		}
	}
	table(&out, "flow | account | held for round trips", locking, func(f flow) string {
		return fmt.Sprintf("%s | %s | %d", f.name, f.account, f.held)
	}, func(f flow, c conditions) string { return rate(f.ofAccount(c)) })
	return out.String()
}

// table writes a row per flow, with a column for each of the conditions.
func table(out *strings.Builder, head string, flows []flow, first func(flow) string, value func(flow, conditions) string) {
	fmt.Fprintf(out, "| %s |", head)
	for _, c := range all {
		fmt.Fprintf(out, " %s, %s |", milliseconds(c.trip), milliseconds(c.flush))
	}
	out.WriteString("\n|" + strings.Repeat("---|", strings.Count(head, "|")+1+len(all)) + "\n")
	for _, f := range flows {
		fmt.Fprintf(out, "| %s |", first(f))
		for _, c := range all {
			fmt.Fprintf(out, " %s |", value(f, c))
		}
		out.WriteString("\n")
	}
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.4g", float64(d)/float64(time.Millisecond))
}

// rate has two significant digits: the model is no better.
func rate(perSecond float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(perSecond))-1)
	text := fmt.Sprintf("%.0f", math.Round(perSecond/unit)*unit)
	for n := len(text) - 3; n > 0; n -= 3 {
		text = text[:n] + "," + text[n:]
	}
	return text
}
