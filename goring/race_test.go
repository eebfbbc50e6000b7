//go:build race

package goring_test

const raceEnabled = true
