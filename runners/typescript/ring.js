// Code generated from ring.ts by "npm run generate". DO NOT EDIT.

// A consistent-hash ring and four dialects. A dialect is a value with one field per stage; Ring only connects them.
// Text is any string of Unicode scalar values and is hashed as it is: not trimmed, folded or normalised.
import { createHash } from "node:crypto";
export class RingError extends Error {
    name = "RingError";
    code;
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}
function xmur3(text) {
    let h = 1779033703 ^ text.length;
    for (let i = 0; i < text.length; i++) {
        // charCodeAt gives UTF-16 units, as this dialect wants; codePointAt, or for…of, would give code points.
        // Math.imul, because the product of two 32-bit numbers does not fit into the 53 exact bits of a number.
        h = Math.imul(h ^ text.charCodeAt(i), 3432918353);
        h = (h << 13) | (h >>> 19);
    }
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    // Every bitwise operator gives a signed result; only >>> 0 makes it unsigned.
    return (h ^ (h >>> 16)) >>> 0;
}
const md5 = (text) => createHash("md5").update(text, "utf8").digest();
/** The kit asks for the same keys and labels in case after case, and a digest costs far more than to remember it. */
function remembered(hash) {
    const known = new Map();
    return (text) => {
        let position = known.get(text);
        if (position === undefined) {
            position = hash(text);
            if (known.size === 65536)
                known.clear();
            known.set(text, position);
        }
        return position;
    };
}
/** Code point order, which is the order of the UTF-8 bytes; `<` on strings compares UTF-16 units instead. */
const byName = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const xmur3_utf16 = {
    name: "xmur3-utf16",
    hash: xmur3,
    label: (node, index) => `${node}#${index}`,
    tie: () => 0,
    serves: (point, key) => point >= key,
    vnodesBelowOne: "no points",
    lookupWithoutPoints: "error",
    listedTwice: "once",
    addExisting: "error",
    removeUnknown: "error",
    nodes: "listed",
};
const md5_128 = {
    ...xmur3_utf16,
    name: "md5-128",
    hash: remembered((text) => BigInt(`0x${md5(text).toString("hex")}`)),
    tie: byName,
    defaultVnodes: 100,
};
const md5_32 = {
    ...md5_128,
    name: "md5-32",
    hash: remembered((text) => md5(text).readUInt32BE(0)),
    vnodesBelowOne: "error",
    lookupWithoutPoints: "nothing",
    listedTwice: "error",
    removeUnknown: "false",
    nodes: "sorted",
};
const md5_128_colon = {
    ...md5_128,
    name: "md5-128-colon",
    label: (node, index) => `${node}:${index}`,
    defaultVnodes: 150,
    vnodesBelowOne: "error",
    addExisting: "nothing",
};
/** By name. In a Map, because an object would also find "constructor". */
export const dialects = new Map([xmur3_utf16, md5_32, md5_128, md5_128_colon].map((dialect) => [dialect.name, dialect]));
export class Ring {
    #dialect;
    #vnodes;
    /** Name to weight, in list order. In a Map, because an object moves names that look like integers to the front. */
    #members = new Map();
    #points = [];
    /** @throws RingError bad-vnodes, bad-weight; duplicate-node where the dialect refuses a node listed twice. */
    constructor(dialect, nodes = [], vnodes = dialect.defaultVnodes) {
        if (vnodes === undefined || !Number.isInteger(vnodes) || (vnodes < 1 && dialect.vnodesBelowOne === "error")) {
            throw new RingError("bad-vnodes", `${dialect.name} does not take vnodes ${vnodes}`);
        }
        this.#dialect = dialect;
        this.#vnodes = vnodes;
        for (const { name, weight = 1 } of nodes) {
            checkWeight(weight);
            if (!this.#members.has(name))
                this.#members.set(name, weight);
            else if (dialect.listedTwice === "error")
                throw new RingError("duplicate-node", `${name} is listed twice`);
        }
        this.#place([...this.#members].flatMap(([name, weight]) => this.#pointsOf(name, weight)));
    }
    /** In ring order: ascending, and among equal points the owner's first. */
    get points() {
        return this.#points;
    }
    /** The members' names: sorted where the dialect says so, else in list order. */
    get nodes() {
        const names = [...this.#members.keys()];
        return this.#dialect.nodes === "sorted" ? names.sort(byName) : names;
    }
    /** @throws RingError empty-ring, where the dialect does not answer null. */
    owner(key) {
        const point = this.#points[this.#find(key)] ?? this.#points[0];
        return point === undefined ? this.#withoutPoints(null) : point.node;
    }
    /** One owner a key, in order; no keys get an empty answer even from an empty ring. */
    owners(keys) {
        return keys.map((key) => this.owner(key));
    }
    /**
     * The first `count` distinct nodes from the key on, the owner first; all nodes where there are fewer.
     * @throws RingError bad-count; empty-ring, where the dialect does not answer an empty list.
     */
    replicas(key, count) {
        if (!Number.isInteger(count) || count < 1)
            throw new RingError("bad-count", `count is ${count}`);
        const { length } = this.#points;
        if (length === 0)
            return this.#withoutPoints([]);
        const start = this.#find(key);
        const met = new Set();
        for (let i = 0; i < length && met.size < count; i++)
            met.add(this.#points[(start + i) % length].node);
        return [...met];
    }
    /** @throws RingError bad-weight; duplicate-node, where the dialect does not let it pass. Nothing is then changed. */
    add({ name, weight = 1 }) {
        checkWeight(weight);
        if (this.#members.has(name)) {
            if (this.#dialect.addExisting === "nothing")
                return;
            throw new RingError("duplicate-node", `${name} is in the ring already`);
        }
        this.#place([...this.#points, ...this.#pointsOf(name, weight)]);
        this.#members.set(name, weight);
    }
    /**
     * Whether the node was there.
     * @throws RingError unknown-node, where the dialect does not answer false. Nothing is then changed.
     */
    remove(name) {
        if (!this.#members.delete(name)) {
            if (this.#dialect.removeUnknown === "false")
                return false;
            throw new RingError("unknown-node", `${name} is not in the ring`);
        }
        this.#points = this.#points.filter(({ node }) => node !== name);
        return true;
    }
    #pointsOf(node, weight) {
        const { hash, label } = this.#dialect;
        const points = [];
        for (let i = 0; i < weight * this.#vnodes; i++)
            points.push({ position: hash(label(node, i)), node });
        return points;
    }
    /** Takes the points over in ring order. They come in list order, and a stable sort keeps that where `tie` is 0. */
    #place(points) {
        const { tie } = this.#dialect;
        // Without a comparator, sort compares as text. `a - b` would not do: for bigints it is a bigint, not a number.
        this.#points = points.sort((a, b) => a.position < b.position ? -1 : a.position > b.position ? 1 : tie(a.node, b.node));
    }
    /** The index of the first point that serves the key; the number of points where none does. */
    #find(key) {
        const position = this.#dialect.hash(key);
        let low = 0;
        let high = this.#points.length;
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.#dialect.serves(this.#points[middle].position, position))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
    #withoutPoints(answer) {
        if (this.#dialect.lookupWithoutPoints === "error")
            throw new RingError("empty-ring", "the ring has no points");
        return answer;
    }
}
function checkWeight(weight) {
    if (!Number.isInteger(weight) || weight < 1)
        throw new RingError("bad-weight", `weight is ${weight}`);
}
