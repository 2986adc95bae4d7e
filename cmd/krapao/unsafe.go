package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"

	"krapao/internal/httpx"
	"krapao/internal/store"
)

// unsafe names what a node with real people's money must not run with, of what the configuration and this machine tell. What
// the outside's file and the secrets are is config.Serving's.
func (c serveCommand) unsafe() []string {
	var wrong []string
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if !c.RegisterOTP {
		add("KRAPAO_REGISTER_OTP=false: anybody could register anybody's phone")
	}
	wrong = append(wrong, unsafeProxies(c.TrustedProxies)...)
	if why := unsafeListener(c.OperatorAddr); why != "" {
		add("KRAPAO_OPERATOR_ADDR: %s", why)
	}
	if why := unsafeFile(c.Outside); why != "" {
		add("KRAPAO_OUTSIDE: %s", why)
	}
	wrong = append(wrong, c.unsafeDatabase()...)
	if err := writable(c.DataDir); err != nil {
		add("KRAPAO_DATA_DIR: %v", err)
	} else if info, err := os.Stat(c.DataDir); err == nil && info.Mode().Perm()&0o002 != 0 {
		add("KRAPAO_DATA_DIR: everybody may write in %s (mode %04o), and put another operators' socket there", c.DataDir, info.Mode().Perm())
	}
	return wrong
}

// unsafeDatabase: which engine holds the books is said, never guessed; and what goes to it over a network goes over TLS.
func (c serveCommand) unsafeDatabase() []string {
	db := where(c.Database)
	if db.URL == "" {
		return []string{"KRAPAO_DATABASE_URL is missing: say which database, postgres://... or sqlite:PATH (sqlite: alone is the file in the data directory)"}
	}
	if !db.Postgres() {
		if _, yes := db.SQLite(); !yes {
			return []string{fmt.Sprintf("KRAPAO_DATABASE_URL: %v", store.ErrAddress)}
		}
		return nil
	}
	pc, err := store.ParsePostgres(db.URL)
	if err != nil {
		return []string{fmt.Sprintf("KRAPAO_DATABASE_URL: %v", err)}
	}
	var wrong []string
	for _, host := range store.PlainHosts(pc) {
		wrong = append(wrong, fmt.Sprintf("KRAPAO_DATABASE_URL: money and phones may go to %s without TLS; set sslmode=verify-full and sslrootcert", host))
	}
	return wrong
}

// The widest public networks in which all addresses may be proxies of one house: whoever has an address in one chooses what
// address it is taken for. Inside a private network any width is the house's own.
const (
	widestPublic4 = 20
	widestPublic6 = 48
)

// private are networks that no stranger has an address in.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"),
}

func unsafeProxies(text string) []string {
	proxies, err := httpx.ParseProxies(text)
	if err != nil {
		return []string{fmt.Sprintf("KRAPAO_TRUSTED_PROXIES: %v", err)}
	}
	var wrong []string
	for _, p := range proxies {
		if tooWide(p) {
			wrong = append(wrong, fmt.Sprintf("KRAPAO_TRUSTED_PROXIES: %s is wider than any house's proxies are: who calls from it could choose its address", p))
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

// unsafeListener: the operator listener has no TLS, and figures and the runtime's own pages ask for nobody's name. So it listens
// where only this machine's own programs are.
func unsafeListener(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Sprintf("%q is not HOST:PORT", addr)
	}
	ip, err := netip.ParseAddr(host)
	if strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback() {
		return ""
	}
	return fmt.Sprintf("%s can be reached from other machines, without TLS and without a password; listen on 127.0.0.1, and put a proxy with both before it", addr)
}

// unsafeFile: the file of the outside systems has every secret of the house, so nobody reads it but its owner and, where that is
// meant, its group.
func unsafeFile(path string) string {
	if path == "" {
		return "" // that it is missing is said elsewhere
	}
	info, err := os.Stat(path)
	if err != nil {
		return "" // so is that it can't be read
	}
	if mode := info.Mode().Perm(); mode&0o037 != 0 {
		return fmt.Sprintf("%s has mode %04o, and the house's secrets in it; make it 0600, or 0640 for a group", path, mode)
	}
	return ""
}
