import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dialects, Ring, RingError } from "./ring.js";

const ringOf = (dialect, names, vnodes) => new Ring(dialects.get(dialect), names.map((name) => ({ name })), vnodes);
const hash = (dialect, text) => dialects.get(dialect).hash(text);
const pairs = (ring) => ring.points.map(({ position, node }) => [position, node]);
const keys = (prefix, count) => Array.from({ length: count }, (_, i) => prefix + i);
const refuses = (code, action) =>
  assert.throws(action, (error) => error instanceof RingError && error.code === code, `expected ${code}`);

function counts(owners) {
  const result = {};
  for (const owner of owners) result[owner] = (result[owner] ?? 0) + 1;
  return result;
}

/** The keys' moves between two answers, as { "from>to": count }. */
const moves = (before, after) =>
  counts(before.flatMap((owner, i) => (owner === after[i] ? [] : [`${owner}>${after[i]}`])));
const total = (counted) => Object.values(counted).reduce((sum, n) => sum + n, 0);

describe("xmur3-utf16", () => {
  const dialect = "xmur3-utf16";

  test("hashes UTF-16 units, unsigned", () => {
    assert.equal(hash(dialect, "k207"), 4285853574);
    assert.equal(hash(dialect, "\u{1F600}"), 3276203938);
  });

  test("points, boundary and wrap", () => {
    const ring = ringOf(dialect, ["A", "B", "C"], 3);
    assert.deepEqual(pairs(ring), [
      [129767782, "B"], [1184223885, "C"], [1528284164, "B"], [3004455060, "A"], [3554822470, "C"],
      [3709679897, "A"], [3935828790, "C"], [4085209643, "A"], [4184374926, "B"],
    ]);
    assert.deepEqual(ring.owners(["k1", "k2", "k3", "dup", "dup", "k207"]), ["C", "A", "C", "A", "A", "B"]);
    const labels = ["A", "B", "C"].flatMap((node) => [0, 1, 2].map((i) => [`${node}#${i}`, node]));
    for (const [label, node] of labels) assert.equal(ring.owner(label), node, label);
  });

  test("one point a node", () => {
    const ring = ringOf(dialect, ["A", "B", "C"], 1);
    assert.deepEqual(ring.owners(["k1", "k2", "k3"]), ["C", "C", "C"]);
    assert.deepEqual(counts(ring.owners(keys("user", 10000))), { A: 1249, B: 754, C: 7997 });
    assert.deepEqual(counts(ringOf(dialect, ["A"], 1).owners(keys("user", 100))), { A: 100 });
  });

  test("movement", () => {
    const ring = ringOf(dialect, ["A", "B", "C"], 50);
    const before = ring.owners(keys("user", 10000));
    assert.deepEqual(counts(before), { A: 3897, B: 2913, C: 3190 });
    ring.add({ name: "D" });
    const joined = moves(before, ring.owners(keys("user", 10000)));
    assert.equal(total(joined), 2513);
    assert.ok(Object.keys(joined).every((move) => move.endsWith(">D")));
    ring.remove("D");
    ring.remove("B");
    const left = moves(before, ring.owners(keys("user", 10000)));
    assert.equal(total(left), 2913);
    assert.ok(Object.keys(left).every((move) => move.startsWith("B>")));
  });

  test("hash modulo the number of nodes, in place of a ring", () => {
    const modulo = (key, nodes) => nodes[hash(dialect, key) % nodes.length];
    const three = ["A", "B", "C"];
    const four = [...three, "D"];
    assert.deepEqual(["k1", "k2", "k3"].map((key) => modulo(key, three)), ["A", "B", "A"]);
    assert.equal(keys("user", 10000).filter((key) => modulo(key, three) !== modulo(key, four)).length, 7502);
  });

  test("in a tie the node listed first owns; a node added again is listed last", () => {
    for (const [first, second] of [["ipna", "bgto"], ["bgto", "ipna"]]) {
      const ring = ringOf(dialect, [first, second], 2);
      const tied = (a, b) => [[1749090551, a], [1749090551, b], [1861106587, a], [1861106587, b]];
      assert.deepEqual(pairs(ring), tied(first, second));
      assert.deepEqual(ring.replicas("k1", 5), [first, second]);
      ring.remove(first);
      assert.equal(ring.owner("k1"), second);
      ring.add({ name: first });
      assert.deepEqual(pairs(ring), tied(second, first));
      assert.deepEqual(counts(ring.owners(keys("k", 100))), { [second]: 100 });
    }
  });

  test("vnodes must be given; below 1 there are members but no points", () => {
    refuses("bad-vnodes", () => ringOf(dialect, ["A"]));
    for (const vnodes of [0, -1]) {
      const ring = ringOf(dialect, ["A"], vnodes);
      ring.add({ name: "B" });
      assert.deepEqual([ring.nodes, ring.points], [["A", "B"], []]);
      refuses("empty-ring", () => ring.owner("k"));
      refuses("empty-ring", () => ring.replicas("k", 1));
      assert.deepEqual(ring.owners([]), []);
    }
  });
});

