package runners

import (
	"context"
	"fmt"

	"ringkit/harness"
)

// The rest of the scripts is given up after maxBreaks in a row that broke the
// process, and after maxHangs in all that hung, since each of those costs two
// timeouts.
const (
	maxBreaks = 100
	maxHangs  = 5
)

// Play implements [harness.Implementation].
func (p *Process) Play(ctx context.Context, scripts []harness.Script, done func(int, harness.Transcript)) error {
	pl := &player{process: p, scripts: scripts, done: done}
	pl.finishEmpty()
	for pl.next < len(scripts) {
		if trouble := pl.run(ctx, len(scripts)); trouble == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// All that was under way is played again, one script at a time, to find
		// the one that did it.
		for underWay := pl.reached; pl.next < underWay; {
			trouble := pl.run(ctx, pl.next+1)
			if err := ctx.Err(); err != nil {
				return err
			}
			if trouble != nil && !pl.blame(trouble) {
				pl.giveUp(trouble)
				return nil
			}
		}
	}
	return nil
}

// A player plays scripts with one process at a time.
type player struct {
	process *Process
	scripts []harness.Script
	done    func(int, harness.Transcript)

	next    int                // the first script that is not finished
	current harness.Transcript // what was answered to it so far
	reached int                // scripts before this one may have been sent, in part or whole

	breaks int // scripts in a row that broke the process
	hangs  int // scripts in all that hung
}

// run plays the scripts from next up to end, in one conversation. If that breaks,
// the process is killed.
func (pl *player) run(ctx context.Context, end int) *harness.Trouble {
	p := pl.process
	pl.current = harness.Transcript{}
	pl.reached = pl.next
	if p.session == nil {
		if err := p.start(ctx); err != nil {
			pl.reached++
			return restartTrouble(err)
		}
	}
	var queue []message
	trouble := p.session.exchange(ctx, func() (m message, more bool) {
		for len(queue) == 0 && pl.reached < end {
			queue = messages(pl.reached, pl.scripts[pl.reached])
			pl.reached++
		}
		if len(queue) == 0 {
			return m, false
		}
		m, queue = queue[0], queue[1:]
		return m, true
	}, pl.take)
	if trouble != nil {
		p.kill()
	}
	return trouble
}

// restartTrouble tells that the process did not come up again.
func restartTrouble(err error) *harness.Trouble {
	if hello, ok := err.(*HelloError); ok {
		t := *hello.Trouble
		t.What = "started again, it gave no valid hello: " + t.What
		return &t
	}
	return &harness.Trouble{Outcome: harness.Crash, What: "cannot be started again: " + err.Error()}
}

// take takes one reply. One that is in step but cannot be understood spoils its
// script only.
func (pl *player) take(m message, r reply, text []byte) {
	t := &pl.current
	if t.Trouble == nil {
		answer, err := r.answer(m)
		switch {
		case err != nil:
			t.Trouble = &harness.Trouble{
				Outcome: harness.Protocol, What: err.Error(),
				Request: shorten(string(encode(m.body))), Got: shorten(printable(string(text))),
			}
		case m.request == len(t.Answers):
			t.Answers = append(t.Answers, answer)
		default: // more owners for the same request
			all := &t.Answers[m.request]
			if answer.Error != "" && all.Error == "" {
				*all = answer
			}
			all.Owners = append(all.Owners, answer.Owners...)
		}
	}
	if m.last && m.request == len(pl.scripts[m.script].Requests)-1 {
		pl.breaks = 0
		pl.finish()
	}
}

// finish is done with the next script.
func (pl *player) finish() {
	pl.done(pl.next, pl.current)
	pl.next++
	pl.current = harness.Transcript{}
	pl.finishEmpty()
}

// finishEmpty is done with the scripts that ask nothing.
func (pl *player) finishEmpty() {
	for pl.next < len(pl.scripts) && len(pl.scripts[pl.next].Requests) == 0 {
		pl.done(pl.next, harness.Transcript{})
		pl.next++
	}
}

// blame is done with the next script, which broke the process when it was played
// alone. It reports whether to go on with the rest.
func (pl *player) blame(trouble *harness.Trouble) bool {
	pl.current.Trouble = trouble
	pl.finish()
	pl.breaks++
	if trouble.Outcome == harness.Timeout {
		pl.hangs++
	}
	return pl.breaks < maxBreaks && pl.hangs < maxHangs
}

// giveUp is done with all scripts that are left.
func (pl *player) giveUp(last *harness.Trouble) {
	for pl.next < len(pl.scripts) {
		pl.current.Trouble = &harness.Trouble{
			Outcome: last.Outcome,
			What:    fmt.Sprintf("not played: given up after %d cases that broke the implementation in a row, %d in all that hung", pl.breaks, pl.hangs),
		}
		pl.finish()
	}
}
