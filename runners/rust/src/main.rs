//! Lets the kit talk to `ring` over standard input and output: protocol 1 of
//! spec/, one JSON object a line, one reply a request, in order, until the input
//! ends. To adapt another ring, keep this file and `json`, and replace what it
//! imports from `ring`.

mod json;
mod md5;
mod ring;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;

use json::Value;
use ring::{Dialect, Node, Ring, RingError, DIALECTS};

/// The exit status is 0 at the end of the input, and 1 where a line of it is no
/// request.
fn main() -> ExitCode {
    match serve(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("adapter: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(input: impl Read, output: impl Write) -> io::Result<()> {
    let mut requests = BufReader::with_capacity(1 << 16, input);
    // println! would write each line on its own, and panic when nobody reads.
    let mut replies = BufWriter::with_capacity(1 << 16, output);
    let mut adapter = Adapter { ring: None };
    let mut line = Vec::new();
    for number in 1_u64.. {
        // The next read may wait, and whoever sent the lines so far may wait
        // for the replies to them before sending more.
        if !requests.buffer().contains(&b'\n') {
            replies.flush()?;
        }
        line.clear();
        // Not lines(), which stops at what is not UTF-8 without its bytes.
        if requests.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        match adapter.reply(&line) {
            Ok(reply) => writeln!(replies, "{reply}")?,
            Err(error) => {
                replies.flush()?;
                let message = format!("line {number} of the input: {error}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
    }
    Ok(())
}

/// Why there is no answer.
enum Failure {
    Refused(RingError),
    Unsupported(String),
    Internal(String),
}

impl From<RingError> for Failure {
    fn from(error: RingError) -> Self {
        Failure::Refused(error)
    }
}

/// The fields of an answer.
type Answer = Vec<(&'static str, Value)>;

/// Answers requests; holds the one ring they are about.
struct Adapter {
    ring: Option<Ring>,
}

impl Adapter {
    /// The reply to a request. Whatever goes wrong in answering becomes an error
    /// reply; a line that is no object with an id is an error, since there is
    /// nothing to reply to.
    fn reply(&mut self, line: &[u8]) -> Result<Value, String> {
        let text = std::str::from_utf8(line).map_err(|error| error.to_string())?;
        let document = json::read(text)?;
        let request = &document.value;
        let id = match request.get("id") {
            Some(id @ Value::Number(digits)) if digits.parse::<i64>().is_ok() => id.clone(),
            _ => return Err("not an object with an integer id".into()),
        };
        let answer = match self.answer(request, document.has_lone_surrogate) {
            Ok(answer) => answer,
            Err(Failure::Refused(error)) => failed(error.code(), &error.to_string()),
            Err(Failure::Unsupported(message)) => failed("unsupported", &message),
            Err(Failure::Internal(message)) => failed("internal", &message),
        };
        let fields = [("id", id)].into_iter().chain(answer);
        Ok(Value::Object(
            fields
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        ))
    }

    fn answer(&mut self, request: &Value, has_lone_surrogate: bool) -> Result<Answer, Failure> {
        let op = text(request, "op")?;
        if op == "ring" {
            self.ring = None; // whatever may fail below, the last ring is gone
        }
        if has_lone_surrogate {
            return Err(Failure::Internal("text holds a lone surrogate".into()));
        }
        match op {
            "hello" => hello(request),
            "hash" => {
                let hash = dialect(request)?.hash;
                Ok(vec![("hash", position(hash(text(request, "key")?)))])
            }
            "ring" => {
                self.ring = Some(new_ring(request)?);
                Ok(vec![])
            }
            "owners" => {
                let keys = list(request, "keys")?.iter().map(as_text);
                let keys: Vec<&str> = keys.collect::<Result<_, _>>()?;
                let owners = self.held()?.owners(&keys)?;
                let owner =
                    |name: Option<&str>| name.map_or(Value::Null, |name| Value::Text(name.into()));
                Ok(vec![(
                    "owners",
                    Value::List(owners.into_iter().map(owner).collect()),
                )])
            }
            "replicas" => {
                let count = as_integer(member(request, "count")?)?;
                let nodes = self.held()?.replicas(text(request, "key")?, count)?;
                Ok(vec![("nodes", texts(&nodes))])
            }
            "points" => {
                let points = self.held()?.points().iter();
                let pair = |p: &ring::Point| {
                    Value::List(vec![position(p.position), Value::Text(p.node.to_string())])
                };
                Ok(vec![("points", Value::List(points.map(pair).collect()))])
            }
            "nodes" => Ok(vec![("nodes", texts(&self.held()?.nodes()))]),
            "add" => {
                let node = as_node(member(request, "node")?)?;
                self.held()?.add(node)?;
                Ok(vec![])
            }
            "remove" => {
                let removed = self.held()?.remove(text(request, "node")?)?;
                Ok(vec![("removed", Value::Bool(removed))])
            }
            _ => Err(Failure::Unsupported(format!("no operation {op:?}"))),
        }
    }

    fn held(&mut self) -> Result<&mut Ring, Failure> {
        let none = || Failure::Internal("there is no ring".into());
        self.ring.as_mut().ok_or_else(none)
    }
}

fn failed(code: &str, message: &str) -> Answer {
    vec![
        ("error", Value::Text(code.into())),
        ("message", Value::Text(message.into())),
    ]
}

fn hello(request: &Value) -> Result<Answer, Failure> {
    if as_integer(member(request, "protocol")?)? != 1 {
        return Err(Failure::Unsupported(
            "this adapter speaks protocol 1".into(),
        ));
    }
    let dialects: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
    Ok(vec![
        ("name", Value::Text("ringkit rust reference".into())),
        (
            "language",
            Value::Text(concat!("Rust ", env!("RUSTC_VERSION")).into()),
        ),
        ("dialects", texts(&dialects)),
        (
            "ops",
            texts(&["hash", "points", "replicas", "add", "remove", "nodes"]),
        ),
    ])
}

fn new_ring(request: &Value) -> Result<Ring, Failure> {
    let nodes = list(request, "nodes")?.iter().map(as_node);
    let nodes: Vec<Node> = nodes.collect::<Result<_, _>>()?;
    // What is left out must reach the ring as left out: the default is the
    // dialect's.
    let vnodes = request.get("vnodes").map(as_i32).transpose()?;
    Ok(Ring::new(dialect(request)?, &nodes, vnodes)?)
}

fn dialect(request: &Value) -> Result<&'static Dialect, Failure> {
    let name = text(request, "dialect")?;
    let none = || Failure::Unsupported(format!("no dialect {name:?}"));
    DIALECTS
        .iter()
        .find(|dialect| dialect.name == name)
        .ok_or_else(none)
}

fn as_node(value: &Value) -> Result<Node<'_>, Failure> {
    Ok(Node {
        name: text(value, "name")?,
        weight: value.get("weight").map_or(Ok(1), as_i32)?,
    })
}

fn member<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Failure> {
    let none = || Failure::Internal(format!("{name} is missing"));
    value.get(name).ok_or_else(none)
}

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, Failure> {
    as_text(member(value, name)?)
}

fn as_text(value: &Value) -> Result<&str, Failure> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(Failure::Internal(format!("{value} is not text"))),
    }
}

fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], Failure> {
    match member(value, name)? {
        Value::List(elements) => Ok(elements),
        _ => Err(Failure::Internal(format!("{name} is not a list"))),
    }
}

fn as_integer(value: &Value) -> Result<i64, Failure> {
    let number = match value {
        Value::Number(digits) => digits.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| Failure::Internal(format!("{value} is not an integer, or too large")))
}

fn as_i32(value: &Value) -> Result<i32, Failure> {
    // `as` would keep the lower 32 bits without a word.
    let error = |_| Failure::Internal(format!("{value} is too large"));
    as_integer(value)?.try_into().map_err(error)
}

fn texts(names: &[&str]) -> Value {
    Value::List(
        names
            .iter()
            .map(|name| Value::Text((*name).into()))
            .collect(),
    )
}

/// As text: a JSON number is not exact beyond 53 bits in many languages.
fn position(position: ring::Position) -> Value {
    Value::Text(position.to_string())
}
