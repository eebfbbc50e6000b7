package runners

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
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
	cmd     *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	stderr  tail
	lines   chan []byte   // complete lines without their newline; closed at the end
	stop    chan struct{} // closed when nobody reads lines any more
	exited  chan struct{} // closed when the process has ended
	drained chan struct{} // closed when there is no more for stderr
	once    sync.Once     // for kill

	readErr error  // what ended lines; to be read after they are closed
	halfway []byte // what came after the last newline, likewise
}

// start starts the command in a process group of its own.
func start(command, env []string, dir string) (*child, error) {
	c := &child{
		cmd:     exec.Command(command[0], command[1:]...),
		lines:   make(chan []byte, 1),
		stop:    make(chan struct{}),
		exited:  make(chan struct{}),
		drained: make(chan struct{}),
	}
	c.cmd.Dir, c.cmd.Env = dir, env
	ownGroup(c.cmd)
	// Pipes of our own: those of exec.Cmd are closed when the process ends, with
	// what it wrote last still inside, and make Wait wait for grandchildren.
	in, stdin, err1 := os.Pipe()
	stdout, out, err2 := os.Pipe()
	stderr, errs, err3 := os.Pipe()
	err := errors.Join(err1, err2, err3)
	if err == nil {
		c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = in, out, errs
		err = startError(command, c.cmd.Start())
	}
	for _, f := range []*os.File{in, out, errs} {
		f.Close()
	}
	if err != nil {
		for _, f := range []*os.File{stdin, stdout, stderr} {
			f.Close()
		}
		return nil, err
	}
	c.stdin, c.stdout = stdin, stdout
	go func() {
		c.cmd.Wait() // how it ended is in cmd.ProcessState
		close(c.exited)
		// A grandchild may hold the pipes open for ever.
		time.AfterFunc(exitWait, func() {
			stdout.Close()
			stderr.Close()
		})
	}()
	go func() {
		defer close(c.drained)
		io.Copy(&c.stderr, stderr)
	}()
	go c.read()
	return c, nil
}

// startError says in words why a command could not be started.
func startError(command []string, err error) error {
	info, statErr := os.Stat(command[0])
	switch {
	case err == nil:
		return nil
	case statErr == nil && info.IsDir():
		return fmt.Errorf("%s: is a folder, not a program", command[0])
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

// kill ends the process and its group and waits for that, and for the last of
// standard error.
func (c *child) kill() {
	c.once.Do(func() {
		close(c.stop)
		killGroup(c.cmd)
		c.stdin.Close()
		<-c.exited
		c.stdout.Close()
		<-c.drained
	})
}

// end closes the process's input and gives it a moment to end by itself; then it
// is killed, with whatever it started and left behind.
func (c *child) end() {
	c.stdin.Close()
	c.hasExited()
	c.kill()
}
