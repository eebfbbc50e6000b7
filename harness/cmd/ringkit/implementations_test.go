package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWithNothingNamedNothingIsBuilt(t *testing.T) {
	cmd := checkCommand()
	if err := cmd.ParseFlags(nil); err != nil {
		t.Fatal(err)
	}
	tested, err := subjects(t.Context(), cmd, nil, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(tested)
	var names []string
	for _, s := range tested {
		names = append(names, s.Name)
	}
	if want := []string{"go", "python", "typescript"}; !cmp.Equal(names, want) {
		t.Errorf("want %v, got %v", want, names)
	}
	if want := []string{"go", "python", "typescript", "java", "rust", "c"}; !cmp.Equal(builtIn(), want) {
		t.Errorf("built in: want %v, got %v", want, builtIn())
	}
}
