// Package schema validates JSON against the schemas of package spec. It stands
// apart from that, so that only those who validate need the library.
package schema

import (
	"bytes"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ringkit/spec"
)

// Validator returns a function that validates JSON text against the schema in the
// file of that name, such as report.schema.json. It fails if there is none.
func Validator(name string) (validate func(text []byte) error, err error) {
	text, err := spec.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(name)
	if err != nil {
		return nil, err
	}
	return func(text []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		return compiled.Validate(value)
	}, nil
}
