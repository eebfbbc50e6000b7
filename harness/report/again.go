package report

import (
	"regexp"
	"slices"
	"strings"

	"ringkit/harness"
)

// Again returns the command that runs one case of an implementation alone.
func Again(i Implementation, id string) string {
	return CommandLine(slices.Concat([]string{"ringkit", "check", "--run", id}, i.Flags, i.Args))
}

// doctor returns the command that finds out why an implementation did not start.
func doctor(i Implementation) string {
	return CommandLine(append([]string{"ringkit", "doctor"}, i.Args...))
}

// CommandLine writes words so that a shell takes them apart again.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shellQuote(word)
	}
	return harness.Printable(strings.Join(quoted, " "))
}

var safeWord = regexp.MustCompile(`^[A-Za-z0-9_./:=@%+,-]+$`)

func shellQuote(word string) string {
	if safeWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
