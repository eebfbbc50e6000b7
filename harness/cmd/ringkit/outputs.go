package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"ringkit/harness/report"
)

// An output is one report to write.
type output struct {
	format report.Format
	path   string // empty: standard output
}

type outputs []output

func formatNames() string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// parseReports reads the --report flags. Text goes to standard output unless
// another report does.
func parseReports(flags []string) (out outputs, err error) {
	toStdout := 0
	for _, flag := range flags {
		name, path, _ := strings.Cut(flag, "=")
		found := false
		for _, f := range report.Formats() {
			if f.Name == name {
				out, found = append(out, output{f, path}), true
			}
		}
		switch {
		case !found:
			return nil, fmt.Errorf("there is no report format %q; there are %s", name, formatNames())
		case path == "" && strings.Contains(flag, "="):
			return nil, fmt.Errorf("--report %s names no file", flag)
		case path == "":
			toStdout++
		}
	}
	switch toStdout {
	case 0:
		out = append(out, output{format: report.Formats()[0]})
	case 1:
	default:
		return nil, fmt.Errorf("%d reports go to standard output; give all but one a file, as in --report json=FILE", toStdout)
	}
	return out, nil
}

// write writes all reports, those in files first, so that a reader of the text
// finds them there.
func (o outputs) write(stdout io.Writer, run report.Run) error {
	for _, out := range o {
		if out.path == "" {
			continue
		}
		if err := writeFile(out, run); err != nil {
			return err
		}
	}
	for _, out := range o {
		if out.path == "" {
			return out.format.Write(stdout, run, styleFor(stdout))
		}
	}
	return nil
}

func writeFile(out output, run report.Run) error {
	file, err := os.Create(out.path)
	if err != nil {
		return err
	}
	err = out.format.Write(file, run, report.Style{})
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

// styleFor uses colours on a terminal, unless NO_COLOR (https://no-color.org)
// is set.
func styleFor(w io.Writer) report.Style {
	return report.Style{Color: isTerminal(w) && os.Getenv("NO_COLOR") == ""}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb"
}
