package main

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"

	"krapao/internal/httpx/peer"
	"krapao/internal/store"
)

// unsafe names the settings, and the facts of this machine, that a node with real people's money must not run with. The file of
// outside systems and the secrets are checked by config.Serving.
func (c serveCommand) unsafe() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if !c.RegisterOTP {
		add("KRAPAO_REGISTER_OTP=false: anybody could register anybody's phone")
	}
	if c.Demo {
		add("KRAPAO_DEMO_OPERATORS is set: whoever opens the console would be a chief")
	}
	wrong = append(wrong, unsafeProxies(c.TrustedProxies)...)
	if why := unsafeListener(c.OperatorAddr); why != "" {
		add("KRAPAO_OPERATOR_ADDR: %s", why)
	}
	if why := unsafeConsole(c.OperatorURL); why != "" {
		add("KRAPAO_OPERATOR_URL: %s", why)
	}
	if why := unsafeConsole(c.MemberURL); why != "" {
		add("KRAPAO_MEMBER_URL: %s", why)
	}
	if why := unsafeFile(c.Outside); why != "" {
		add("KRAPAO_OUTSIDE: %s", why)
	}
	wrong = append(wrong, c.unsafeDatabase()...)
	if c.BlobDir != "" {
		if err := writable(c.BlobDir); err != nil {
			add("KRAPAO_BLOB_DIR: %v", err)
		}
	}
	if err := writable(c.DataDir); err != nil {
		add("KRAPAO_DATA_DIR: %v", err)
	} else if info, err := os.Stat(c.DataDir); err == nil && info.Mode().Perm()&0o002 != 0 {
		add("KRAPAO_DATA_DIR: everybody may write in %s (mode %04o), and put another operators' socket there",
			c.DataDir, info.Mode().Perm())
	}
	return wrong
}

// unsafeDatabase: the setting must name the engine, and a connection over a network must use TLS.
func (c serveCommand) unsafeDatabase() []string {
	db := where(c.Database)
	if db.URL == "" {
		return []string{"KRAPAO_DATABASE_URL is missing: say which database, postgres://... or sqlite:PATH " +
			"(sqlite: alone is the file in the data directory)"}
	}
	if !db.Postgres() {
		if _, yes := db.SQLite(); !yes {
			return []string{fmt.Sprintf("KRAPAO_DATABASE_URL: %v", store.ErrAddress)}
		}
		if db.Standby != "" {
			return []string{fmt.Sprintf("KRAPAO_DATABASE_STANDBY: %v", store.ErrStandbyEngine)}
		}
		return nil
	}
	wrong := unsafePostgres("KRAPAO_DATABASE_URL", db.URL)
	if db.Standby != "" {
		wrong = append(wrong, unsafePostgres("KRAPAO_DATABASE_STANDBY", db.Standby)...)
	}
	return wrong
}

// unsafePostgres returns what is wrong with the address of a setting.
func unsafePostgres(setting, address string) []string {
	pc, err := store.ParsePostgres(address)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", setting, err)}
	}
	var wrong []string
	for _, host := range store.PlainHosts(pc) {
		wrong = append(wrong, fmt.Sprintf("%s: money and phones may go to %s without TLS; "+
			"set sslmode=verify-full and sslrootcert", setting, host))
	}
	return wrong
}

// The widest public networks in which all addresses may be our proxies: a caller from one of them chooses which address we take
// it for. A private network may have any width.
const (
	widestPublic4 = 20
	widestPublic6 = 48
)

// private are the networks in which strangers have no address.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"),
}

func unsafeProxies(text string) []string {
	proxies, err := peer.Parse(text)
	if err != nil {
		return []string{fmt.Sprintf("KRAPAO_TRUSTED_PROXIES: %v", err)}
	}
	var wrong []string
	for _, p := range proxies {
		if tooWide(p) {
			wrong = append(wrong, fmt.Sprintf("KRAPAO_TRUSTED_PROXIES: %s is wider than any company's proxies are: "+
				"a caller from it could choose its address", p))
		}
	}
	return wrong
}

func tooWide(p netip.Prefix) bool {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	for _, own := range private {
		if own.Bits() <= p.Bits() && own.Contains(p.Addr()) {
			return false
		}
	}
	if p.Addr().Is4() {
		return p.Bits() < widestPublic4
	}
	return p.Bits() < widestPublic6
}

// unsafeListener: the operator listener has no TLS, and its figures and the runtime's pages need no password. So only programs on
// this machine may reach it.
func unsafeListener(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Sprintf("%q is not HOST:PORT", addr)
	}
	ip, err := netip.ParseAddr(host)
	if strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback() {
		return ""
	}
	return fmt.Sprintf("%s can be reached from other machines, without TLS and without a password; "+
		"listen on 127.0.0.1, and put a proxy with both before it", addr)
}

// unsafeFile: the file of outside systems has all our secrets, so only its owner may read it, and its group where that is meant.
func unsafeFile(path string) string {
	if path == "" {
		return "" // settings refuses a missing file
	}
	info, err := os.Stat(path)
	if err != nil {
		return "" // and one that can't be read
	}
	if mode := info.Mode().Perm(); mode&0o037 != 0 {
		return fmt.Sprintf("%s has mode %04o, and our secrets in it; make it 0600, or 0640 for a group", path, mode)
	}
	return ""
}

// unsafeConsole returns what is wrong with the console's address: passwords and sessions of operators go there. The address is
// not repeated: somebody may have put a password into it.
func unsafeConsole(address string) string {
	at, err := url.Parse(address)
	switch {
	case address == "":
		return ""
	case err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http",
		at.Path != "" && at.Path != "/" || at.RawQuery != "" || at.User != nil:
		return "it is not an address such as https://www.example.com"
	case at.Scheme == "https", unsafeListener(net.JoinHostPort(at.Hostname(), "0")) == "":
		return ""
	}
	return "passwords and sessions would go to " + at.Host + " without TLS; put a proxy with TLS before the listener"
}
