//! A consistent-hash ring in the dialects `md5-32` and `xmur3`, after the rules
//! in spec/.
//!
//! The data flows through the stages in this order: a key is hashed to a
//! position; every node gives labels, which are hashed to points; the first
//! point at or after the key's position names the owner; walking on from there
//! gives the replicas.

use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

use crate::md5::md5;

/// A place on the circle. A `u32`, since a position is unsigned; an `i32` would
/// sort the upper half of the circle before the lower.
pub type Position = u32;

/// A complete set of placement rules. What these two dialects share is in
/// [`Ring`]: the label, the order of the points, the boundary.
pub struct Dialect {
    pub name: &'static str,
    pub hash: fn(&str) -> Position,
    /// `None`: vnodes must always be given.
    pub default_vnodes: Option<i32>,
    /// Else a ring whose members have no points.
    pub refuses_low_vnodes: bool,
    /// Else the first place and weight count.
    pub refuses_listed_twice: bool,
    /// Else `remove` answers false.
    pub refuses_remove_unknown: bool,
    /// Else `None` for an owner, nothing for replicas.
    pub refuses_empty_lookup: bool,
    /// Else list order.
    pub sorts_nodes: bool,
}

pub static DIALECTS: [Dialect; 2] = [
    Dialect {
        name: "md5-32",
        hash: md5_32,
        default_vnodes: Some(100),
        refuses_low_vnodes: true,
        refuses_listed_twice: true,
        refuses_remove_unknown: false,
        refuses_empty_lookup: false,
        sorts_nodes: true,
    },
    Dialect {
        name: "xmur3",
        hash: xmur3,
        default_vnodes: None,
        refuses_low_vnodes: false,
        refuses_listed_twice: false,
        refuses_remove_unknown: true,
        refuses_empty_lookup: true,
        sorts_nodes: false,
    },
];

/// The first 4 bytes of MD5 over the UTF-8 of `text`, big-endian.
fn md5_32(text: &str) -> Position {
    let digest = md5(text.as_bytes());
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

/// xmur3 over the code points of `text`.
fn xmur3(text: &str) -> Position {
    // chars() are the code points; len() and bytes() would count UTF-8 bytes.
    // The cast wraps modulo 2^32, as all arithmetic here does. A plain * would
    // panic on overflow in a debug build.
    let mut h = 1_779_033_703 ^ text.chars().count() as u32;
    for c in text.chars() {
        h = (h ^ u32::from(c)).wrapping_mul(3_432_918_353);
        h = h.rotate_left(13);
    }
    h = (h ^ h >> 16).wrapping_mul(2_246_822_507);
    h = (h ^ h >> 13).wrapping_mul(3_266_489_909);
    h ^ h >> 16
}

/// A request that the ring refuses; the ring is then as it was.
#[derive(Debug, PartialEq, Eq)]
pub enum RingError {
    EmptyRing,
    DuplicateNode(String),
    UnknownNode(String),
    /// `None`: left out where the dialect has no default.
    BadVnodes(Option<i32>),
    BadWeight(i32),
    BadCount(i64),
}

impl RingError {
    /// The code of the adapter protocol.
    pub fn code(&self) -> &'static str {
        match self {
            RingError::EmptyRing => "empty-ring",
            RingError::DuplicateNode(_) => "duplicate-node",
            RingError::UnknownNode(_) => "unknown-node",
            RingError::BadVnodes(_) => "bad-vnodes",
            RingError::BadWeight(_) => "bad-weight",
            RingError::BadCount(_) => "bad-count",
        }
    }
}

impl fmt::Display for RingError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RingError::EmptyRing => write!(f, "the ring has no points"),
            RingError::DuplicateNode(name) => write!(f, "the node {name:?} is there already"),
            RingError::UnknownNode(name) => write!(f, "the node {name:?} is not in the ring"),
            RingError::BadVnodes(None) => write!(f, "vnodes is left out, and there is no default"),
            RingError::BadVnodes(Some(vnodes)) => write!(f, "vnodes is {vnodes}, not at least 1"),
            RingError::BadWeight(weight) => write!(f, "weight is {weight}, not at least 1"),
            RingError::BadCount(count) => write!(f, "count is {count}, not at least 1"),
        }
    }
}

impl std::error::Error for RingError {}

/// A node as it is given to a ring.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub name: &'a str,
    /// At least 1, or the ring refuses it.
    pub weight: i32,
}

