package harness

import (
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"

	"ringkit/vectors"
)

// toJSON writes an answer as the protocol does.
func toJSON(v any) json.RawMessage {
	switch answer := v.(type) {
	case nil:
		return nil
	case *string:
		v = ownerJSON(answer)
	case []*string:
		v = eachJSON(answer, ownerJSON)
	case []string:
		v = eachJSON(answer, NameJSON)
	case []vectors.Point:
		v = eachJSON(answer, func(p vectors.Point) any { return [2]any{p.Position, NameJSON(p.Node)} })
	}
	text, err := json.Marshal(v)
	if err != nil { // answers are made of strings and numbers
		panic(err)
	}
	return text
}

// NameJSON returns what a key or node is in JSON: its text, or {"hex":"…"} for bytes
// that are not UTF-8, as in the protocol.
func NameJSON(name string) any {
	if utf8.ValidString(name) {
		return name
	}
	return map[string]string{"hex": hex.EncodeToString([]byte(name))}
}

func ownerJSON(owner *string) any {
	if owner == nil {
		return nil
	}
	return NameJSON(*owner)
}

func eachJSON[T any](list []T, write func(T) any) []any {
	out := make([]any, len(list))
	for i, element := range list {
		out[i] = write(element)
	}
	return out
}