describe("md5-32", () => {
  const dialect = "md5-32";

  test("the first four bytes, big-endian, unsigned", () => {
    assert.equal(hash(dialect, ""), 0xd41d8cd9);
    assert.equal(hash(dialect, "abc"), 0x90015098);
  });

  test("owners and movement", () => {
    const ring = ringOf(dialect, ["cache-a", "cache-b", "cache-c"], 50);
    assert.deepEqual(
      ring.owners(["user:1001", "user:1002", "session:42", "img/logo.png"]),
      ["cache-b", "cache-b", "cache-c", "cache-a"],
    );
    const before = ring.owners(keys("key-", 1000));
    assert.deepEqual(counts(before), { "cache-a": 320, "cache-b": 311, "cache-c": 369 });
    assert.equal(ring.remove("cache-b"), true);
    const left = moves(before, ring.owners(keys("key-", 1000)));
    assert.equal(total(left), 311);
    assert.ok(Object.keys(left).every((move) => move.startsWith("cache-b>")));
    ring.add({ name: "cache-b" });
    assert.deepEqual(ring.owners(keys("key-", 1000)), before);
    ring.add({ name: "cache-d" });
    const joined = moves(before, ring.owners(keys("key-", 1000)));
    assert.equal(total(joined), 261);
    assert.ok(Object.keys(joined).every((move) => move.endsWith(">cache-d")));
  });

  test("in a tie the name that sorts first owns, in code point order", () => {
    for (const [position, vnodes, first, second, tiedKeys] of [
      [2871920763, 1, "meht", "pea", ["meht#0", "pea#0"]],
      [346959642, 2, "redis-1508", "web-2548", ["k7", "k8", "k16"]],
      [hash(dialect, "\u{1F7E2}888#0"), 2, "\uFF4E361978", "\u{1F7E2}888", ["\uFF4E361978#1", "\u{1F7E2}888#0"]],
    ]) {
      for (const listed of [[first, second], [second, first]]) {
        const ring = ringOf(dialect, listed, vnodes);
        const tied = pairs(ring).filter(([at]) => at === position);
        assert.deepEqual(tied, [[position, first], [position, second]]);
        for (const key of tiedKeys) assert.deepEqual(ring.replicas(key, 2), [first, second], key);
        assert.deepEqual(ring.nodes, [first, second]);
        ring.remove(first);
        for (const key of tiedKeys) assert.equal(ring.owner(key), second, key);
      }
    }
  });

  test("its membership policy", () => {
    const empty = ringOf(dialect, []);
    assert.deepEqual([empty.owner("k"), empty.owners(["k", ""]), empty.replicas("k", 2)], [null, [null, null], []]);
    assert.equal(empty.remove("cache-x"), false);
    assert.equal(ringOf(dialect, ["A"]).points.length, 100);
    refuses("bad-vnodes", () => ringOf(dialect, ["A"], 0));
    refuses("duplicate-node", () => ringOf(dialect, ["A", "B", "A"]));
    refuses("duplicate-node", () => ringOf(dialect, ["A"]).add({ name: "A" }));
  });
});

