package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"ringkit/harness/report"
	"ringkit/harness/spelling"
)

// A format is one way of writing a T.
type format[T any] struct {
	name  string
	write func(w io.Writer, what T, style report.Style) error
}

// runFormats are those of a run, text first.
func runFormats() (formats []format[report.Run]) {
	for _, f := range report.Formats() {
		formats = append(formats, format[report.Run]{f.Name, f.Write})
	}
	return formats
}

func formatNames[T any](formats []format[T]) (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// An output is one report to write.
type output[T any] struct {
	format format[T]
	path   string // empty: standard output
}

type outputs[T any] []output[T]

// parseReports reads the --report flags. The first format, text, goes to standard
// output unless another report does.
func parseReports[T any](flags []string, formats []format[T]) (out outputs[T], err error) {
	toStdout := 0
	for _, flag := range flags {
		name, path, toFile := strings.Cut(flag, "=")
		i := slices.IndexFunc(formats, func(f format[T]) bool { return f.name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("there is no report format %q; %s", name, spelling.Hint(name, formatNames(formats), "there are"))
		case toFile && path == "":
			return nil, fmt.Errorf("--report %s names no file", flag)
		case !toFile:
			toStdout++
		}
		out = append(out, output[T]{formats[i], path})
	}
	switch toStdout {
	case 0:
		out = append(out, output[T]{format: formats[0]})
	case 1:
	default:
		return nil, fmt.Errorf("%d reports go to standard output; give all but one a file, as in --report json=FILE", toStdout)
	}
	return out, nil
}

// write writes all reports, those in files first, so that a reader of the text
// finds them there.
func (o outputs[T]) write(stdout io.Writer, what T) error {
	for _, out := range o {
		if out.path == "" {
			continue
		}
		if err := out.writeFile(what); err != nil {
			return err
		}
	}
	for _, out := range o {
		if out.path == "" {
			return out.format.write(stdout, what, styleFor(stdout))
		}
	}
	return nil
}

func (o output[T]) writeFile(what T) error {
	file, err := os.Create(o.path)
	if err != nil {
		return err
	}
	err = o.format.write(file, what, report.Style{})
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
