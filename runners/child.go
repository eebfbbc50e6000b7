package runners

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	// maxLine is the longest line that an adapter may write.
	maxLine = 16 << 20
	// exitWait is how long a process may take to end once its output has ended,
	// and how long its output may be held open by others once it has ended.
	exitWait = time.Second
)

var errLineTooLong = fmt.Errorf("a line on standard output is longer than %d MiB", maxLine>>20)

// A child is a running process of an implementation.
type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout *os.File
	stderr tail
	lines  chan []byte   // complete lines without their newline; closed at the end
	stop   chan struct{} // closed when nobody reads lines any more
	exited chan struct{} // closed when the process has ended

	readErr error  // what ended lines; to be read after they are closed
	halfway []byte // what came after the last newline, likewise
}

// start starts the command in a process group of its own.
func start(command, env []string, dir string) (*child, error) {
	c := &child{
		cmd:    exec.Command(command[0], command[1:]...),
		lines:  make(chan []byte, 16),
		stop:   make(chan struct{}),
		exited: make(chan struct{}),
	}
	c.cmd.Dir, c.cmd.Env, c.cmd.Stderr = dir, env, &c.stderr
	c.cmd.WaitDelay = exitWait
	ownGroup(c.cmd)
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: that of StdoutPipe is closed when the process ends,
	// with what it wrote last still inside.
	var out *os.File
	if c.stdout, out, err = os.Pipe(); err != nil {
		return nil, err
	}
	c.cmd.Stdout = out
	err = c.cmd.Start()
	out.Close()
	if err != nil {
		c.stdout.Close()
		c.stdin.Close()
		return nil, startError(command, err)
	}
	go func() {
		c.cmd.Wait() // how it ended is in cmd.ProcessState
		close(c.exited)
		// A grandchild may hold the pipe open for ever.
		time.AfterFunc(exitWait, func() { c.stdout.Close() })
	}()
	go c.read()
	return c, nil
}

// startError says in words why a command could not be started.
func startError(command []string, err error) error {
	switch {
	case errors.Is(err, exec.ErrDot), errors.Is(err, exec.ErrNotFound) && !strings.ContainsAny(command[0], `/\`):
		return fmt.Errorf("there is no command %q in PATH; a file in this folder is written ./%s", command[0], command[0])
	case errors.Is(err, os.ErrNotExist), errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s: there is no such file (or the interpreter that its first line names)", command[0])
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: not executable; make it so, or put its interpreter in front", command[0])
	}
	return fmt.Errorf("%s: cannot be started: %w", command[0], err)
}

// read cuts the process's output into lines until it ends or one is too long.
func (c *child) read() {
	defer close(c.lines)
	in := bufio.NewReaderSize(c.stdout, 64<<10)
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil && len(line)-1 <= maxLine:
			select {
			case c.lines <- line[:len(line)-1]:
			case <-c.stop:
				return
			}
			line = nil
		case errors.Is(err, bufio.ErrBufferFull) && len(line) <= maxLine:
			// more of this line is to come
		case err == nil || errors.Is(err, bufio.ErrBufferFull):
			c.readErr, c.halfway = errLineTooLong, line[:200]
			return
		default:
			c.readErr, c.halfway = err, line
			return
		}
	}
}

// hasExited waits a moment for the end of the process and reports whether it
// came.
func (c *child) hasExited() bool {
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case <-c.exited:
		return true
	case <-timer.C:
		return false
	}
}

// kill ends the process and its group and waits for that.
func (c *child) kill() {
	close(c.stop)
	killGroup(c.cmd)
	c.stdin.Close()
	<-c.exited
	c.stdout.Close()
}

// end closes the process's input and gives it a moment to end by itself; then it
// is killed, with whatever it started and left behind.
func (c *child) end() {
	c.stdin.Close()
	c.hasExited()
	c.kill()
}
