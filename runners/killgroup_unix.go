//go:build unix

package runners

import (
	"os/exec"
	"syscall"
)

// killGroup kills the command and everything in its process group.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
