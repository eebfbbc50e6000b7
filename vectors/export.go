package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"
)

// JSON returns a vector file as plain JSON: the same keys and values in the same
// order, for those who have no YAML parser. It fails as [Parse] does.
func JSON(name string, text []byte) ([]byte, error) {
	if _, err := Parse(name, text); err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var compact, out bytes.Buffer
	writeJSON(&compact, doc.Content[0])
	if err := json.Indent(&out, compact.Bytes(), "", " "); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// writeJSON writes a node that Parse has accepted, so numbers, booleans and null
// are spelled alike in both languages.
func writeJSON(out *bytes.Buffer, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		out.WriteByte('{')
		for i := 0; i < len(n.Content); i += 2 {
			if i > 0 {
				out.WriteByte(',')
			}
			writeText(out, n.Content[i].Value)
			out.WriteByte(':')
			writeJSON(out, n.Content[i+1])
		}
		out.WriteByte('}')
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				out.WriteByte(',')
			}
			writeJSON(out, item)
		}
		out.WriteByte(']')
	default:
		if n.Tag == "!!str" {
			writeText(out, n.Value)
		} else {
			out.WriteString(n.Value)
		}
	}
}

func writeText(out *bytes.Buffer, s string) {
	text, _ := json.Marshal(s) // a string always marshals
	out.Write(text)
}

// SourceOf returns the lines of a case in the text of its file.
func SourceOf(text []byte, c Case) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	start := c.Line - 1
	end := start + 1
	for end < len(lines) && !bytes.HasPrefix(lines[end], []byte("  - ")) {
		end++
	}
	return append(bytes.TrimRight(bytes.Join(lines[start:end], nil), "\n"), '\n')
}
