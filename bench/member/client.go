package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
)

// client is one caller's kept connection. net/http's own client would take more of the processor than the server.
type client struct {
	address string
	conn    net.Conn
	in      *bufio.Reader
	out     bytes.Buffer
	// received counts the bytes of answers, with their headers.
	received atomic.Int64
}

func newClient(address string) *client { return &client{address: address} }

func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// Read counts what is read.
func (c *client) Read(p []byte) (int, error) {
	n, err := c.conn.Read(p)
	c.received.Add(int64(n))
	return n, err
}

// call is one request.
type call struct {
	method, path string
	header       []string // in pairs
	kind         string   // of the body; empty: JSON
	body         []byte
}

// answered is what came back.
type answered struct {
	status int
	body   []byte
}

// ok returns an error unless it is a success, and reads the body into an object.
func (a answered) ok(what string, into any) error {
	if a.status < 200 || a.status > 299 {
		return fmt.Errorf("%s: %d %.300s", what, a.status, a.body)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(a.body, into); err != nil {
		return fmt.Errorf("%s: %w in %.300s", what, err, a.body)
	}
	return nil
}

// do makes a call. A kept connection that the server has closed meanwhile is opened anew, once.
func (c *client) do(r call) (answered, error) {
	kept := c.conn != nil
	a, err := c.once(r)
	if err != nil && kept {
		a, err = c.once(r)
	}
	return a, err
}

func (c *client) once(r call) (answered, error) {
	if c.conn == nil {
		conn, err := net.Dial("tcp", c.address)
		if err != nil {
			return answered{}, err
		}
		c.conn, c.in = conn, bufio.NewReader(c)
	}
	a, err := c.exchange(r)
	if err != nil {
		c.close()
		return a, fmt.Errorf("%s %s: %w", r.method, r.path, err)
	}
	return a, nil
}

func (c *client) exchange(r call) (answered, error) {
	c.write(r)
	if _, err := c.conn.Write(c.out.Bytes()); err != nil {
		return answered{}, err
	}
	w, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return answered{}, err
	}
	body, err := io.ReadAll(w.Body)
	_ = w.Body.Close()
	if w.Close {
		c.close()
	}
	return answered{w.StatusCode, body}, err
}

func (c *client) write(r call) {
	c.out.Reset()
	line := func(parts ...string) {
		for _, p := range parts {
			c.out.WriteString(p)
		}
		c.out.WriteString("\r\n")
	}
	line(r.method, " ", r.path, " HTTP/1.1")
	line("Host: ", c.address)
	line("X-Requested-With: wallet-user")
	for i := 0; i+1 < len(r.header); i += 2 {
		line(r.header[i], ": ", r.header[i+1])
	}
	if len(r.body) > 0 || r.method != http.MethodGet {
		kind := r.kind
		if kind == "" {
			kind = "application/json"
		}
		line("Content-Type: ", kind)
		line("Content-Length: ", strconv.Itoa(len(r.body)))
	}
	line()
	c.out.Write(r.body)
}
