//go:build unix

package runners

import (
	"bytes"
	"fmt"
	"syscall"
)

// runs reports whether a process runs. One that has ended and waits for its
// parent to notice does not.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat := readFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(state, []byte("Z"))
}
