package backoffice

import (
	"time"

	"krapao/internal/app/job"
	"krapao/privacy"
)

// People is what is kept of members.
func (o *Office) People() *privacy.Service { return o.people }

// Jobs are the back office's work beside requests.
func (o *Office) Jobs() []job.Job {
	return []job.Job{
		job.Each(10*time.Second, "proposals in force", job.Counted(o.services.Approvals.RunDue)).Within(time.Minute),
		job.Each(time.Minute, "expired proposals", job.Counted(o.services.Approvals.Expire)),
		job.Each(time.Minute, "unindexed names", job.Counted(o.names)).Within(10 * time.Minute),
		job.Each(time.Hour, "registrations by the hour", job.Counted(o.registrations)),
		job.Each(time.Minute, "changed credentials", job.Counted(o.credentials.Keep)),
		job.Each(time.Hour, "old tickets of sign-ins", job.Counted(o.services.Identity.Prune)),
		job.Each(10*time.Second, "proof of the audit log", job.Counted(o.prover.Turn)).Within(10 * time.Minute),
		job.Each(time.Hour, "claims that have ended", job.Counted(o.claims.Sweep)),
		job.Each(10*time.Second, "daily liability report", job.Counted(o.reports.Daily)).Within(time.Minute),
		job.Each(time.Hour, "looks of long ago", job.Counted(o.services.Approvals.SweepLooks)),
		job.Loop("alarms of this node", o.alarms.Watch),
		job.Loop("what pages of this node show", o.watch.Run),
		job.Each(30*time.Second, "what the house is told of", job.Counted(o.tells.Look)),
		job.Each(30*time.Second, "alarms that have ended", job.Counted(o.alarms.End)),
		job.Each(time.Minute, "paces of members", job.Counted(o.paces.Add)).Within(time.Minute),
		job.Each(time.Minute, "what members have in common", job.Tidy(job.Counted(o.passes.Run))).Within(time.Hour),
		job.Each(time.Hour, "alarms of long ago", job.Tidy(o.alarms.Sweep)),
		job.Each(24*time.Hour, "old documents of payments", job.Tidy(job.Counted(o.people.EndPayments))).Within(time.Hour),
		job.Each(2*time.Second, "own exports", job.Counted(o.people.MakeOwn)).Within(10 * time.Minute),
		job.Each(10*time.Minute, "own exports that have ended", job.Tidy(job.Counted(o.people.SweepOwn))),
	}
}
