package runners

import "os/exec"

// ownGroup does nothing: Windows has no process groups of this kind, and ends a
// well-behaved adapter by closing its input.
func ownGroup(*exec.Cmd) {}

// killGroup kills the command.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
