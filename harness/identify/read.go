package identify

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"ringkit/goring"
)

// mostWeight is the highest weight of a node.
const mostWeight = 1_000_000

// ReadNodes reads the nodes of a ring, one a line in list order: the name and,
// behind a tab, the weight if it is not 1, at most a million. Empty lines are passed over. An error
// names file and line.
func ReadNodes(file string, text []byte) ([]goring.Node, error) {
	var nodes []goring.Node
	listed := map[string]int{}
	for i, line := range linesOf(text) {
		if line == "" {
			continue
		}
		name, weight, weighted := strings.Cut(line, "\t")
		node := goring.Node{Name: name, Weight: 1}
		if weighted {
			var err error
			if node.Weight, err = strconv.Atoi(weight); err != nil || node.Weight < 0 || node.Weight > mostWeight {
				return nil, fmt.Errorf("%s:%d: weight %q is no whole number from 0 to %d; a line is NAME or NAME<TAB>WEIGHT, and KEY<TAB>OWNER lines belong into the file of owners",
					file, i+1, weight, mostWeight)
			}
		}
		if listed[name] > 0 {
			return nil, fmt.Errorf("%s:%d: node %q stands in line %d already", file, i+1, name, listed[name])
		}
		listed[name] = i + 1
		nodes = append(nodes, node)
	}
	if len(nodes) == 0 {
		return nil, fmt.Errorf("%s:1: there is no node; a line is NAME or NAME<TAB>WEIGHT", file)
	}
	return nodes, nil
}

// ReadPairs reads observations, one a line: the key, a tab and the owner, which
// is empty where the key has none. A key is any bytes but line ends. Empty lines
// are passed over. An error names file and line.
func ReadPairs(file string, text []byte) ([]Pair, error) {
	var pairs []Pair
	for i, line := range linesOf(text) {
		if line == "" {
			continue
		}
		tab := strings.LastIndexByte(line, '\t') // a key may have one, an owner has none
		if tab < 0 {
			return nil, fmt.Errorf("%s:%d: there is no tab; a line is KEY<TAB>OWNER, and names of nodes alone belong into the file of nodes", file, i+1)
		}
		owner := line[tab+1:]
		pairs = append(pairs, Pair{Key: line[:tab], Owner: owner, None: owner == "", Line: i + 1})
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s:1: there is no pair; a line is KEY<TAB>OWNER", file)
	}
	return pairs, nil
}

// linesOf splits text at line ends of either kind, and drops a byte order mark.
func linesOf(text []byte) []string {
	lines := strings.Split(string(bytes.TrimPrefix(text, []byte("\ufeff"))), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	return lines
}
