package starter

// An edit is a place where the adapter of a reference differs from what is written
// for others to fill in: it has the name of another ring, and offers only what
// that lists as filled in.
type edit struct{ file, old, new string }

var pythonEdits = []edit{
	{"adapter.py", "from dialects import DIALECTS\nfrom ring import Dialect,", "from ring import DIALECTS, NAME, OPS, Dialect,"},
	{"adapter.py", `"ringkit python reference"`, `NAME`},
	{"adapter.py", `["hash", "points", "replicas", "add", "remove", "nodes", "bytes"]`, `OPS`},
	{"adapter.py", `if op not in self._ops:`, `if op not in ("hello", *OPS):`},
}

var typescriptEdits = []edit{
	{"adapter.js", "// Code generated from adapter.ts by \"npm run generate\". DO NOT EDIT.\n\n", ""},
	{"adapter.js", "// Lets ringkit talk to ring.ts:", "// Lets ringkit talk to ring.js:"},
	{"adapter.js", "import { dialects, Ring, RingError }", "import { dialects, name, ops, Ring, RingError }"},
	{"adapter.js", `name: "ringkit typescript reference",`, `name,`},
	{"adapter.js", `ops: ["hash", "points", "replicas", "add", "remove", "nodes"],`, `ops,`},
	{"adapter.js", "    switch (request.op) {", `    if (request.op !== "hello" && !ops.includes(request.op))
        throw new Unsupported("not filled in");
    switch (request.op) {`},
}

var javaEdits = []edit{
	{"Adapter.java", `"ringkit java reference"`, `Ring.NAME`},
	{"Adapter.java", `List.of("hash", "points", "replicas", "add", "remove", "nodes")`, `Ring.OPS`},
	{"Adapter.java", `        switch (op) {`, `        if (!op.equals("hello") && !Ring.OPS.contains(op)) {
            throw new UnsupportedException("not filled in: " + op);
        }
        switch (op) {`},
}

var rustEdits = []edit{
	{"src/main.rs", "mod md5;\n", ""},
	{"src/main.rs", `Value::Text("ringkit rust reference".into())`, `Value::Text(ring::NAME.into())`},
	{"src/main.rs", `texts(&["hash", "points", "replicas", "add", "remove", "nodes"])`, `texts(ring::OPS)`},
	{"src/main.rs", `"hello" => hello(request),`, `"hello" => hello(request),
            _ if !ring::OPS.contains(&op) => {
                Err(Failure::Unsupported(format!("{op:?} is not filled in")))
            }`},
	// The reference lends its points; other rings may have to make them.
	{"src/main.rs", `self.held()?.points().iter();`, `self.held()?.points();`},
	{"src/main.rs", `points.map(pair)`, `points.iter().map(pair)`},
}

var cEdits = []edit{
	{"adapter.c", `    put_string(&adapter->reply, ",\"name\":\"ringkit c reference\",\"language\":");
`, `    put_string(&adapter->reply, ",\"name\":");
    put_text(&adapter->reply, text_of(ring_name));
    put_string(&adapter->reply, ",\"language\":");
`},
	{"adapter.c", `    put_string(&adapter->reply,
               "],\"ops\":[\"hash\",\"points\",\"replicas\",\"add\",\"remove\",\"nodes\",\"bytes\"]");
`, `    put_string(&adapter->reply, "],\"ops\":[");
    for (const char *const *op = ring_ops; *op != NULL; op++) {
        put_string(&adapter->reply, op == ring_ops ? "" : ",");
        put_text(&adapter->reply, text_of(*op));
    }
    put_string(&adapter->reply, "]");
`},
	{"adapter.c", `static bool answer(Adapter *adapter, const JsonDocument *document)
`, `static bool offers(Text op)
{
    if (text_equal(op, text_of("hello"))) return true;
    for (const char *const *name = ring_ops; *name != NULL; name++) {
        if (text_equal(op, text_of(*name))) return true;
    }
    return false;
}

static bool answer(Adapter *adapter, const JsonDocument *document)
`},
	{"adapter.c", `    for (size_t i = 0; i < sizeof operations`, `    if (!offers(json_text(op))) return fail(adapter, "unsupported", "not filled in");
    for (size_t i = 0; i < sizeof operations`},
}