/// A position and the node it belongs to.
// The derived order goes by the fields in this order: position first, then
// name. str compares by bytes, which in UTF-8 is the order of the code points,
// so that of equal positions the node whose name sorts first leads and owns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub position: Position,
    pub node: Rc<str>,
}

pub struct Ring {
    dialect: &'static Dialect,
    vnodes: i32,
    /// In list order.
    members: Vec<Rc<str>>,
    /// In ring order. Not in a map by position, which would keep only one of
    /// several points there.
    points: Vec<Point>,
}

impl Ring {
    /// A ring in which each node has weight * `vnodes` points. Errors:
    /// `BadVnodes`, `BadWeight`, `DuplicateNode`.
    pub fn new(
        dialect: &'static Dialect,
        nodes: &[Node],
        vnodes: Option<i32>,
    ) -> Result<Ring, RingError> {
        let vnodes = vnodes
            .or(dialect.default_vnodes)
            .ok_or(RingError::BadVnodes(None))?;
        if vnodes < 1 && dialect.refuses_low_vnodes {
            return Err(RingError::BadVnodes(Some(vnodes)));
        }
        let mut ring = Ring {
            dialect,
            vnodes,
            members: Vec::new(),
            points: Vec::new(),
        };
        let mut seen = HashSet::new();
        for node in nodes {
            check_weight(node.weight)?;
            if seen.insert(node.name) {
                ring.place(*node);
            } else if dialect.refuses_listed_twice {
                return Err(RingError::DuplicateNode(node.name.to_owned()));
            }
        }
        ring.points.sort();
        Ok(ring)
    }

    /// The owner of each key, in order. A ring without points gives no keys an
    /// empty answer, and any key `None` or the error `EmptyRing`.
    pub fn owners(&self, keys: &[&str]) -> Result<Vec<Option<&str>>, RingError> {
        keys.iter().map(|key| self.owner(key)).collect()
    }

    fn owner(&self, key: &str) -> Result<Option<&str>, RingError> {
        // Past the last point the first one serves.
        match self.points.get(self.find(key)).or(self.points.first()) {
            Some(point) => Ok(Some(&point.node)),
            None if self.dialect.refuses_empty_lookup => Err(RingError::EmptyRing),
            None => Ok(None),
        }
    }

    /// The first `count` distinct nodes from the key on, the owner first; all
    /// of them where there are fewer. Errors: `BadCount`, `EmptyRing`.
    pub fn replicas(&self, key: &str, count: i64) -> Result<Vec<&str>, RingError> {
        if count < 1 {
            return Err(RingError::BadCount(count));
        }
        if self.points.is_empty() && self.dialect.refuses_empty_lookup {
            return Err(RingError::EmptyRing);
        }
        let (before, after) = self.points.split_at(self.find(key));
        let mut met = HashSet::new();
        let walk = after.iter().chain(before).map(|point| &*point.node);
        let limit = usize::try_from(count).unwrap_or(usize::MAX);
        Ok(walk
            .filter(|node| met.insert(*node))
            .take(limit.min(self.members.len()))
            .collect())
    }

    /// All points, ascending; of equal ones the owner's first.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Each member's name once, sorted where the dialect sorts.
    pub fn nodes(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.members.iter().map(|name| &**name).collect();
        if self.dialect.sorts_nodes {
            names.sort_unstable();
        }
        names
    }

    /// Adds a node, last in list order. Errors: `BadWeight`, `DuplicateNode`.
    pub fn add(&mut self, node: Node) -> Result<(), RingError> {
        check_weight(node.weight)?;
        if self.members.iter().any(|name| **name == *node.name) {
            return Err(RingError::DuplicateNode(node.name.to_owned()));
        }
        self.place(node);
        self.points.sort();
        Ok(())
    }

    /// Removes a node and its points; whether it was there. Error:
    /// `UnknownNode`, where the dialect does not answer false.
    pub fn remove(&mut self, name: &str) -> Result<bool, RingError> {
        match self.members.iter().position(|member| **member == *name) {
            Some(index) => {
                // Not swap_remove, which would change the list order.
                self.members.remove(index);
                self.points.retain(|point| *point.node != *name);
                Ok(true)
            }
            None if self.dialect.refuses_remove_unknown => {
                Err(RingError::UnknownNode(name.to_owned()))
            }
            None => Ok(false),
        }
    }

