package harness

import (
	"encoding/json"

	"ringkit/vectors"
)

// An Outcome is how a case ended.
type Outcome string

// The outcomes.
const (
	Pass Outcome = "pass"
	Fail Outcome = "fail"
	// Unsupported: the implementation does not offer the dialect or a request.
	Unsupported Outcome = "unsupported"
	// XFail and XPass: listed among the known failures, and failed or passed.
	XFail Outcome = "xfail"
	XPass Outcome = "xpass"
	// Crash, Timeout and Protocol: there was no answer to judge.
	Crash    Outcome = "crash"
	Timeout  Outcome = "timeout"
	Protocol Outcome = "protocol"
)

// Outcomes returns all outcomes.
func Outcomes() []Outcome {
	return []Outcome{Pass, Fail, Unsupported, XFail, XPass, Crash, Timeout, Protocol}
}

// Unexpected reports whether the outcome makes a run fail.
func (o Outcome) Unexpected() bool {
	return o == Fail || o == XPass || o == Crash || o == Timeout || o == Protocol
}

// failed reports whether a case with this outcome is a failure to be listed in a
// baseline.
func (o Outcome) failed() bool { return o.Unexpected() && o != XPass }

// A Stage is where on the way from key to answer a ring went wrong.
type Stage string

// The stages. The empty stage is one that is not known.
const (
	StageHash       Stage = "hash"
	StagePoints     Stage = "points" // labels, counts, order, ties
	StageBoundary   Stage = "boundary"
	StagePlacement  Stage = "placement" // what dialects that are no ring have in place of points
	StageReplicas   Stage = "replicas"
	StageMembership Stage = "membership"
	StageError      Stage = "error"
)

// A Result is the verdict on one case.
type Result struct {
	Case    vectors.Case
	Outcome Outcome
	// Step is the index of the step that went wrong; −1 for the ring itself.
	Step int
	// Stage is the first stage that differs, as far as that is known.
	Stage Stage
	// Want and Got are the answers in JSON, an error as {"error":CODE}; nil
	// where there is none.
	Want, Got json.RawMessage
	// What says in words what is wrong, over several lines if need be.
	What string
	// Trouble is there if the outcome is Crash, Timeout or Protocol, or would be if
	// that were not expected.
	Trouble *Trouble
	// Known is what the baseline says of the case, if the outcome is XFail or
	// XPass.
	Known *KnownFailure
	// Transcript is what the implementation answered.
	Transcript Transcript
}

// A Report is all that a run of one implementation gave.
type Report struct {
	Hello Hello
	// Results are in the order of the cases.
	Results []Result
	// Diagnoses are the mistakes that explain the failures, best first.
	Diagnoses []Diagnosis
}

// Totals counts the results by outcome.
func (r Report) Totals() map[Outcome]int {
	totals := map[Outcome]int{}
	for _, result := range r.Results {
		totals[result.Outcome]++
	}
	return totals
}

// A Diagnosis names the mistake, or several made together, that gives wrong
// answers of one dialect.
type Diagnosis struct {
	Dialect string
	// Mistakes are the names of the mistakes that were made together.
	Mistakes []string
	// Explains is how many of the dialect's Failures have the very answer that
	// the mistake gives.
	Explains, Failures int
	// Indistinguishable are other mistakes, or sets of them, that give the same
	// answers in every case that was run.
	Indistinguishable [][]string
	// Text explains it to the author of the ring: what is wrong, why that
	// usually happens, what to do.
	Text string
}

// A Diagnoser explains the failures among the results of one implementation,
// best first.
type Diagnoser func(hello Hello, results []Result) []Diagnosis
