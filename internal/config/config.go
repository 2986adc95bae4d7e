// Package config holds the configuration of a node: flags, or environment variables of the same meaning. Every setting has a
// default that is right for `krapao demo` on one machine. Unsafe lists the settings with which `krapao serve` must not run.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Database is the place of the data.
type Database struct {
	DataDir string `name:"data-dir" env:"KRAPAO_DATA_DIR" default:"./data" placeholder:"DIR" help:"Data directory: the SQLite file, and the secrets that demo makes."`
	// DatabaseURL is postgres://... or host=... dbname=... for PostgreSQL, sqlite:PATH for a file, and sqlite: for the file in the
	// data directory. An empty one means the same, but serve refuses it. It is no flag (secret.go).
	DatabaseURL string `kong:"-" secret:"KRAPAO_DATABASE_URL" doc:"The database: postgres://..., or sqlite:PATH"`
	// Standby is a hot standby of that PostgreSQL, or several, for reads that may lag; empty is none. It is no flag either.
	Standby     string `kong:"-" secret:"KRAPAO_DATABASE_STANDBY" doc:"Hot standbys of that PostgreSQL, for reads that may lag"`
	Connections uint16 `name:"database-connections" env:"KRAPAO_DATABASE_CONNECTIONS" placeholder:"N" help:"How many connections this node opens for members. Default: 24 on PostgreSQL, on SQLite four readers a core. Beside them are a third as many for what it does by itself, and on PostgreSQL three more."`
}

// Node is one wallet node.
type Node struct {
	Database
	Witness
	Blobs
	Addr           string `env:"KRAPAO_ADDR" default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Member listener: the app, its API, the socket, callbacks of gateways."`
	OperatorAddr   string `name:"operator-addr" env:"KRAPAO_OPERATOR_ADDR" default:"127.0.0.1:8081" placeholder:"HOST:PORT" help:"Operator listener: the console, the operator API, metrics, health, debugging. Not for members."`
	OperatorURL    string `name:"operator-url" env:"KRAPAO_OPERATOR_URL" placeholder:"URL" help:"The console's address as operators type it: https://ops.example.com, by a proxy before the operator listener. Empty: on this machine alone, http://localhost:PORT."`
	MemberURL      string `name:"member-url" env:"KRAPAO_MEMBER_URL" placeholder:"URL" help:"The member app's address as members type it: https://www.example.com. Previews of drafts are opened there. Empty: on this machine alone, http://localhost:PORT."`
	Laos           bool   `env:"KRAPAO_LAOS" help:"The Laos mode: Lao first, kip accounts, Lao mobile numbers."`
	RegisterOTP    bool   `name:"register-otp" env:"KRAPAO_REGISTER_OTP" default:"true" negatable:"" help:"A registration needs a one-time code."`
	Chat           bool   `env:"KRAPAO_CHAT" default:"true" negatable:"" help:"The chat widget."`
	Limits         string `env:"KRAPAO_LIMITS" default:"on" enum:"on,off" help:"Rate limits; off is for load runs."`
	SMSPerHour     uint16 `name:"sms-per-hour" env:"KRAPAO_SMS_PER_HOUR" placeholder:"N" help:"SMS that the whole house sends in an hour at most. Default: 1000; demo: 20000."`
	SMSPerPrefix   uint16 `name:"sms-per-prefix" env:"KRAPAO_SMS_PER_PREFIX" placeholder:"N" help:"SMS to numbers that differ in their last four digits only, in an hour at most. Default: 50; demo: 5000."`
	TrustedProxies string `name:"trusted-proxies" env:"KRAPAO_TRUSTED_PROXIES" placeholder:"CIDR,..." help:"Peers whose X-Forwarded-For is believed."`
	FrameAncestors string `name:"frame-ancestors" env:"KRAPAO_FRAME_ANCESTORS" placeholder:"ORIGIN ..." help:"Sites that may show the app in a frame; empty is none."`
	LogLevel       string `name:"log-level" env:"KRAPAO_LOG_LEVEL" default:"" enum:",debug,info,warn,error" placeholder:"LEVEL" help:"What is logged, as JSON lines on standard error: debug, info (serve's default), warn (demo's), error."`

	// Rechecks are the delays after which a voided transfer is asked about again; empty is the product's rule. Only for demos.
	Rechecks []time.Duration `env:"KRAPAO_RECHECKS" hidden:"" placeholder:"DURATION,..." help:"When a transfer that was given back is asked about again, in a demo."`
}

// Members is the member app's address as members type it; empty: it is not known.
func (n Node) Members() string { return site(n.MemberURL, n.Addr) }

// Console is the console's address as operators type it; empty: it has none.
func (n Node) Console() string { return site(n.OperatorURL, n.OperatorAddr) }

// site is an address as people type it: the setting, or without one this machine's own.
func site(setting, listener string) string {
	if _, port, err := net.SplitHostPort(listener); setting == "" && err == nil {
		return "http://" + net.JoinHostPort("localhost", port)
	}
	return strings.TrimRight(setting, "/")
}

