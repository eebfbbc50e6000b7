package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"ringkit/runners"
)

// A recorder keeps an exchange in a file. A nil one keeps nothing.
type recorder struct {
	*runners.Recorder
	file *os.File
}

// newRecorder creates the file; an empty path is none. It refuses what has no
// exchange, or several.
func newRecorder(path string, cmd *cobra.Command, args []string) (*recorder, error) {
	if path == "" {
		return nil, nil
	}
	names, command := splitArgs(cmd, args)
	switch {
	case len(names)+min(1, len(command)) != 1:
		return nil, errors.New("--record keeps the exchange with one implementation: name one, or a command behind --")
	case len(names) == 1 && names[0] == "go":
		return nil, errors.New("--record: go runs inside the kit, so there is no exchange")
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &recorder{runners.NewRecorder(file), file}, nil
}

// record returns what takes the lines, or nil.
func (r *recorder) record() func(sent bool, line []byte) {
	if r == nil {
		return nil
	}
	return r.Record
}

func (r *recorder) close() error {
	if r == nil {
		return nil
	}
	return errors.Join(r.Flush(), r.file.Close())
}
