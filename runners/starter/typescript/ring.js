// What adapter.js asks of your ring. Fill it in here, in this order:
//
// 1. hash              the position of a text; all else follows from it
// 2. ring and points   a new ring, and its points in ring order
// 3. owners            the owners of keys
// 4. replicas          the first distinct nodes from a key on
// 5. nodes, add, remove
//
// After each step add its name to ops, and run `ringkit doctor` and `ringkit check`.
// What is not in ops is answered `unsupported`, which is never a pass.
//
// Pass on what comes in and what comes out, as it is. Whatever is sorted, checked or filled in here is not tested in
// your ring.
//
// This is JavaScript, with its types in comments, so that it runs on Node 18 as it is, with nothing to install or to
// build. A ring in TypeScript is imported as its build leaves it: import { HashRing } from "../dist/hash-ring.js".
// @ts-check

export const name = "my ring";

/**
 * What is filled in, by the names of the list above: "hash", "ring", "points" ...
 * @type {string[]}
 */
export const ops = [];

/** What your ring refuses: throw this in place of its own error. Any other is answered `internal`, a failure. */
export class RingError extends Error {
  /**
   * @param {string} code empty-ring, duplicate-node, unknown-node, bad-vnodes, bad-weight or bad-count; or unsupported
   *   for what your ring does not have, such as weights
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * 1. The position of a text, an unsigned integer. A number is exact up to 2^53: more bits need a bigint.
 * @param {string} text
 * @returns {number | bigint}
 */
function md5_32(text) {
  throw new Error("hash is not filled in");
}

/**
 * A set of placement rules: its name in the kit, and its hash.
 * @typedef {{ name: string, hash: (text: string) => number | bigint }} Dialect
 */

/** The dialects that your ring speaks, by name; `ringkit check --help` names all that there are. */
export const dialects = new Map([["md5-32", { name: "md5-32", hash: md5_32 }]]);

/**
 * A member to be; its weight is 1 where none is given.
 * @typedef {{ name: string, weight?: number }} Node
 */

/** Your ring, behind the members that adapter.js uses. */
export class Ring {
  /**
   * 2. Create your ring; its own default counts where vnodes is undefined.
   * @param {Dialect} dialect
   * @param {Node[]} nodes
   * @param {number} [vnodes]
   */
  constructor(dialect, nodes, vnodes) {
    throw new Error("ring is not filled in");
  }

  /**
   * 2. All points, in ring order.
   * @returns {{ position: number | bigint, node: string }[]}
   */
  get points() {
    throw new Error("points is not filled in");
  }

  /**
   * 3. The owner of each key; null is the answer "none".
   * @param {string[]} keys
   * @returns {(string | null)[]}
   */
  owners(keys) {
    throw new Error("owners is not filled in");
  }

  /**
   * 4. The first `count` distinct nodes from the key on.
   * @param {string} key
   * @param {number} count
   * @returns {string[]}
   */
  replicas(key, count) {
    throw new Error("replicas is not filled in");
  }

  /**
   * 5. The names of the members.
   * @returns {string[]}
   */
  get nodes() {
    throw new Error("nodes is not filled in");
  }

  /**
   * 5. Adds a node.
   * @param {Node} node
   */
  add({ name, weight = 1 }) {
    throw new Error("add is not filled in");
  }

  /**
   * 5. Removes a node, and says whether it was there.
   * @param {string} name
   * @returns {boolean}
   */
  remove(name) {
    throw new Error("remove is not filled in");
  }
}