// Outside has the addresses of the systems around the wallet, and our credentials there. It comes from a JSON file that only
// the node may read, never from stored data.
type Outside struct {
	SMS    SMS    `json:"sms"`
	KBank  KBank  `json:"kbank"`
	Payout Payout `json:"payout"`
	// Callout is a system of the house's own that is asked before an automatic payout. Without it, none is.
	Callout   Callout             `json:"callout"`
	TrueMoney TrueMoney           `json:"truemoney"`
	Providers map[string]Provider `json:"providers"`
	// QR gateways, as is KBank. One that is left out has no panel.
	PayOneX PayOneX       `json:"payonex"`
	WW      SignedGateway `json:"ww"`
	FP      SignedGateway `json:"fp"`
	// Feeds are the statements of our own accounts, by the code of their deposit account.
	Feeds map[string]Feed `json:"feeds"`
	// SlipChecks are the verifiers of transfer slips, in the order in which they are asked.
	SlipChecks []SlipCheck `json:"slipChecks"`
	// OIDC is the house's OpenID provider, by which operators sign in. Without it, none does.
	OIDC OIDC `json:"oidc"`
	// Notices are who is told what happens, by a name of the house's own.
	Notices map[string]Notice `json:"notices"`
}

// SMS is the gateway of one-time codes.
type SMS struct {
	BaseURL string `json:"baseURL" doc:"The address of the gateway that sends one-time codes"`
	Key     string `json:"key" doc:"Our key there" secret:"true"`
	Secret  string `json:"secret" doc:"The secret that goes with it" secret:"true"`
}

// KBank is the QR gateway of the panel KBANK.
type KBank struct {
	BaseURL        string `json:"baseURL" doc:"The address of the QR gateway of the panel KBANK"`
	ConsumerID     string `json:"consumerID" doc:"Our consumer at the bank"`
	ConsumerSecret string `json:"consumerSecret" doc:"The consumer's secret" secret:"true"`
	PartnerID      string `json:"partnerID" doc:"Our partner ID in each request"`
	PartnerSecret  string `json:"partnerSecret" doc:"The partner's secret" secret:"true"`
	MerchantID     string `json:"merchantID" doc:"The merchant that a code pays"`
	TerminalID     string `json:"terminalID" doc:"The merchant's terminal"`
	// NamePayer puts the member's own account into a code's references.
	NamePayer bool `json:"namePayer" doc:"true: the member's own account is in a code's references"`
}

// TrueMoney is the issuer of wallet links. Without it, members can't submit any.
type TrueMoney struct {
	BaseURL string `json:"baseURL" doc:"The address of the issuer of wallet links; empty: members can submit none"`
	// Mobile is the number of the house's own wallet, into which vouchers are redeemed.
	Mobile string `json:"mobile" doc:"The number of the house's own wallet, into which vouchers are redeemed"`
}

// Payout is the bank that pays members.
type Payout struct {
	BaseURL string `json:"baseURL" doc:"The address of the bank that pays members"`
	Key     string `json:"key" doc:"Our key there" secret:"true"`
	Secret  string `json:"secret" doc:"The secret that orders are signed with" secret:"true"`
}

// Callout is a system of the house's own (connect/callout). Questions are signed with the secret.
type Callout struct {
	URL    string `json:"url" doc:"A system of the house's own that is asked before an automatic payout; empty: none is"`
	Secret string `json:"secret" doc:"The secret that its questions are signed with" secret:"true"`
}

// OIDC is an OpenID provider (connect/oidc).
type OIDC struct {
	Name   string `json:"name" doc:"What operators call the house's OpenID provider"`
	Issuer string `json:"issuer" doc:"Its issuer, an address; empty: operators sign in by their own secrets alone"`
	Client string `json:"client" doc:"Our client there"`
	Secret string `json:"secret" doc:"The client's secret" secret:"true"`
}

// Feed is a bank's statement of one of our accounts (connect/bankfeed).
type Feed struct {
	BaseURL string `json:"baseURL" doc:"The address of the bank's statement of this account"`
	Key     string `json:"key" doc:"Our key there" secret:"true"`
	Secret  string `json:"secret" doc:"The secret that goes with it" secret:"true"`
	// Bank is the account's bank by its three digits.
	Bank string `json:"bank" doc:"The account's bank, by its three digits"`
}

// SlipCheck is one verifier of transfer slips. Kind names its protocol: slipok or easyslip.
type SlipCheck struct {
	Kind    string `json:"kind" doc:"The protocol of this verifier of slips: slipok or easyslip"`
	BaseURL string `json:"baseURL" doc:"Its address"`
	// Branch is the branch's id (slipok).
	Branch string `json:"branch" doc:"The branch's ID (slipok)"`
	Key    string `json:"key" doc:"Our key there" secret:"true"`
}

