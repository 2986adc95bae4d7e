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
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
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
}

// Listen opens the socket. From then on commands may come; Answer takes them. The socket belongs to the node's own system user:
// whoever can open it could also open the database. Listen never takes a socket from a node that answers on it.
func Listen(ctx context.Context, path string) (net.Listener, error) {
	if answers(ctx, path) {
		return nil, fmt.Errorf("the operators' socket %s is another node's, which is running: "+
			"give this node a data directory of its own", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, cannotOpen(path, err)
	}
	near, done, err := shortened(path)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	defer done()
	opened, err := (&net.ListenConfig{}).Listen(ctx, "unix", near)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	if u, ok := opened.(*net.UnixListener); ok {
		u.SetUnlinkOnClose(false) // near is no longer valid then
	}
	l := &socket{Listener: opened, path: path}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(cannotOpen(path, err), l.Close())
	}
	return l, nil
}

// socket removes its file when it is closed, once: the next node may have made a new one since.
type socket struct {
	net.Listener
	path   string
	closed sync.Once
}

// Close implements net.Listener.
func (s *socket) Close() error {
	var removed error
	s.closed.Do(func() {
		if removed = os.Remove(s.path); errors.Is(removed, os.ErrNotExist) {
			removed = nil
		}
	})
	return errors.Join(removed, s.Listener.Close())
}

// answers reports whether a node listens on the socket. A socket that a killed node left behind does not answer.
func answers(ctx context.Context, path string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	conn, err := dial(ctx, path)
	if err != nil {
		return errors.Is(err, context.DeadlineExceeded) // a node that is too busy to answer
	}
	_ = conn.Close()
	return true
}

func dial(ctx context.Context, path string) (net.Conn, error) {
	near, done, err := shortened(path)
	if err != nil {
		return nil, err
	}
	defer done()
	return (&net.Dialer{}).DialContext(ctx, "unix", near)
}

// longest is the longest path of a socket: the kernel's limit, less the zero at its end.
const longest = 107

// shortened returns a path to the same socket that the kernel accepts, also where path is too long: through the open directory.
func shortened(path string) (near string, done func(), err error) {
	if len(path) <= longest {
		return path, func() {}, nil
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), filepath.Base(path)), func() { _ = dir.Close() }, nil
}

// cannotOpen returns an error of one line with the system's own reason. That reason names the path already.
func cannotOpen(path string, err error) error {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = number
	}
	return fmt.Errorf("the operators' socket %s cannot be opened: %w", path, err)
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
	a := answer{}
	if err := run(ctx, s, c.Args, &out, func(string) (file, error) { return file{io.NopCloser(content), c.Size}, nil }); err != nil {
		a.Error = err.Error()
	}
	a.Out = out.String()
	_ = json.NewEncoder(conn).Encode(a) // the caller may have gone; the audit log has the decision
	_, _ = io.Copy(io.Discard, content) // after a refused command the caller still sends its file before it reads the answer
}

// ErrNoNode is returned where no node takes commands in the data directory.
var ErrNoNode = errors.New("operator: no node runs on the data directory")

// Call has a running node carry out a command.
func Call(ctx context.Context, path string, args []string, out io.Writer) error {
	c := call{Args: args}
	var content io.ReadCloser = http.NoBody
	if name := named(args); name != "" {
		f, err := openFile(name)
		if err != nil {
			return err
		}
		c.Size, content = f.size, f
	}
	defer func() { _ = content.Close() }()
	return callNode(ctx, path, c, content, out)
}

// callNode sends a command and the file that follows it, and prints the node's answer.
func callNode(ctx context.Context, path string, c call, content io.Reader, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, c.within())
	defer cancel()
	conn, err := dial(ctx, path)
	if err != nil {
		return fmt.Errorf("%w: %s; start it, or name its directory with --data-dir", ErrNoNode, filepath.Dir(path))
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(c.within()))
	err = json.NewEncoder(conn).Encode(c)
	if err == nil && c.Size <= mostFile {
		_, err = io.CopyN(conn, content, c.Size)
	}
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	var a answer
	if err := json.NewDecoder(conn).Decode(&a); err != nil {
		return fmt.Errorf("operator: the node did not answer; check whether the decision was made before you repeat it: %w", err)
	}
	if _, err := io.WriteString(out, a.Out); err != nil {
		return err
	}
	if a.Error != "" {
		return errors.New(a.Error)
	}
	return nil
}
