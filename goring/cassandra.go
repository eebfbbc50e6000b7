package goring

import (
	"math"
	"strconv"
	"strings"
)

// CassandraMurmur3 is the ring of Apache Cassandra with Murmur3Partitioner
// (dht/Murmur3Partitioner.java: getToken, normalize; utils/MurmurHash.java). A
// node is its name and then its tokens, in decimal, with spaces between; a node
// without tokens has no points. Keys are the bytes of the partition key.
//
// Tokens are signed, and so the ring begins at −2⁶³. That token is kept for what
// comes before all keys: only the empty key has it, and a key that hashes to it
// gets 2⁶³−1 instead. Drivers may answer otherwise for the empty key, which the
// server refuses as a partition key.
var CassandraMurmur3 = Dialect{
	Name: "cassandra-murmur3", Bits: 64, VNodes: 1,
	Hash: tokenOf, Text: tokenText,
	Labels: func(_ int, node Node, _ []Node) int { return len(tokensOf(node.Name)) },
	Points: func(dst []Position, _ int, node Node, _ []Node) []Position {
		return append(dst, tokensOf(node.Name)...)
	},
	// The server refuses a token that another node has; in the drivers' maps the
	// last one stays.
	Tie: AddedLast, Members: unweighted,
}

// A token t has position t + 2⁶³, which leaves them in order.
func tokenAt(token int64) Position { return Position{Lo: uint64(token) ^ 1<<63} }

func tokenText(p Position) string { return strconv.FormatInt(int64(p.Lo^1<<63), 10) }

func tokenOf(key string) Position {
	if key == "" {
		return tokenAt(math.MinInt64)
	}
	token := int64(murmur3Signed(key))
	if token == math.MinInt64 {
		token = math.MaxInt64
	}
	return tokenAt(token)
}

// tokensOf returns the tokens of a node. What is no token is passed over.
func tokensOf(node string) []Position {
	_, list, _ := strings.Cut(node, " ")
	var tokens []Position
	for _, word := range strings.Fields(list) {
		if token, err := strconv.ParseInt(word, 10, 64); err == nil {
			tokens = append(tokens, tokenAt(token))
		}
	}
	return tokens
}
