package harness_test

import (
	"testing"

	"ringkit/harness"
)

func TestGoReferencePassesAllCases(t *testing.T) {
	harness.Run(t, harness.Go())
}
