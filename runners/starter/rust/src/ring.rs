//! What `main` asks of your ring. Fill it in here, in this order:
//!
//! 1. hash: the position of a text; all else follows from it
//! 2. ring and points: a new ring, and its points in ring order
//! 3. owners: the owners of keys
//! 4. replicas: the first distinct nodes from a key on
//! 5. nodes, add, remove
//!
//! After each step add its name to `OPS`, build, and run `ringkit doctor` and
//! `ringkit check`. What is not in `OPS` is answered `unsupported`, which is never
//! a pass.
//!
//! Pass on what comes in and what comes out, as it is. Whatever is sorted, checked
//! or filled in here is not tested in your ring.

#![allow(dead_code, unused_variables)] // until all is filled in

use std::fmt;

pub const NAME: &str = "my ring";

/// What is filled in, by the names of the list above: `"hash"`, `"ring"`,
/// `"points"` ...
pub const OPS: &[&str] = &[];

/// A place on the circle: unsigned, and wide enough for all dialects.
pub type Position = u128;

/// What your ring refuses: return this in place of its own error. A panic ends
/// the adapter.
pub struct RingError {
    code: &'static str,
    message: String,
}

impl RingError {
    /// One of empty-ring, duplicate-node, unknown-node, bad-vnodes, bad-weight,
    /// bad-count; unsupported for what your ring does not have, such as weights;
    /// internal for anything else, which is a failure.
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for RingError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A set of placement rules.
pub struct Dialect {
    /// Its name in the kit.
    pub name: &'static str,
    pub hash: fn(&str) -> Position,
}

/// The dialects that your ring speaks; `ringkit check --help` names all that there are.
pub static DIALECTS: [Dialect; 1] = [Dialect {
    name: "md5-32",
    hash: md5_32,
}];

/// 1. The position of a text.
fn md5_32(text: &str) -> Position {
    todo!("hash")
}

/// A member to be.
pub struct Node<'a> {
    pub name: &'a str,
    pub weight: i32,
}

/// A position and the node it belongs to.
pub struct Point {
    pub position: Position,
    pub node: String,
}

/// Your ring, behind the functions that `main` calls.
pub struct Ring {}

impl Ring {
    /// 2. Creates your ring; its own default counts where `vnodes` is `None`.
    pub fn new(
        dialect: &'static Dialect,
        nodes: &[Node],
        vnodes: Option<i32>,
    ) -> Result<Self, RingError> {
        todo!("ring")
    }

    /// 2. All points, in ring order.
    pub fn points(&self) -> Vec<Point> {
        todo!("points")
    }

    /// 3. The owner of each key; `None` is the answer "none".
    pub fn owners(&self, keys: &[&str]) -> Result<Vec<Option<&str>>, RingError> {
        todo!("owners")
    }

    /// 4. The first `count` distinct nodes from the key on.
    pub fn replicas(&self, key: &str, count: i64) -> Result<Vec<&str>, RingError> {
        todo!("replicas")
    }

    /// 5. The names of the members.
    pub fn nodes(&self) -> Vec<&str> {
        todo!("nodes")
    }

    /// 5. Adds a node.
    pub fn add(&mut self, node: Node) -> Result<(), RingError> {
        todo!("add")
    }

    /// 5. Removes a node, and says whether it was there.
    pub fn remove(&mut self, name: &str) -> Result<bool, RingError> {
        todo!("remove")
    }
}
