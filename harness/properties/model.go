package properties

import (
	"fmt"
	"slices"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"

	"ringkit/goring"
	"ringkit/vectors"
)

// The stateful model. gopter draws a ring and commands that fit the state they
// meet: nodes come, go and come back, and changes are refused. The commands are
// noted in a sample as they run; the last one puts the whole sample to the
// implementation in one go, so that a run through an adapter costs one round
// trip, and the law judges every answer.

// mostChanges is how many changes a sample has at most.
const mostChanges = 8

// A modelState is never written to: a command makes the next one.
type modelState struct {
	sample  Sample
	cast    []vectors.Node
	members []vectors.Node
	rules   goring.Membership
	left    int // changes still to come; −1 when all is asked
}

func (s modelState) String() string { return s.sample.String() }

// modelProp is the model as gopter runs it; try checks a sample.
func modelProp(d goring.Dialect, try func(Sample) *gopter.PropResult) gopter.Prop {
	return commands.Prop(&commands.ProtoCommands{
		InitialStateGen: func(p *gopter.GenParameters) *gopter.GenResult {
			draw := newDrawing(p.Rng, d)
			s, cast := draw.beginning()
			return gopter.NewGenResult(modelState{s, cast, members(s.Nodes), d.Members, p.MaxSize - 1}, gopter.NoShrinker)
		},
		NewSystemUnderTestFunc: func(s commands.State) commands.SystemUnderTest {
			sample := s.(modelState).sample.clone()
			return &sample
		},
		GenCommandFunc: func(s commands.State) gopter.Gen {
			state := s.(modelState)
			return func(p *gopter.GenParameters) *gopter.GenResult {
				draw := newDrawing(p.Rng, d)
				if state.left == 0 {
					return gopter.NewGenResult(askCommand{draw.keys(state.sample), try}, gopter.NoShrinker)
				}
				return gopter.NewGenResult(changeCommand(draw.change(state.members, state.cast)), gopter.NoShrinker)
			}
		},
	})
}

// A changeCommand notes a change.
type changeCommand Change

func (c changeCommand) String() string                   { return Change(c).String() }
func (changeCommand) PreCondition(s commands.State) bool { return s.(modelState).left > 0 }
func (c changeCommand) Run(sut commands.SystemUnderTest) commands.Result {
	sample := sut.(*Sample)
	sample.Changes = append(sample.Changes, Change(c))
	return nil
}

func (c changeCommand) NextState(s commands.State) commands.State {
	next := s.(modelState)
	next.sample.Changes = append(slices.Clip(next.sample.Changes), Change(c))
	next.members = apply(next.rules, next.members, Change(c))
	next.left--
	return next
}

func (changeCommand) PostCondition(commands.State, commands.Result) *gopter.PropResult {
	return &gopter.PropResult{Status: gopter.PropTrue}
}

// An askCommand has the noted sample checked.
type askCommand struct {
	keys []string
	try  func(Sample) *gopter.PropResult
}

func (c askCommand) String() string                   { return fmt.Sprintf("ask for %q", c.keys) }
func (askCommand) PreCondition(s commands.State) bool { return s.(modelState).left == 0 }
func (c askCommand) Run(sut commands.SystemUnderTest) commands.Result {
	sample := sut.(*Sample)
	sample.Keys = c.keys
	return c.try(*sample)
}

func (askCommand) NextState(s commands.State) commands.State {
	next := s.(modelState)
	next.left--
	return next
}

func (askCommand) PostCondition(_ commands.State, r commands.Result) *gopter.PropResult {
	return r.(*gopter.PropResult)
}
