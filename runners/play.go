package runners

import (
	"context"
	"errors"
	"fmt"

	"ringkit/harness"
)

// Play implements [harness.Implementation].
func (p *Process) Play(ctx context.Context, scripts []harness.Script, done func(int, harness.Transcript)) error {
	pl := &player{process: p, scripts: scripts, done: done, maxBreaks: 100, maxHangs: 5}
	return pl.play(ctx)
}

// A player plays scripts with one process at a time.
type player struct {
	process *Process
	scripts []harness.Script
	done    func(int, harness.Transcript)

	next     int                // the first script that is not finished
	current  harness.Transcript // what was answered to it so far
	answered bool               // that is all; it is finished when what comes next is in step
	reached  int                // scripts before this one may have been sent, in part or whole
	due      message            // whose reply was due when the conversation broke

	held           int // a script that is kept from being done, or −1
	heldTranscript harness.Transcript

	// The rest of the scripts is given up after so many in a row that broke the
	// process, and after so many in all that hung, since each of those costs
	// seconds.
	maxBreaks, maxHangs int
	breaks, hangs       int
}

func (pl *player) play(ctx context.Context) error {
	pl.held = -1
	pl.finishEmpty()
	for pl.next < len(pl.scripts) {
		if trouble := pl.runAll(ctx); trouble != nil && ctx.Err() == nil {
			pl.isolate(ctx, trouble)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// runAll plays the scripts from next on, in one conversation. A line too many
// after the last reply would be taken for a reply in the next conversation. To
// find it in this one, something that was answered is asked again.
func (pl *player) runAll(ctx context.Context) *harness.Trouble {
	return pl.run(ctx, len(pl.scripts), true)
}

// runAlone plays the next script in a process of its own, which is closed by the
// end of its input.
func (pl *player) runAlone(ctx context.Context) *harness.Trouble {
	trouble := pl.run(ctx, pl.next+1, false)
	if trouble == nil {
		trouble = pl.process.session.rest()
		pl.process.kill()
	}
	if trouble == nil {
		pl.confirm()
	}
	return trouble
}

// run plays the scripts from next up to end, and asks something again if it is
// told to. If that breaks, the process is killed.
func (pl *player) run(ctx context.Context, end int, askAgain bool) *harness.Trouble {
	p := pl.process
	pl.current, pl.answered = harness.Transcript{}, false
	pl.reached, pl.due = pl.next, message{script: pl.next}
	if p.session == nil {
		if err := p.start(ctx); err != nil {
			pl.reached++
			return restartTrouble(err)
		}
	}
	var queue []message
	again := message{again: true}
	trouble := p.session.exchange(ctx, func() (m message, more bool) {
		for len(queue) == 0 && pl.reached < end {
			queue = messages(pl.reached, pl.scripts[pl.reached])
			pl.reached++
			if len(queue) > 0 {
				again.script, again.request, again.body = queue[0].script, queue[len(queue)-1].request, queue[0].body
			}
		}
		if len(queue) > 0 {
			m, queue = queue[0], queue[1:]
			return m, true
		}
		more, askAgain = askAgain, false
		return again, more
	}, pl.take)
	pl.due = p.session.due
	if trouble != nil {
		p.kill()
	}
	return trouble
}

// restartTrouble tells that the process did not come up again.
func restartTrouble(err error) *harness.Trouble {
	var hello *HelloError
	if errors.As(err, &hello) {
		t := *hello.Trouble
		t.What = "started again, it gave no valid hello: " + t.What
		return &t
	}
	return &harness.Trouble{Outcome: harness.Crash, What: "cannot be started again: " + err.Error()}
}

// take takes one reply. One that is in step but cannot be understood spoils its
// script only.
func (pl *player) take(m message, r reply, text []byte) {
	pl.confirm()
	if m.again {
		return
	}
	t := &pl.current
	if t.Trouble == nil {
		answer, err := r.answer(m)
		switch {
		case err != nil:
			t.Trouble = m.trouble(harness.Protocol, text, err.Error())
			t.Answers = t.Answers[:m.request]
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
	pl.answered = m.last && m.request == len(pl.scripts[m.script].Requests)-1
}

// confirm finishes the next script if all of it was answered.
func (pl *player) confirm() {
	if pl.answered {
		pl.breaks = 0
		pl.finish()
	}
}

// finish is done with the next script.
func (pl *player) finish() {
	if pl.next == pl.held {
		pl.heldTranscript = pl.current
	} else {
		pl.done(pl.next, pl.current)
	}
	pl.next++
	pl.current, pl.answered = harness.Transcript{}, false
	pl.finishEmpty()
}

// finishEmpty is done with the scripts that ask nothing.
func (pl *player) finishEmpty() {
	for pl.next < len(pl.scripts) && len(pl.scripts[pl.next].Requests) == 0 {
		pl.done(pl.next, harness.Transcript{})
		pl.next++
	}
}

// isolate plays all that was under way when the conversation broke again, each
// script alone, to find those that break it. A script that does so only in
// company is not found in this way; then the break, which did happen, is laid to
// the script whose reply was due.
func (pl *player) isolate(ctx context.Context, trouble *harness.Trouble) {
	broken := pl.brokenBy(trouble)
	underWay, found := pl.reached, false
	pl.held = pl.due.script
	for pl.next < underWay && !pl.hopeless() {
		alone := pl.runAlone(ctx)
		if ctx.Err() != nil {
			return
		}
		if alone != nil {
			found = true
			pl.current = pl.brokenBy(alone)
			pl.count(alone)
			pl.finish()
		}
	}
	if !found {
		trouble.What += "; alone this case does not do so: it comes from what was asked before, or by chance"
		pl.heldTranscript = broken
		pl.count(trouble)
	}
	if pl.hopeless() {
		pl.giveUp(trouble.Outcome)
	}
	pl.done(pl.held, pl.heldTranscript)
	pl.held = -1
}

// brokenBy returns the transcript of the script whose reply was due when trouble
// came. What came right after a script's last answer spoils that answer.
func (pl *player) brokenBy(trouble *harness.Trouble) harness.Transcript {
	t := harness.Transcript{Trouble: trouble}
	if pl.due.script == pl.next {
		t.Answers = pl.current.Answers[:min(pl.due.request, len(pl.current.Answers))]
	}
	return t
}

func (pl *player) count(trouble *harness.Trouble) {
	pl.breaks++
	if trouble.Outcome == harness.Timeout || trouble.What == goesOn {
		pl.hangs++
	}
}

// hopeless reports whether the rest is not worth its time.
func (pl *player) hopeless() bool { return pl.breaks >= pl.maxBreaks || pl.hangs >= pl.maxHangs }

// giveUp finishes all scripts that are left.
func (pl *player) giveUp(outcome harness.Outcome) {
	for pl.next < len(pl.scripts) {
		pl.current = harness.Transcript{Trouble: &harness.Trouble{
			Outcome: outcome,
			What:    fmt.Sprintf("not played: given up after %s that broke the implementation in a row, %d in all that hung", harness.Counted(pl.breaks, "case"), pl.hangs),
		}}
		pl.finish()
	}
}
