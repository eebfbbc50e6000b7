package harness

import (
	"testing"

	"ringkit/vectors"
)

func TestAnswersInJSON(t *testing.T) {
	text, bytes := "caf\u00e9", "\x00\xff"
	for _, tt := range []struct {
		answer any
		want   string
	}{
		{nil, ""},
		{(*string)(nil), `null`},
		{&text, `"café"`},
		{&bytes, `{"hex":"00ff"}`},
		{[]*string{&text, nil, &bytes}, `["café",null,{"hex":"00ff"}]`},
		{[]string{text, bytes}, `["café",{"hex":"00ff"}]`},
		{[]string{}, `[]`},
		{[]vectors.Point{{Position: "7", Node: text}, {Position: "8", Node: bytes}}, `[["7","café"],["8",{"hex":"00ff"}]]`},
		{"4285853574", `"4285853574"`},
		{false, `false`},
		{map[string]int{"b": 1, "a": 2}, `{"a":2,"b":1}`},
		{refusal{"empty-ring"}, `{"error":"empty-ring"}`},
	} {
		if got := string(toJSON(tt.answer)); got != tt.want {
			t.Errorf("%#v: want %s, got %s", tt.answer, tt.want, got)
		}
	}
}
