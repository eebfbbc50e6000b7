// Code generated from adapter.ts by "npm run generate". DO NOT EDIT.

// Lets ringkit talk to ring.ts: adapter protocol 1 on standard input and output.
import { dialects, Ring, RingError } from "./ring.js";
class Unsupported extends Error {
    code = "unsupported";
}
let current;
function answer(request) {
    switch (request.op) {
        case "hello":
            if (request.protocol !== 1)
                throw new Unsupported("this adapter speaks protocol 1");
            return {
                name: "ringkit typescript reference",
                language: `TypeScript on Node ${process.versions.node}`,
                dialects: [...dialects.keys()],
                ops: ["hash", "points", "replicas", "add", "remove", "nodes"],
            };
        case "hash":
            // As text: a JSON number is exact only up to 2^53, and JSON.stringify refuses a bigint.
            return { hash: String(dialect(request.dialect).hash(text(request.key))) };
        case "ring":
            current = undefined; // so that a ring that fails leaves none behind
            current = new Ring(dialect(request.dialect), request.nodes.map(node), request.vnodes);
            return {};
        case "owners":
            return { owners: ring().owners(request.keys.map(text)) };
        case "replicas":
            return { nodes: ring().replicas(text(request.key), request.count) };
        case "points":
            return { points: ring().points.map((point) => [String(point.position), point.node]) };
        case "nodes":
            return { nodes: ring().nodes };
        case "add":
            ring().add(node(request.node));
            return {};
        case "remove":
            return { removed: ring().remove(text(request.node)) };
        default:
            throw new Unsupported("unknown op");
    }
}
function ring() {
    if (current === undefined)
        throw new Error("there is no ring");
    return current;
}
function dialect(name) {
    const found = dialects.get(name);
    if (found === undefined)
        throw new Unsupported("unknown dialect");
    return found;
}
function node({ name, weight }) {
    return { name: text(name), weight };
}
/** JSON can say "\ud800", half of a surrogate pair, which is no text: hashing it as UTF-8 would silently replace it. */
function text(value) {
    if (typeof value !== "string")
        throw new TypeError("a key or name is not a string");
    if (/\p{Surrogate}/u.test(value))
        throw new TypeError("a key or name has a lone surrogate");
    return value;
}
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** The reply to one line. @throws Error if the line is no request at all, so that there is nothing to reply to. */
function reply(line) {
    const request = JSON.parse(utf8.decode(line));
    if (request === null || !Number.isSafeInteger(request.id))
        throw new TypeError("not an object with an integer id");
    let body;
    try {
        body = answer(request);
    }
    catch (error) {
        const code = error instanceof RingError || error instanceof Unsupported ? error.code : "internal";
        body = { error: code, message: error instanceof Error ? error.message : String(error) };
    }
    return `${JSON.stringify({ id: request.id, ...body })}\n`;
}
/**
 * The input's lines without their newlines: those that each chunk completes, together.
 * Split as bytes: node:readline would also split at \r and U+2028, and would hide invalid UTF-8.
 */
async function* bursts(input) {
    let rest = Buffer.alloc(0);
    for await (const chunk of input) {
        const lines = [];
        rest = Buffer.concat([rest, chunk]);
        for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
            lines.push(rest.subarray(0, end));
            rest = rest.subarray(end + 1);
        }
        yield lines;
    }
    if (rest.length > 0)
        yield [rest];
}
for await (const lines of bursts(process.stdin)) {
    let replies = "";
    try {
        for (const line of lines)
            replies += reply(line);
    }
    catch (error) {
        console.error(`ringkit adapter: cannot read a request: ${error}`);
        process.exitCode = 1; // not process.exit(), which drops output that a pipe has not taken yet
    }
    // One write a burst is far quicker than one a line. No waiting for "drain": the kit may send all before it reads.
    process.stdout.write(replies);
    if (process.exitCode)
        break;
}
