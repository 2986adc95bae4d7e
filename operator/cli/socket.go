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
	"time"

	"krapao/operator/cli/local"
)

// SocketName is the socket's name in a node's data directory.
const SocketName = "operator.sock"

// Socket returns the path where a node on this data directory takes commands.
func Socket(dataDir string) string { return filepath.Join(dataDir, SocketName) }

// callTime bounds one command.
const callTime = 30 * time.Second

// fileTime bounds the transfer of a file, in addition to callTime.
const fileTime = 5 * time.Minute

// maxCommand bounds the length of a command, in bytes.
const maxCommand = 64 << 10

// call is a line. The bytes of the file that the command names follow it, unless they are more than mostFile.
type call struct {
	Args []string `json:"args"`
	Size int64    `json:"size,omitempty"`
	// Session is the token of whoever gives the command, and Typed what it typed at a prompt.
	Session string `json:"session,omitempty"`
	Typed   typed  `json:"typed,omitzero"`
}

// within returns how long the command may take with its file.
func (c call) within() time.Duration {
	if c.Size > 0 {
		return callTime + fileTime
	}
	return callTime
}

type answer struct {
	Out   string `json:"out"`
	Error string `json:"error,omitempty"`
	Reply reply  `json:"reply,omitzero"`
}

// Answer carries out commands from an open socket until the context ends, and then removes the socket.
func Answer(ctx context.Context, l net.Listener, s *Services) error {
	defer func() { _ = l.Close() }() // removes the file
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("operator: socket: %w", err)
		}
		answerOne(ctx, conn, s) // one at a time: decisions are rare, and follow one another
	}
}

func answerOne(ctx context.Context, conn net.Conn, s *Services) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(callTime))
	from := bufio.NewReaderSize(conn, maxCommand)
	line, err := from.ReadSlice('\n') // no longer than the reader's buffer
	var c call
	if err != nil || json.Unmarshal(line, &c) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, c.within())
	defer cancel()
	_ = conn.SetDeadline(time.Now().Add(c.within()))
	var content io.Reader = http.NoBody
	if c.Size <= mostFile {
		content = io.LimitReader(from, c.Size)
	}
	var out bytes.Buffer
	a, x := answer{}, exchange{Session: c.Session, Typed: c.Typed}
	sent := func(string) (file, error) { return file{io.NopCloser(content), c.Size}, nil }
	if err := run(ctx, s, c.Args, &out, sent, &x); err != nil {
		a.Error = err.Error()
	}
	a.Out, a.Reply = out.String(), x.Reply
	_ = json.NewEncoder(conn).Encode(a) // the caller may have gone; the audit log has the decision
	_, _ = io.Copy(io.Discard, content) // after a refused command the caller still sends its file before it reads the answer
}

// ErrNoNode is returned where no node takes commands in the data directory.
var ErrNoNode = errors.New("operator: no node runs on the data directory")

// Call has a running node carry out a command of nobody who is signed in.
func Call(ctx context.Context, path string, args []string, out io.Writer) error {
	_, err := callWith(ctx, path, call{Args: args}, out)
	return err
}

// callWith has a running node carry out a command, with the file that it names.
func callWith(ctx context.Context, path string, c call, out io.Writer) (reply, error) {
	var content io.ReadCloser = http.NoBody
	if name := named(c.Args); name != "" {
		f, err := openFile(name)
		if err != nil {
			return reply{}, err
		}
		c.Size, content = f.size, f
	}
	defer func() { _ = content.Close() }()
	return callNode(ctx, path, c, content, out)
}

// callNode sends a command and the file that follows it, and prints the node's answer.
func callNode(ctx context.Context, path string, c call, content io.Reader, out io.Writer) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, c.within())
	defer cancel()
	conn, err := local.Dial(ctx, path)
	if err != nil {
		return reply{}, fmt.Errorf("%w: %s; start it, or name its directory with --data-dir", ErrNoNode, filepath.Dir(path))
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(c.within()))
	err = json.NewEncoder(conn).Encode(c)
	if err == nil && c.Size <= mostFile {
		_, err = io.CopyN(conn, content, c.Size)
	}
	if err != nil {
		return reply{}, fmt.Errorf("operator: %w", err)
	}
	var a answer
	if err := json.NewDecoder(conn).Decode(&a); err != nil {
		return reply{}, fmt.Errorf(
			"operator: the node did not answer; check whether the decision was made before you repeat it: %w", err)
	}
	if _, err := io.WriteString(out, a.Out); err != nil {
		return a.Reply, err
	}
	if a.Error != "" {
		return a.Reply, errors.New(a.Error)
	}
	return a.Reply, nil
}
