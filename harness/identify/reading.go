package identify

import (
	"strconv"
	"strings"

	"ringkit/goring"
)

// A reading is one way to tell which node an owner stands for.
type reading struct {
	says string // what an owner is: "the port of the node"
	// of returns the text that stands for the index-th node.
	of func(name string, index int) string
}

// learned is the reading for owners whose nodes are learned from the pairs.
const learned = -1

var readings = []reading{
	{says: "the name of the node", of: func(name string, _ int) string { return name }},
	{says: "the address of the node", of: func(name string, _ int) string { return firstWord(name) }},
	{says: "the alias of the node", of: func(name string, _ int) string { return lastWord(name) }},
	{says: "the port of the node", of: func(name string, _ int) string { _, port := splitPort(firstWord(name)); return port }},
	{says: "the host of the node", of: func(name string, _ int) string { host, _ := splitPort(firstWord(name)); return host }},
	{says: "the first part of the node's host name", of: func(name string, _ int) string {
		host, _ := splitPort(firstWord(name))
		first, _, _ := strings.Cut(host, ".")
		return first
	}},
	{says: "the node's place in the list, counted from 0",
		of: func(_ string, index int) string { return strconv.Itoa(index) }},
	{says: "the node's place in the list, counted from 1",
		of: func(_ string, index int) string { return strconv.Itoa(index + 1) }},
	{says: "the last number in the node's name", of: func(name string, _ int) string { return lastNumber(name) }},
}

// owned returns what a pair of the nodes reads as: the index of a node by the
// text that stands for it. Texts that stand for two nodes stand for none.
func (r reading) owned(nodes []goring.Node) map[string]int32 {
	read := make(map[string]int32, len(nodes))
	for i, node := range nodes {
		text := r.of(node.Name, i)
		if _, twice := read[text]; twice {
			read[text] = stranger
		} else if text != "" || node.Name == "" {
			read[text] = int32(i)
		}
	}
	return read
}

func firstWord(name string) string { first, _, _ := strings.Cut(name, " "); return first }

func lastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// splitPort splits a name at its last colon, if only digits follow.
func splitPort(name string) (host, port string) {
	i := len(strings.TrimRight(name, "0123456789"))
	if i == 0 || i == len(name) || name[i-1] != ':' {
		return name, ""
	}
	return name[:i-1], name[i:]
}

func lastNumber(name string) string {
	digits := func(r rune) bool { return r >= '0' && r <= '9' }
	end := strings.LastIndexFunc(name, digits) + 1
	start := len(strings.TrimRight(name[:end], "0123456789"))
	return name[start:end]
}

// readingName tells of a reading for people.
func readingName(index int) string {
	if index == learned {
		return "names of their own, learned from the pairs"
	}
	return readings[index].says
}
