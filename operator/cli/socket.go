package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"krapao/operator"
	"krapao/operator/cli/local"
	"krapao/operator/identity"
)

// SocketName is the socket's name in a node's data directory.
const SocketName = "operator.sock"

// Socket returns the path where a node on this data directory takes commands.
func Socket(dataDir string) string { return filepath.Join(dataDir, SocketName) }

// callTime bounds one command.
const callTime = 30 * time.Second

// documentTime bounds the transfer of a document, in addition to callTime.
const documentTime = 5 * time.Minute

// maxCommand bounds the length of a command, in bytes.
const maxCommand = 64 << 10

// call is a line. The bytes of the command's document follow it, unless they are more than mostDocument.
type call struct {
	Args []string `json:"args"`
	Size int64    `json:"size,omitempty"`
	// Session is the token of whoever gives the command, and Confirmation that of its decision.
	Session      string `json:"session,omitempty"`
	Confirmation string `json:"confirmation,omitempty"`
}

// within returns how long the command may take with its document.
func (c call) within() time.Duration {
	if c.Size > 0 {
		return callTime + documentTime
	}
	return callTime
}

type answer struct {
	Out   string `json:"out"`
	Error string `json:"error,omitempty"`
	// Confirm is the decision that has to be confirmed, by one of Ways.
	Confirm string         `json:"confirm,omitempty"`
	Ways    []identity.Way `json:"ways,omitempty"`
}

// commandPath is where a node takes its own commands on its socket, beside the operator API.
const commandPath = "/node/command"

// endsWithin is how long a node that stops goes on with the commands that it has begun.
const endsWithin = 10 * time.Second

// Answer serves an open socket until the context ends, and then removes it: the operator API, and the commands of the owner of
// the machine.
func Answer(ctx context.Context, l net.Listener, s *Services, api http.Handler) error {
	mux := http.NewServeMux()
	mux.Handle("/", api)
	mux.Handle("POST "+commandPath, &node{services: s})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: callTime, MaxHeaderBytes: maxCommand}
	ended := make(chan error, 1)
	defer context.AfterFunc(ctx, func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endsWithin)
		defer cancel()
		ended <- server.Shutdown(ending)
	})()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("operator: socket: %w", err)
	}
	if err := <-ended; err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// node carries out its own commands, one at a time: they are rare, and follow one another.
type node struct {
	services *Services
	turn     sync.Mutex
}

// ServeHTTP carries out one.
func (n *node) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	from := bufio.NewReaderSize(r.Body, maxCommand)
	line, err := from.ReadSlice('\n') // no longer than the reader's buffer
	var c call
	if err != nil || json.Unmarshal(line, &c) != nil {
		http.Error(w, "no command", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), c.within())
	defer cancel()
	var content io.Reader = http.NoBody
	if c.Size <= mostDocument {
		content = io.LimitReader(from, c.Size)
	}
	a := n.carryOut(ctx, c, content)
	_, _ = io.Copy(io.Discard, content) // after a refused command the caller still sends its document before it reads the answer
	_ = json.NewEncoder(w).Encode(a)    // the caller may have gone; the audit log has the decision
}

func (n *node) carryOut(ctx context.Context, c call, content io.Reader) answer {
	n.turn.Lock()
	defer n.turn.Unlock()
	var out bytes.Buffer
	a := answer{}
	given, err := command{
		args: c.Args, by: operator.Decision{Confirmation: c.Confirmation}, out: &out, follows: document{content, c.Size},
	}.signed(ctx, n.services, c.Session)
	if err == nil {
		err = given.run(ctx, n.services)
	}
	if asks, is := errors.AsType[operator.ConfirmError](err); is {
		a.Confirm = asks.Decision
		if a.Ways, err = n.services.Identity.Ways(ctx, given.by.By); err == nil {
			err = asks
		}
	}
	if err != nil {
		a.Error = err.Error()
	}
	a.Out = out.String()
	return a
}

// ErrNoNode is returned where no node takes commands in the data directory.
var ErrNoNode = errors.New("operator: no node runs on the data directory")

// Call has a running node carry out a command of nobody who is signed in.
func Call(ctx context.Context, path string, args []string, out io.Writer) error {
	return callNode(ctx, path, call{Args: args}, http.NoBody, out)
}

// Caller is who puts content into a node: by a session's token, and with the confirmation of its decision.
type Caller struct{ Session, Confirmation string }

// ConfirmError says which decision has to be confirmed, by one of some ways.
type ConfirmError struct {
	Decision string
	Ways     []identity.Way
}

// Error implements error.
func (e ConfirmError) Error() string { return operator.ConfirmError{Decision: e.Decision}.Error() }

// callNode sends a command and the document that follows it, and prints the node's answer.
func callNode(ctx context.Context, path string, c call, content io.Reader, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, c.within())
	defer cancel()
	line, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	body := io.Reader(bytes.NewReader(append(line, '\n')))
	if c.Size <= mostDocument {
		body = io.MultiReader(body, io.LimitReader(content, c.Size))
	}
	a, err := carried(ctx, path, body)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, a.Out); err != nil {
		return err
	}
	if a.Confirm != "" {
		return ConfirmError{a.Confirm, a.Ways}
	}
	if a.Error != "" {
		return errors.New(a.Error)
	}
	return nil
}

// carried sends a command to the node whose socket is at a path, and returns its answer.
func carried(ctx context.Context, path string, body io.Reader) (a answer, err error) {
	if conn, err := local.Dial(ctx, path); err != nil {
		return a, fmt.Errorf("%w: %s; start it, or name its directory with --data-dir", ErrNoNode, filepath.Dir(path))
	} else if err := conn.Close(); err != nil {
		return a, fmt.Errorf("operator: %w", err)
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return local.Dial(ctx, path) }
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+local.Host+commandPath, body)
	if err != nil {
		return a, fmt.Errorf("operator: %w", err)
	}
	w, err := (&http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}).Do(r)
	if err == nil {
		defer func() { _ = w.Body.Close() }()
		err = json.NewDecoder(w.Body).Decode(&a)
	}
	if err != nil {
		return a, fmt.Errorf("operator: the node did not answer; check whether the decision was made before you repeat it: %w", err)
	}
	return a, nil
}
