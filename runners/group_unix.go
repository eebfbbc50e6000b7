//go:build unix && !linux

package runners

import (
	"os/exec"
	"syscall"
)

// ownGroup starts the command in a process group of its own, so that it can be
// ended with all that it started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
