package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// scene is what lists are asked about.
type scene struct {
	// known are members' IDs. transfers are references of their first deposits: the past is no part of the chain, so nothing of it
	// can be proved.
	known, transfers []string
	// crowd is how many others there are.
	crowd int
	// from and to are a week of the past, as lists ask for it; month is the longest time that a list takes.
	from, to, month string
	// year is the longest that days are told of.
	year string
	// days are the same week for calls that take days.
	firstDay, lastDay string
	// group is the path of a group of risk.
	group string
}

// list is a call that lists.
type list struct {
	// id is the call's own, in api/operator.json, and of what it is narrowed by.
	id, by string
	path   func(s *scene) string
}

// lists are all of them. A list that the contract has and this table has not fails the test of this program.
var lists = []list{
	{"listAccounts", "", fixed("/account")},
	{"listAccounts", "prefix", fixed("/account?prefix=member:P0000")},
	{"listAccounts", "over", fixed("/account?class=member&over=50")},
	{"listEntries", "", func(s *scene) string { return "/account/" + wallet(s) + "/entry" }},
	{"listEntries", "of anybody", func(s *scene) string { return "/account/member:" + anybody(s) + ":wallet/entry" }},
	{"listEntries", "time", func(s *scene) string { return "/account/" + wallet(s) + "/entry?" + s.week() }},
	{"listTransfers", "", fixed("/transfer")},
	{"listTransfers", "kind, a month", func(s *scene) string { return "/transfer?kind=transfer&" + s.month }},
	{"listTransfers", "state", fixed("/transfer?state=voided")},
	{"listTransfers", "pending", fixed("/transfer?state=pending")},
	{"listTransfers", "member", func(s *scene) string { return "/transfer?member=" + one(s.known) }},
	{"listTransfers", "of anybody", func(s *scene) string { return "/transfer?member=" + anybody(s) }},
	{"listTransfers", "account", func(s *scene) string { return "/transfer?account=" + wallet(s) + "&" + s.week() }},
	{"listTransfers", "over", func(s *scene) string { return "/transfer?over=0.99&" + s.month }},
	{"getTransfer", "", func(s *scene) string { return "/transfer/" + one(s.transfers) }},
	{"getTransferProof", "", func(s *scene) string { return "/transfer/" + one(s.transfers) + "/proof" }},
	{"listAlarms", "", fixed("/alarm")},
	{"getTally", "hours of a month", func(s *scene) string { return "/tally?what=deposit&" + s.month }},
	{"getTally", "days of a month", func(s *scene) string { return "/tally?what=active&by=day&" + s.month }},
	{"getTally", "members", func(s *scene) string { return "/tally?what=new&by=day&" + s.month }},
	{"getTally", "members of 400 days", func(s *scene) string { return "/tally?what=new&by=day&" + s.year }},
	{"listAudit", "", fixed("/audit")},
	{"listAudit", "member", func(s *scene) string { return "/audit?member=" + one(s.known) }},
	{"listChats", "", fixed("/chat?show=waiting")},
	{"listContentVersions", "", fixed("/content/withdraw/history")},
	{"listMemberAudit", "", ofMember("audit")},
	{"listMemberConditions", "", ofMember("condition")},
	{"listMemberCoupons", "", ofMember("coupon")},
	{"listMemberLimits", "", ofMember("limit")},
	{"listMemberNotes", "", ofMember("note")},
	{"listMemberSessions", "", ofMember("session")},
	{"listMemberSlips", "", ofMember("slip")},
	{"listMemberStatement", "", ofMember("statement")},
	{"listMemberStatement", "over", func(s *scene) string { return "/member/" + one(s.known) + "/statement?over=0.99&" + s.week() }},
	{"listNotifications", "", fixed("/notification")},
	{"listOperators", "", fixed("/operator")},
	{"listProposals", "", fixed("/proposal")},
	{"listTokens", "", fixed("/token")},
	{"listCampaigns", "", fixed("/campaign")},
	{"listCampaignGrants", "", fixed("/campaign/bonus/WELCOME100/grant")},
	{"listWheelTables", "", fixed("/wheel")},
	{"listCallouts", "", fixed("/risk/callout")},
	{"listRiskThreshold", "", fixed("/risk/threshold?over=50")},
	{"listRiskVelocity", "", fixed("/risk/velocity?what=deposit&hours=24&times=1")},
	{"listMemberFlags", "", ofMember("flag")},
	{"listMemberArrivals", "", ofMember("arrival")},
	{"listMemberDevices", "", ofMember("device")},
	{"listMemberWithdrawals", "", ofMember("withdrawal")},
	{"listMemberCoins", "", ofMember("coin")},
	{"listMemberGames", "", ofMember("game")},
	{"listMemberCases", "", ofMember("case")},
	{"listMembers", "", fixed("/member")},
	{"listMembers", "state", fixed("/member?state=closed")},
	{"listMembers", "shut", fixed("/member?state=shut%20out")},
	{"listMembers", "flag", fixed("/member?flag=watch")},
	{"listMembers", "inviter", func(s *scene) string { return "/member?inviter=" + one(s.known) }},
	{"listWithdrawals", "", fixed("/withdrawal")},
	{"listWithdrawals", "state", fixed("/withdrawal?state=review")},
	{"listWithdrawals", "member", func(s *scene) string { return "/withdrawal?member=" + one(s.known) }},
	{"listArrivals", "", fixed("/arrival")},
	{"listArrivals", "state", fixed("/arrival?state=unmatched")},
	{"listArrivals", "account", fixed("/arrival?account=" + feedAccount)},
	{"listArrivals", "member", func(s *scene) string { return "/arrival?member=" + one(s.known) }},
	{"listSlips", "", fixed("/slip")},
	{"listSlips", "state", fixed("/slip?state=failed")},
	{"listDeclared", "", fixed("/declared")},
	{"listLinks", "", fixed("/link")},
	{"listLines", "", fixed("/line?open=true")},
	{"listCases", "", fixed("/case")},
	{"listCases", "member", func(s *scene) string { return "/case?member=" + one(s.known) }},
	{"listReceivables", "", fixed("/receivable")},
	{"listReversals", "", fixed("/reversal")},
	{"listHolders", "", fixed("/holder")},
	{"listQuarantineRows", "", fixed("/quarantine/import/none/row")},
	{"listQueue", "", fixed("/queue")},
	{"listReconciledDays", "", fixed("/reconcile")},
	{"reportCoverage", "", fixed("/report/coverage")},
	{"reportFinance", "a week", func(s *scene) string { return "/report/finance?from=" + s.firstDay + "&to=" + s.lastDay }},
	{"reportPosting", "", fixed("/report/posting")},
	{"reportPosting", "day", func(s *scene) string { return "/report/posting?day=" + s.firstDay }},
	{"listLiabilities", "", fixed("/report/liability")},
	{"listRiskRings", "", fixed("/risk/ring")},
	{"listRiskRing", "", func(s *scene) string { return "/risk/ring/" + one(s.known) }},
	{"listRiskGroups", "size", fixed("/risk/group?by=holder&order=size")},
	{"listRiskGroups", "holder", fixed("/risk/group?by=holder")},
	{"listRiskGroups", "payer", fixed("/risk/group?by=payer")},
	{"listRiskGroups", "device", fixed("/risk/group?by=device")},
	{"listRiskGroups", "address", fixed("/risk/group?by=address")},
	{"listRiskGroups", "member", func(s *scene) string { return "/risk/group?member=" + one(s.known) }},
	{"listRiskGroup", "", func(s *scene) string { return s.group }},
	{"getMember", "", func(s *scene) string { return "/member/" + one(s.known) }},
	{"searchMembers", "", func(s *scene) string { return "/member/search?q=" + one(s.known) }},
	{"getToday", "", fixed("/today")},
}

