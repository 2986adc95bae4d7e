// Command measured runs a command and appends what it cost to a file, for scripts/costs: seconds by the clock, then processor
// seconds in programs and in the kernel, with all that it started.
//
//	measured FILE NAME COMMAND...
//
// "-" as NAME stands for the folder: go test -exec runs a package's tests in the package's folder. A process whose parent is
// gone is counted, too, where the system has a subreaper (Linux): a browser leaves its processes behind when it is killed, and
// they are most of what a journey costs.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "measured FILE NAME COMMAND...")
		os.Exit(2)
	}
	code, err := measure(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "measured:", err)
	}
	os.Exit(code)
}

// measure returns the command's exit code, or 1 where it could not be run or its cost could not be written.
func measure(file, name string, command []string) (int, error) {
	if err := adopt(); err != nil {
		return 1, err
	}
	began := time.Now()
	code, err := run(command)
	if err != nil {
		return 1, err
	}
	if err := keep(file, name, time.Since(began)); err != nil {
		return 1, err
	}
	return code, nil
}

// run waits for the command, and for all its descendants that have ended by then.
func run(command []string) (int, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return 0, err
	}
	files := []*os.File{os.Stdin, os.Stdout, os.Stderr}
	process, err := os.StartProcess(path, command, &os.ProcAttr{Files: files})
	if err != nil {
		return 0, err
	}
	go passOn(process)
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, os.NewSyscallError("wait4", err)
		case pid == process.Pid:
			reapRest()
			return exitCode(status), nil
		}
	}
}

// passOn passes signals on to the command: it ends in its own way, and its cost is written. The terminal sends ^C to the
// command itself.
func passOn(process *os.Process) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	for s := range signals {
		if s != os.Interrupt {
			_ = process.Signal(s) // it may have ended
		}
	}
}

// reapRest reaps adopted processes that have ended. It does not wait for those that live on.
func reapRest() {
	for {
		if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 && err != syscall.EINTR {
			return
		}
	}
}

// exitCode is the shell's: 128 plus the signal's number where a signal ended the command.
func exitCode(status syscall.WaitStatus) int {
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

func keep(file, name string, clock time.Duration) error {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &all); err != nil {
		return os.NewSyscallError("getrusage", err)
	}
	if name == "-" {
		name = folder()
	}
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%.3f %.3f %.3f %s\n", clock.Seconds(), seconds(all.Utime), seconds(all.Stime), name)
	if closed := out.Close(); err == nil {
		err = closed
	}
	return err
}

// folder is the current folder, relative to the checkout's root (KRAPAO_ROOT).
func folder() string {
	here, err := os.Getwd()
	if err != nil {
		return "-"
	}
	if below, err := filepath.Rel(os.Getenv("KRAPAO_ROOT"), here); err == nil {
		return below
	}
	return here
}

func seconds(t syscall.Timeval) float64 { return time.Duration(t.Nano()).Seconds() }