describe("md5-128", () => {
  const dialect = "md5-128";

  test("the whole digest, big-endian", () => {
    assert.equal(hash(dialect, ""), 0xd41d8cd98f00b204e9800998ecf8427en);
    assert.equal(hash(dialect, "abc"), 0x900150983cd24fb0d6963f7d28e17f72n);
  });

  test("points and exact hits", () => {
    const ring = ringOf(dialect, ["a", "b"], 2);
    assert.deepEqual(pairs(ring), [
      [40339664643828780129851524715318385961n, "b"],
      [63808213551122576434484212566309242220n, "b"],
      [112086264311952237304186098051682475562n, "a"],
      [287417676344570401489397452454265867888n, "a"],
    ]);
    assert.deepEqual(ring.owners(["a#0", "a#1", "b#0", "b#1"]), ["a", "a", "b", "b"]);
  });

  test("in a tie the name that sorts first owns", () => {
    const right = dialects.get(dialect);
    const tenPlaces = { ...right, hash: (text) => right.hash(text) % 10n };
    const names = ["\u{1F7E2}", "B", "\uFF4E", "A"];
    const sorted = ["A", "B", "\uFF4E", "\u{1F7E2}"];
    const ring = new Ring(tenPlaces, names.map((name) => ({ name })));
    const positions = ring.points.map(({ position }) => position);
    assert.deepEqual(positions, [...positions].sort());
    assert.deepEqual([positions.length, new Set(positions).size], [400, 10]);
    for (const member of sorted) {
      assert.deepEqual(counts(ring.owners(keys("k", 50))), { [member]: 50 });
      ring.remove(member);
    }
  });

  test("its membership policy", () => {
    assert.equal(ringOf(dialect, ["A"]).points.length, 100);
    assert.deepEqual(ringOf(dialect, ["A"], 0).points, []);
    assert.deepEqual(ringOf(dialect, ["A", "B", "A"]).nodes, ["A", "B"]);
    refuses("duplicate-node", () => ringOf(dialect, ["A"]).add({ name: "A" }));
    refuses("unknown-node", () => ringOf(dialect, ["A"]).remove("B"));
  });
});

describe("md5-128-colon", () => {
  const dialect = "md5-128-colon";

  test("labels with a colon", () => {
    const ring = ringOf(dialect, ["a", "b"], 2);
    const labels = [["a:0", "a"], ["a:1", "a"], ["b:0", "b"], ["b:1", "b"]];
    const points = labels.map(([label, node]) => [hash("md5-128", label), node]);
    assert.deepEqual(pairs(ring), points.sort(([a], [b]) => (a < b ? -1 : 1)));
    for (const [label, node] of labels) assert.equal(ring.owner(label), node, label);
  });

  test("its membership policy", () => {
    const ring = ringOf(dialect, ["A", "B"]);
    const before = pairs(ring);
    assert.equal(before.length, 300);
    ring.add({ name: "A", weight: 3 });
    assert.deepEqual([pairs(ring), ring.nodes], [before, ["A", "B"]]);
    refuses("unknown-node", () => ring.remove("C"));
    refuses("bad-vnodes", () => ringOf(dialect, ["A"], 0));
    assert.deepEqual(ringOf(dialect, ["A", "B", "A"]).nodes, ["A", "B"]);
    refuses("empty-ring", () => ringOf(dialect, []).owner("k"));
  });
});

for (const [name, dialect] of dialects) {
  describe(`every dialect: ${name}`, () => {
    const vnodes = 20;

    test("the history does not matter", () => {
      const direct = new Ring(dialect, [{ name: "A" }, { name: "B", weight: 2 }, { name: "C" }], vnodes);
      const grown = new Ring(dialect, [{ name: "X", weight: 3 }, { name: "A" }], vnodes);
      grown.add({ name: "B", weight: 2 });
      grown.remove("X");
      grown.add({ name: "C" });
      grown.remove("A");
      grown.add({ name: "A" });
      assert.deepEqual(pairs(grown), pairs(direct));
      assert.deepEqual([...grown.nodes].sort(), direct.nodes);
      assert.equal(direct.points.length, 4 * vnodes);
    });

    test("a refused change leaves the ring as it was", () => {
      const ring = new Ring(dialect, [{ name: "A" }, { name: "B", weight: 2 }], vnodes);
      const before = [pairs(ring), ring.nodes, ring.owners(keys("k", 100))];
      refuses("bad-weight", () => ring.add({ name: "C", weight: 0 }));
      refuses("bad-weight", () => ring.add({ name: "C", weight: 1.5 }));
      refuses("bad-weight", () => new Ring(dialect, [{ name: "A", weight: -1 }], vnodes));
      if (name !== "md5-128-colon") refuses("duplicate-node", () => ring.add({ name: "B" }));
      if (name !== "md5-32") refuses("unknown-node", () => ring.remove("C"));
      assert.deepEqual([pairs(ring), ring.nodes, ring.owners(keys("k", 100))], before);
    });

    test("replicas are distinct, the owner first, and no more than there are nodes", () => {
      const ring = ringOf(name, ["A", "B", "C"], vnodes);
      for (const key of keys("k", 100)) {
        const all = ring.replicas(key, 10);
        assert.equal(all[0], ring.owner(key));
        assert.deepEqual([...all].sort(), ["A", "B", "C"]);
        assert.deepEqual(ring.replicas(key, 2), all.slice(0, 2));
      }
      refuses("bad-count", () => ring.replicas("k", 0));
    });

    test("any text is a name: empty, look-alikes, integers, names of object properties", () => {
      const names = ["z", "10", "", "2", "\u00e9", "e\u0301", " z", "__proto__", "constructor", "a\0b", "a"];
      const ring = ringOf(name, names, vnodes);
      assert.deepEqual(ring.nodes, name === "md5-32" ? [...names].sort() : names);
      assert.equal(ring.points.length, names.length * vnodes);
    });
  });
}

