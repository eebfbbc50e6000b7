package runners_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"ringkit/harness"
	"ringkit/runners"
	"ringkit/vectors"
)

// BenchmarkOwnersThroughPython shows how many owners a second come through a
// Python adapter, asked for one by one and many at once.
func BenchmarkOwnersThroughPython(b *testing.B) {
	const lookups = 10_000
	keys := make([]string, lookups)
	for i := range keys {
		keys[i] = fmt.Sprintf("user%d", i)
	}
	vnodes := 100
	ring := harness.Request{
		Op: harness.OpRing, Dialect: "md5-32", VNodes: &vnodes,
		Nodes: []vectors.Node{{Name: "a", Weight: 1}, {Name: "b", Weight: 1}, {Name: "c", Weight: 1}},
	}
	single := harness.Script{Requests: []harness.Request{ring}}
	for _, key := range keys {
		single.Requests = append(single.Requests, harness.Request{Op: harness.OpOwners, Keys: []string{key}})
	}
	batch := harness.Script{Requests: []harness.Request{ring, {Op: harness.OpOwners, Keys: keys}}}
	for name, script := range map[string]harness.Script{"one-by-one": single, "batch": batch} {
		b.Run(name, func(b *testing.B) {
			python := start(b, "python")
			for b.Loop() {
				err := python.Play(b.Context(), []harness.Script{script}, func(_ int, t harness.Transcript) {
					if len(t.Answers) != len(script.Requests) {
						b.Fatal(t.Trouble)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*lookups/b.Elapsed().Seconds(), "owners/s")
		})
	}
}

// BenchmarkSuite shows what a check of the Go, Python and TypeScript references
// at the same time costs.
func BenchmarkSuite(b *testing.B) {
	subjects := []harness.Implementation{harness.Go(), start(b, "python"), start(b, "typescript")}
	for b.Loop() {
		var wait sync.WaitGroup
		for _, s := range subjects {
			wait.Go(func() {
				report, err := harness.Check(b.Context(), s)
				if err != nil || report.Totals()[harness.Fail] > 0 {
					b.Error(err, report.Totals())
				}
			})
		}
		wait.Wait()
	}
}

// start returns a reference that has said hello.
func start(b *testing.B, name string) *runners.Process {
	b.Helper()
	p, err := runners.Reference(context.Background(), name)
	if err != nil {
		b.Skip(err)
	}
	b.Cleanup(func() { p.Close() })
	if _, err := p.Hello(b.Context()); err != nil {
		b.Fatal(err)
	}
	return p
}