    /// Puts a new node and its points last; the caller sorts.
    fn place(&mut self, node: Node) {
        let name: Rc<str> = Rc::from(node.name);
        // As i64: a product of two i32 may overflow, with a panic in a debug
        // build and silently in a release build.
        for i in 0..i64::from(node.weight) * i64::from(self.vnodes) {
            self.points.push(Point {
                position: (self.dialect.hash)(&format!("{name}#{i}")),
                node: Rc::clone(&name),
            });
        }
        self.members.push(name);
    }

    /// The index of the first point at or after the key's position; the number
    /// of points where there is none.
    fn find(&self, key: &str) -> usize {
        // Not binary_search: of several equal points it finds any.
        let position = (self.dialect.hash)(key);
        self.points.partition_point(|p| p.position < position)
    }
}

fn check_weight(weight: i32) -> Result<(), RingError> {
    if weight < 1 {
        return Err(RingError::BadWeight(weight));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Node, Position, Ring, RingError, DIALECTS};

    const MD5_32: &Dialect = &DIALECTS[0];
    const XMUR3: &Dialect = &DIALECTS[1];

    fn ring(dialect: &'static Dialect, names: &[&str], vnodes: i32) -> Ring {
        let nodes: Vec<Node> = names.iter().map(|&name| Node { name, weight: 1 }).collect();
        Ring::new(dialect, &nodes, Some(vnodes)).ok().unwrap()
    }

    fn pairs(ring: &Ring) -> Vec<(Position, &str)> {
        ring.points()
            .iter()
            .map(|p| (p.position, &*p.node))
            .collect()
    }

    #[test]
    fn xmur3_goes_by_code_points() {
        assert_eq!((XMUR3.hash)("k207"), 4_285_853_574);
        assert_eq!((XMUR3.hash)("\u{1f600}"), 2_046_440_521);
    }

    #[test]
    fn points_owners_and_replicas() {
        let ring = ring(XMUR3, &["A", "B", "C"], 1);
        assert_eq!(
            pairs(&ring),
            [
                (129_767_782, "B"),
                (3_554_822_470, "C"),
                (4_085_209_643, "A")
            ]
        );
        // k207 lies above the last point; a label lies exactly on its point.
        let keys = ["k1", "k207", "A#0", "B#0"];
        assert_eq!(
            ring.owners(&keys),
            Ok(vec![Some("C"), Some("B"), Some("A"), Some("B")])
        );
        assert_eq!(ring.replicas("k207", 2), Ok(vec!["B", "C"]));
        assert_eq!(ring.replicas("k1", 9), Ok(vec!["C", "A", "B"]));
        assert_eq!(ring.replicas("k1", 0), Err(RingError::BadCount(0)));
    }

    #[test]
    fn tied_points_stay_for_the_heir() {
        let (n, green) = ("\u{ff4e}361978", "\u{1f7e2}888");
        let mut ring = ring(MD5_32, &[green, n], 2);
        let tied = |ring: &Ring| -> Vec<String> {
            let tied = pairs(ring).into_iter().filter(|(p, _)| *p == 4_044_104_512);
            tied.map(|(_, name)| name.to_owned()).collect()
        };
        assert_eq!(tied(&ring), [n, green]);
        assert_eq!(ring.remove(n), Ok(true));
        assert_eq!(tied(&ring), [green]);
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut ring = ring(XMUR3, &["a", "b"], 3);
        let before = ring.points().to_vec();
        let node = |name, weight| Node { name, weight };
        assert_eq!(
            ring.add(node("a", 2)),
            Err(RingError::DuplicateNode("a".into()))
        );
        assert_eq!(ring.add(node("c", 0)), Err(RingError::BadWeight(0)));
        assert_eq!(ring.remove("c"), Err(RingError::UnknownNode("c".into())));
        assert_eq!(ring.points(), before);
        assert_eq!(ring.nodes(), ["a", "b"]);
    }

    #[test]
    fn rings_without_points() {
        let none = ring(MD5_32, &[], 1);
        assert_eq!(none.owners(&["k"]), Ok(vec![None]));
        assert_eq!(none.replicas("k", 1), Ok(vec![]));
        let none = ring(XMUR3, &["a"], 0);
        assert_eq!(none.owners(&[]), Ok(vec![]));
        assert_eq!(none.owners(&["k"]), Err(RingError::EmptyRing));
        assert_eq!(none.replicas("k", 1), Err(RingError::EmptyRing));
        assert_eq!(none.nodes(), ["a"]);
    }
}