describe("the adapter", () => {
  const adapter = fileURLToPath(new URL("adapter.js", import.meta.url));
  const run = (input) => spawnSync(process.execPath, [adapter], { input, maxBuffer: 1 << 30 });
  const parse = (output) => output.toString().split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const lines = (requests) => requests.map((request, id) => `${JSON.stringify({ id, ...request })}\n`).join("");

  /** The replies to the requests, without their ids and messages. */
  function ask(...requests) {
    const { status, stdout, stderr } = run(lines(requests));
    assert.deepEqual([status, stderr.toString()], [0, ""]);
    return parse(stdout).map(({ id, message, ...body }, i) => {
      assert.equal(id, i);
      return body;
    });
  }

  test("speaks the whole protocol", () => {
    const positions = ["b#0", "b#1", "a#0", "a#1"].map((label) => [String(hash("md5-128", label)), label[0]]);
    const [hello, ...replies] = ask(
      { op: "hello", protocol: 1 },
      { op: "hash", dialect: "md5-128", key: "abc" },
      { op: "ring", dialect: "md5-128", vnodes: 2, nodes: [{ name: "a" }, { name: "b", weight: 1 }] },
      { op: "points" },
      { op: "owners", keys: ["a#0", "b#0"] },
      { op: "owners", keys: [] },
      { op: "replicas", key: "a#0", count: 2 },
      { op: "replicas", key: "a#0", count: 0 },
      { op: "add", node: { name: "c", weight: 2 } },
      { op: "add", node: { name: "c" } },
      { op: "nodes" },
      { op: "remove", node: "a" },
      { op: "remove", node: "a" },
      { op: "ring", dialect: "md5-32", nodes: [] },
      { op: "owners", keys: ["k"] },
      { op: "remove", node: "a" },
    );
    assert.deepEqual(hello, {
      name: "ringkit typescript reference",
      language: `TypeScript on Node ${process.versions.node}`,
      dialects: ["xmur3-utf16", "md5-32", "md5-128", "md5-128-colon"],
      ops: ["hash", "points", "replicas", "add", "remove", "nodes"],
    });
    assert.deepEqual(replies, [
      { hash: "191415658344158766168031473277922803570" },
      {},
      { points: positions.sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1)) },
      { owners: ["a", "b"] },
      { owners: [] },
      { nodes: ["a", "b"] },
      { error: "bad-count" },
      {},
      { error: "duplicate-node" },
      { nodes: ["a", "b", "c"] },
      { removed: true },
      { error: "unknown-node" },
      {},
      { owners: [null] },
      { removed: false },
    ]);
  });

  test("unsupported and internal", () => {
    const ring = { op: "ring", dialect: "md5-32", nodes: [{ name: "a" }] };
    const [unsupported, internal] = [{ error: "unsupported" }, { error: "internal" }];
    assert.deepEqual(
      ask(
        { op: "owners", keys: [] },
        { op: "dance" },
        { op: "toString" },
        { op: "hash", dialect: "constructor", key: "k" },
        ring,
        { ...ring, dialect: "md5-64" },
        { op: "nodes" },
        ring,
        { ...ring, vnodes: 0 },
        { op: "nodes" },
        ring,
        { op: "owners" },
        { op: "owners", keys: [{ hex: "00" }] },
        { op: "nodes" },
      ),
      [
        internal, unsupported, unsupported, unsupported,
        {}, unsupported, internal,
        {}, { error: "bad-vnodes" }, internal,
        {}, internal, internal, { nodes: ["a"] },
      ],
    );
  });

  test("text is verbatim, and half a surrogate pair is no text", () => {
    const names = ["", "\0", "\u2028", "\u{1F7E2}", "\uFF4E", "\uFEFF", "e\u0301", "\u00e9", "\r\n"];
    const ring = { op: "ring", dialect: "xmur3-utf16", vnodes: 1, nodes: names.map((name) => ({ name })) };
    const labels = names.map((name) => `${name}#0`);
    const internal = { error: "internal" };
    const half = "\ud800"; // JSON.stringify writes it as an escape
    assert.deepEqual(
      ask(
        ring,
        { op: "nodes" },
        { op: "owners", keys: labels },
        { op: "owners", keys: ["k", half] },
        { op: "hash", dialect: "xmur3-utf16", key: `${half}\u{1F600}` },
        { op: "replicas", key: "\udc00", count: 1 },
        { op: "remove", node: half },
        { op: "add", node: { name: `a${half}` } },
        { op: "nodes" },
        { ...ring, nodes: [{ name: half }] },
        { op: half },
      ),
      [
        {}, { nodes: names }, { owners: names },
        internal, internal, internal, internal, internal, { nodes: names }, internal, { error: "unsupported" },
      ],
    );
  });

  test("a line that is no request: the earlier replies, a line on stderr, exit code 1", () => {
    const good = lines([{ op: "hash", dialect: "md5-32", key: "" }]);
    const invalid = Buffer.from(good.trim().replace('"key":""', '"key":"\xff"'), "latin1");
    const idTooBig = '{"id":9007199254740993,"op":"nodes"}';
    for (const bad of ["{", "", "[]", "null", '{"op":"nodes"}', idTooBig, `\uFEFF${good.trim()}`, invalid]) {
      const input = Buffer.concat([Buffer.from(good), Buffer.from(bad), Buffer.from(`\n${good}`)]);
      const { status, stdout, stderr } = run(input);
      assert.equal(status, 1, bad);
      assert.equal(stdout.toString(), '{"id":0,"hash":"3558706393"}\n');
      assert.match(stderr.toString(), /^ringkit adapter: cannot read a request: .+\n$/);
    }
  });

  test("a line that is no request ends it even while the input stays open", { timeout: 10_000 }, async (t) => {
    const child = spawn(process.execPath, [adapter], { stdio: ["pipe", "ignore", "ignore"] });
    t.after(() => child.kill());
    child.stdin.write("nonsense\n");
    assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 1);
  });

  test("end of input", () => {
    assert.deepEqual([run("").status, run("").stdout.toString()], [0, ""]);
    const { status, stdout } = run('{"id":7,"op":"hash","dialect":"md5-32","key":""}'); // no newline at the end
    assert.deepEqual([status, parse(stdout)], [0, [{ id: 7, hash: "3558706393" }]]);
  });

  test("replies at once, and puts lines together from single bytes", { timeout: 10_000 }, async (t) => {
    const child = spawn(process.execPath, [adapter]);
    t.after(() => child.kill());
    for (const key of ["\u{1F7E2}", "\u00e9"]) {
      for (const byte of Buffer.from(`{"id":1,"op":"hash","dialect":"md5-32","key":"${key}"}\n`)) {
        await new Promise((resolve) => child.stdin.write(Buffer.of(byte), resolve));
      }
      const output = await new Promise((resolve) => child.stdout.once("data", resolve));
      assert.deepEqual(parse(output), [{ id: 1, hash: String(hash("md5-32", key)) }]);
    }
    child.stdin.end();
    assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
  });

  test("50,000 requests before the first reply is read, in order and complete", { timeout: 60_000 }, async (t) => {
    const requests = [
      { op: "ring", dialect: "md5-128", nodes: ["a", "b", "c"].map((name) => ({ name })) },
      ...keys("k", 50_000).map((key) => ({ op: "owners", keys: [key] })),
    ];
    const child = spawn(process.execPath, [adapter]);
    t.after(() => child.kill());
    const exited = new Promise((resolve) => child.once("exit", resolve));
    await new Promise((resolve) => child.stdin.end(lines(requests), resolve));
    const output = [];
    for await (const chunk of child.stdout) output.push(chunk);
    assert.equal(await exited, 0);
    const owners = ringOf("md5-128", ["a", "b", "c"]).owners(keys("k", 50_000));
    const expected = [{ id: 0 }, ...owners.map((owner, i) => ({ id: i + 1, owners: [owner] }))];
    assert.deepEqual(parse(Buffer.concat(output)), expected);
  });

  test("a reply and a request of a megabyte", () => {
    const key = "\u{1F7E2}".repeat(250_000);
    const [, { points }, { hash: position }] = ask(
      { op: "ring", dialect: "md5-128", vnodes: 20_000, nodes: [{ name: "a" }] },
      { op: "points" },
      { op: "hash", dialect: "md5-128", key },
    );
    assert.equal(points.length, 20_000);
    assert.equal(position, String(hash("md5-128", key)));
  });
});