// ReadOutside reads the file. An unknown field is an error.
func ReadOutside(path string) (Outside, error) {
	var o Outside
	raw, err := os.ReadFile(path)
	if err != nil {
		return o, fmt.Errorf("the file of outside systems: %w", err)
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&o); err != nil {
		return o, fmt.Errorf("the file of outside systems %s: %w", path, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return o, fmt.Errorf("the file of outside systems %s: there is more after its end", path)
	}
	return o, nil
}

// Serving is the configuration of `krapao serve`.
type Serving struct {
	Node    Node
	Outside Outside
	// Masters are the master keys; MastersWrong says why they can't be read.
	Masters      Masters
	MastersWrong error
	SandboxURL   string
}

// Unsafe lists everything with which a node that holds real money must not run. published reports whether a secret is one that
// this program publishes.
func (s Serving) Unsafe(published func(secret string) bool) []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if s.Node.Limits == "off" {
		add("KRAPAO_LIMITS=off: rate limits are off")
	}
	if len(s.Node.Rechecks) > 0 {
		add("KRAPAO_RECHECKS is set: a voided transfer must be asked about for days")
	}
	if s.SandboxURL != "" {
		add("KRAPAO_SANDBOX_URL is set: the sandbox holds play money")
	}
	wrong = append(wrong, s.unsafeMasters()...)
	wrong = append(wrong, s.Node.unsafe(published)...)
	if m := s.Outside.TrueMoney.Mobile; m != "" && !mobileForm.MatchString(m) {
		add("truemoney: mobile is ten digits that begin with 0")
	}
	for _, system := range s.Outside.systems() {
		if why := unsafeAddress(system.address); why != "" {
			add("%s: %s", system.name, why)
		}
		for _, secret := range system.secrets {
			if secret.value == "" {
				add("%s: %s is missing", system.name, secret.name)
			} else if published(secret.value) {
				add("%s: %s is a default secret, known to everybody", system.name, secret.name)
			}
		}
	}
	wrong = append(wrong, s.Outside.wrongSchemes()...)
	return wrong
}

var mobileForm = regexp.MustCompile(`^0[0-9]{9}$`)

func uniform(key []byte) bool {
	distinct := map[byte]bool{}
	for _, b := range key {
		distinct[b] = true
	}
	return len(distinct) < 8
}

type system struct {
	name    string
	address string
	secrets []named
}

// named is a secret with its name in the file.
type named struct{ name, value string }

func (o Outside) systems() []system {
	all := []system{
		{"sms", o.SMS.BaseURL, []named{{"key", o.SMS.Key}, {"secret", o.SMS.Secret}}},
		{"payout", o.Payout.BaseURL, []named{{"secret", o.Payout.Secret}}},
	}
	all = append(all, o.gateways()...)
	all = append(all, o.callbacks()...)
	all = append(all, o.noticeSystems()...)
	if t := o.TrueMoney; t != (TrueMoney{}) {
		all = append(all, system{"truemoney", t.BaseURL, []named{{"mobile", t.Mobile}}})
	}
	if c := o.Callout; c != (Callout{}) {
		all = append(all, system{"callout", c.URL, []named{{"secret", c.Secret}}})
	}
	if c := o.OIDC; c != (OIDC{}) {
		all = append(all, system{"oidc", c.Issuer, []named{{"secret", c.Secret}, {"client", c.Client}, {"name", c.Name}}})
	}
	for _, name := range slices.Sorted(maps.Keys(o.Providers)) {
		all = append(all, o.Providers[name].systems("providers."+name)...)
	}
	for _, code := range slices.Sorted(maps.Keys(o.Feeds)) {
		f := o.Feeds[code]
		all = append(all, system{"feeds." + code, f.BaseURL, []named{
			{"secret", f.Secret}, {"key", f.Key}, {"bank", f.Bank}, // only the first is secret, but all are needed
		}})
	}
	for i, c := range o.SlipChecks {
		secrets := []named{{"key", c.Key}}
		if c.Kind == "slipok" {
			secrets = append(secrets, named{"branch", c.Branch}) // not secret, but needed
		}
		all = append(all, system{fmt.Sprintf("slipChecks[%d] %s", i, c.Kind), c.BaseURL, secrets})
	}
	return all
}

// unsafeAddress says why an address is unsafe: it must use TLS, and be neither this machine, where only a sandbox would be, nor
// a name of docs/outside.example.json.
func unsafeAddress(address string) string {
	if address == "" {
		return "its address is missing"
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "its address can't be read"
	}
	host := u.Hostname()
	ip, err := netip.ParseAddr(host)
	if strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback() {
		return "its address is this machine's, as a sandbox's would be"
	}
	if strings.HasSuffix(strings.ToLower(host), ".example") {
		return "its address is an example's"
	}
	if u.Scheme != "https" {
		return "its address is without TLS"
	}
	return ""
}

// Origin is the scheme and host of an address, for a content security policy.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Browse returns an address that a browser on this machine can open: loopback for a listener on all interfaces.
func Browse(listening net.Addr) string {
	host, port, err := net.SplitHostPort(listening.String())
	if err != nil {
		return "http://" + listening.String()
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}
