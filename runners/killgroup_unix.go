//go:build unix

package runners

import (
	"os/exec"
	"syscall"
)

// killGroup kills the command, even if it has left its process group, and
// everything in that.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Process.Kill()
}