func fixed(path string) func(*scene) string { return func(*scene) string { return path } }

func ofMember(what string) func(*scene) string {
	return func(s *scene) string { return "/member/" + one(s.known) + "/" + what }
}

func one(of []string) string { return of[rand.IntN(len(of))] }

func wallet(s *scene) string { return "member:" + one(s.known) + ":wallet" }

// anybody is one of all members. In a large house a page of its past is read from the disk, one row here and one there: more than
// a hundred readings.
func anybody(s *scene) string {
	if n := rand.IntN(len(s.known) + s.crowd); n >= len(s.known) {
		return crowdID(n - len(s.known))
	}
	return one(s.known)
}

func (s *scene) week() string { return span(s.from, s.to) }

func span(from, to string) string {
	return "from=" + url.QueryEscape(from) + "&to=" + url.QueryEscape(to)
}

// look finds what lists are asked about: the past ended yesterday (ledgertest.Past).
func (i *site) look(ctx context.Context, o options, known []string) (*scene, error) {
	now := time.Now().UTC().Truncate(time.Second)
	at := func(days int) string { return now.AddDate(0, 0, -days).Format(time.RFC3339) }
	s := &scene{
		known: known, crowd: max(o.members-len(known), 0), from: at(10), to: at(3),
		month: span(at(30), at(0)), year: span(at(400), at(0)),
		firstDay: at(10)[:len(time.DateOnly)], lastDay: at(3)[:len(time.DateOnly)], group: "/risk/group/holder/none",
	}
	for range 20 {
		var page struct{ Items []struct{ Reference string } }
		if err := i.read(ctx, "/transfer?kind=deposit&member="+one(known), &page); err != nil {
			return nil, err
		}
		for _, t := range page.Items {
			s.transfers = append(s.transfers, t.Reference)
		}
	}
	if len(s.transfers) == 0 {
		return nil, errors.New("the known members have no transfers")
	}
	var groups struct {
		Items []struct{ By, Key string }
	}
	if err := i.read(ctx, "/risk/group?by=holder", &groups); err != nil {
		return nil, err
	}
	if len(groups.Items) > 0 {
		s.group = "/risk/group/" + groups.Items[0].By + "/" + url.PathEscape(groups.Items[0].Key)
	}
	return s, nil
}

func (i *site) read(ctx context.Context, path string, into any) error {
	body, err := i.call(ctx, http.MethodGet, "/api"+path, nil)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
