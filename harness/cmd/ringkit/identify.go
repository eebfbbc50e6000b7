package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringkit/goring"
	"ringkit/harness"
	"ringkit/harness/identify"
	"ringkit/harness/report"
	"ringkit/runners"
)

func identifyCommand() *cobra.Command {
	var f identifyFlags
	cmd := &cobra.Command{
		Use:   "identify --nodes FILE --owners FILE | [--nodes FILE] -- COMMAND [ARG...]",
		Short: "Find out which dialect a client speaks",
		Long: `Find out which dialect a client speaks, from the owners that it gave to keys, or by
asking it.

The file of nodes has one node a line, in the order of the client's list: its name,
and behind a tab its weight if it is not 1. The file of owners has one observation
a line: a key, a tab and the owner, which is empty where the key has none. An owner
may be named otherwise than its node: by its port, its address or its place in the
list, or by a name of its own, which is then learned from the pairs. One of the files
may be -, which is standard input.

Every dialect is tried, with the usual counts of vnodes and those that explain most
of 1 to 1024. If none explains nearly all pairs, the names of the nodes are varied
(without the port, with Java's slash, ...), owners are taken for other nodes, and
every known mistake is tried. About 200 pairs are enough, often 40; further keys
that would decide are named.

A COMMAND is an adapter. Its hello may say ["unknown"] for its dialects. It is asked
for a few hundred owners at most, on the rings and with the keys that tell most; with
--nodes on that ring alone.

It ends with 0 if something explains what was observed, 1 if nothing does, 2 if a
file cannot be read, and 3 if the adapter could not be started or broke.`,
		Example: `  ringkit identify --nodes servers.txt --owners lookups.tsv
  ringkit identify --nodes servers.txt --owners lookups.tsv --report json
  ringkit identify -- ./my-adapter`,
		RunE: f.run,
	}
	cmd.Flags().StringVar(&f.nodes, "nodes", "", "the nodes of the ring, one a line, in `FILE`")
	cmd.Flags().StringVar(&f.owners, "owners", "", "the observed owners, KEY<TAB>OWNER a line, in `FILE`")
	cmd.Flags().StringArrayVar(&f.reports, "report", nil, "write a report: `FORMAT[=PATH]`, FORMAT one of "+strings.Join(formatNames(findingFormats), ", ")+" (repeatable)")
	addTimeout(cmd, &f.timeout)
	return cmd
}

type identifyFlags struct {
	nodes, owners string
	reports       []string
	timeout       time.Duration
}

// A finding is what identify reports.
type finding struct {
	identify.Answer
	file  string                 // of the owners; empty where an adapter was asked
	asked *identify.Conversation // nil where there was none
}

func (f *identifyFlags) run(cmd *cobra.Command, args []string) error {
	outputs, err := parseReports(f.reports, findingFormats)
	if err != nil {
		return err
	}
	asks := len(args) > 0 || cmd.ArgsLenAtDash() >= 0
	var nodes []goring.Node
	switch {
	case asks && f.owners != "":
		return errors.New("give --owners or an adapter behind --, not both")
	case f.nodes == stdin && f.owners == stdin:
		return errors.New("--nodes and --owners cannot both be standard input: give one of them a file")
	case !asks && (f.nodes == "" || f.owners == ""):
		return errors.New("give --nodes FILE and --owners FILE, or an adapter behind --")
	}
	if f.nodes != "" {
		if nodes, err = readLines(cmd, "--nodes", f.nodes, identify.ReadNodes); err != nil {
			return err
		}
	}
	p := newProgress(cmd.ErrOrStderr())
	defer p.clear()
	found := finding{file: f.owners}
	if asks {
		found, err = f.ask(cmd, args, nodes, p.of("identify"))
	} else {
		found.Answer, err = fromFile(cmd, f.owners, nodes, p.of("identify"))
	}
	if err != nil {
		return err
	}
	p.clear()
	if err := outputs.write(cmd.OutOrStdout(), found); err != nil {
		return err
	}
	if len(found.Fits) == 0 {
		return exitError{code: report.ExitUnexpected}
	}
	return nil
}

// stdin stands for standard input in place of a file.
const stdin = "-"

// readLines reads a file of lines, which a flag names.
func readLines[T any](cmd *cobra.Command, flag, path string, read func(file string, text []byte) (T, error)) (items T, err error) {
	var text []byte
	if path == stdin {
		text, err = io.ReadAll(cmd.InOrStdin())
	} else {
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return items, fmt.Errorf("%s: %w", flag, err)
	}
	return read(path, text)
}

func fromFile(cmd *cobra.Command, path string, nodes []goring.Node, progress func(done, total int)) (identify.Answer, error) {
	pairs, err := readLines(cmd, "--owners", path, identify.ReadPairs)
	if err != nil {
		return identify.Answer{}, err
	}
	answer, err := identify.Identify(cmd.Context(), []identify.Observed{{Nodes: nodes, Pairs: pairs}}, progress)
	var unreadable *identify.UnreadableError
	if errors.As(err, &unreadable) {
		hint := "are these the nodes of the client, as they were when it was observed?"
		named := func(p identify.Pair) bool {
			return slices.ContainsFunc(nodes, func(n goring.Node) bool { return n.Name == p.Key })
		}
		if slices.ContainsFunc(pairs, named) {
			hint = "a key is the name of a node: are the columns the wrong way round? A line is KEY<TAB>OWNER"
		}
		return answer, fmt.Errorf("%s:%d: %w; %s", path, unreadable.Pair.Line, err, hint)
	}
	return answer, err
}

func (f *identifyFlags) ask(cmd *cobra.Command, args []string, nodes []goring.Node, progress func(done, total int)) (finding, error) {
	tested, err := subjects(cmd.Context(), cmd, args, f.timeout, nil)
	if err != nil {
		return finding{}, err
	}
	defer closeAll(tested)
	if len(tested) != 1 {
		return finding{}, errors.New("name one program, behind --")
	}
	if tested[0].StartError != nil {
		return finding{}, exitError{report.ExitNotStarted, tested[0].StartError}
	}
	if process, ok := tested[0].impl.(*runners.Process); ok {
		process.AnyDialect = true
	}
	asked, answer, err := identify.Ask(cmd.Context(), tested[0].impl, nodes, progress)
	var start *harness.StartError
	var unreadable *identify.UnreadableError
	if errors.As(err, &start) || errors.As(err, &unreadable) {
		return finding{}, exitError{report.ExitNotStarted, err}
	}
	return finding{Answer: answer, asked: &asked}, err
}

// findingFormats are the reports of identify, text first.
var findingFormats = []format[finding]{{"text", writeFinding}, {"json", writeFindingJSON}}
