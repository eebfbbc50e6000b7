//! Reads and writes JSON (RFC 8259).

use std::fmt;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    /// As it is written: no number type holds all that JSON can write.
    Number(String),
    Text(String),
    List(Vec<Value>),
    /// In the order they are written, and as often.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The member of that name in an object, the last if there are several.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members
                .iter()
                .rev()
                .find(|(n, _)| n == name)
                .map(|(_, v)| v),
            _ => None,
        }
    }
}

/// What was read.
pub struct Document {
    pub value: Value,
    /// Whether a string holds half of a surrogate pair, which JSON can write
    /// as an escape but no `String` can hold. U+FFFD stands in its place.
    pub has_lone_surrogate: bool,
}

/// Reads one value with white space around it; the error says what was expected
/// and where.
pub fn read(text: &str) -> Result<Document, String> {
    let mut reader = Reader {
        text,
        at: 0,
        has_lone_surrogate: false,
    };
    let value = reader.value(0)?;
    match reader.peek() {
        None => Ok(Document {
            value,
            has_lone_surrogate: reader.has_lone_surrogate,
        }),
        Some(_) => Err(reader.expected("the end")),
    }
}

/// Deeper nesting is refused before it can overflow the stack.
const MAX_DEPTH: usize = 100;

struct Reader<'a> {
    text: &'a str,
    /// In bytes, and never inside a character.
    at: usize,
    has_lone_surrogate: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The next byte after white space.
    fn peek(&mut self) -> Option<u8> {
        // char::is_whitespace would take more than JSON's four.
        let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.at += self.rest().iter().take_while(space).count();
        self.rest().first().copied()
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expected(&self, what: &str) -> String {
        format!("not JSON: expected {what} at byte {}", self.at + 1)
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(format!("nested more than {MAX_DEPTH} deep"));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => Ok(Value::Text(self.string()?)),
            Some(b't') => self.literal("true", Value::Bool(true)),
            Some(b'f') => self.literal("false", Value::Bool(false)),
            Some(b'n') => self.literal("null", Value::Null),
            _ => self.number(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        let mut members = Vec::new();
        self.at += 1;
        if self.skip(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.expected("a member's name"));
            }
            let name = self.string()?;
            if !self.skip(b':') {
                return Err(self.expected("':'"));
            }
            members.push((name, self.value(depth + 1)?));
            if self.skip(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.skip(b',') {
                return Err(self.expected("',' or '}'"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        let mut elements = Vec::new();
        self.at += 1;
        if self.skip(b']') {
            return Ok(Value::List(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            if self.skip(b']') {
                return Ok(Value::List(elements));
            }
            if !self.skip(b',') {
                return Err(self.expected("',' or ']'"));
            }
        }
    }

    fn literal(&mut self, word: &str, value: Value) -> Result<Value, String> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.expected("a value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        self.at += usize::from(self.rest().first() == Some(&b'-'));
        if self.rest().first() == Some(&b'0') {
            self.at += 1; // 0 stands alone: no digits may follow
        } else {
            self.digits()?;
        }
        if self.rest().first() == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.rest().first() {
            self.at += 1;
            self.at += usize::from(matches!(self.rest().first(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(Value::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> Result<(), String> {
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit());
        match digits.count() {
            0 => Err(self.expected("a value")),
            count => {
                self.at += count;
                Ok(())
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut string = String::new();
        self.at += 1;
        loop {
            let stop = |byte: &u8| matches!(byte, b'"' | b'\\' | ..=0x1f);
            let Some(length) = self.rest().iter().position(stop) else {
                return Err(self.expected("the end of a string"));
            };
            // What stops is ASCII, so that no character is cut in two here.
            string.push_str(&self.text[self.at..self.at + length]);
            self.at += length;
            match self.rest()[0] {
                b'"' => {
                    self.at += 1;
                    return Ok(string);
                }
                b'\\' => {
                    self.at += 1;
                    string.push(self.escaped()?);
                }
                _ => return Err(self.expected("no raw control character in a string")),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let character = match self.rest().first() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_point(),
            _ => return Err(self.expected("an escape")),
        };
        self.at += 1;
        Ok(character)
    }

    /// Above U+FFFF a code point is written as a pair of surrogates.
    fn code_point(&mut self) -> Result<char, String> {
        let mut code = self.unit()?;
        if let (0xd800..=0xdbff, b"\\u") = (code, self.rest().get(..2).unwrap_or_default()) {
            let before = self.at;
            self.at += 1;
            match self.unit()? {
                low @ 0xdc00..=0xdfff => code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00),
                _ => self.at = before,
            }
        }
        // A surrogate is no char.
        Ok(char::from_u32(code).unwrap_or_else(|| {
            self.has_lone_surrogate = true;
            char::REPLACEMENT_CHARACTER
        }))
    }

    /// A UTF-16 unit: u and four hex digits.
    fn unit(&mut self) -> Result<u32, String> {
        let digits = self.rest().get(1..5).unwrap_or_default();
        // from_str_radix alone would also take a sign.
        if digits.len() < 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(self.expected("an escape"));
        }
        let text = &self.text[self.at + 1..self.at + 5];
        self.at += 5;
        u32::from_str_radix(text, 16).map_err(|error| error.to_string())
    }
}

/// Writes on one line, in UTF-8: only what JSON demands is escaped.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(digits) => f.write_str(digits),
            Value::Text(text) => write_string(f, text),
            Value::List(elements) => {
                f.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    element.fmt(f)?;
                }
                f.write_str("]")
            }
            Value::Object(members) => {
                f.write_str("{")?;
                for (i, (name, value)) in members.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { "," })?;
                    write_string(f, name)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_string(f: &mut fmt::Formatter, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    let mut rest = text;
    while let Some(length) = rest.find(|c| matches!(c, '"' | '\\' | ..='\u{1f}')) {
        f.write_str(&rest[..length])?;
        // Not {:?}, which escapes as Rust does and not as JSON does.
        write!(f, "\\u{:04x}", rest.as_bytes()[length])?;
        rest = &rest[length + 1..];
    }
    f.write_str(rest)?;
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::{read, Value};

    fn text(json: &str) -> String {
        match read(json).map(|document| document.value) {
            Ok(Value::Text(text)) => text,
            other => panic!("{json}: {:?}", other.err()),
        }
    }

    #[test]
    fn strings() {
        assert_eq!(text(r#" "" "#), "");
        assert_eq!(text(r#""\"\\\/\b\f\n\r\t""#), "\"\\/\u{8}\u{c}\n\r\t");
        assert_eq!(text(r#""a\u0000\u00E9\u00e9é""#), "a\0ééé");
        assert_eq!(text(r#""\ud83d\ude00😀""#), "😀😀");
    }

    #[test]
    fn lone_surrogates_are_found() {
        for json in [
            r#""\ud83d""#,
            r#""\ude00""#,
            r#""\ude00\ud83d""#,
            r#""\ud83d\u0041""#,
            r#""\ud83d\n""#,
            r#""\ud83d\ud83d\ude00""#,
            r#"{"a":["\udfff"]}"#,
        ] {
            assert!(read(json).unwrap().has_lone_surrogate, "{json}");
        }
        assert!(
            !read(r#""\\ud800 \ud83d\ude00""#)
                .unwrap()
                .has_lone_surrogate
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let json = r#"{"a":[1,-2.5e+3,"\u0000\u0022\u005c é😀",{},[]],"":null,"b":[true,false]}"#;
        assert_eq!(read(json).unwrap().value.to_string(), json);
    }

    #[test]
    fn of_two_members_the_last_counts() {
        let value = read(r#"{"a":1,"a":2}"#).unwrap().value;
        assert_eq!(value.get("a"), Some(&Value::Number("2".into())));
        assert_eq!(value.get("b"), None);
    }

    #[test]
    fn malformed() {
        let deep = "[".repeat(100_000);
        for json in [
            "",
            " ",
            "{",
            "}",
            "[",
            "]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "1 2",
            "tru",
            "nul",
            "True",
            "NaN",
            "-",
            "01",
            "+1",
            ".5",
            "1.",
            "1e",
            "0x1",
            "-a",
            "\"",
            "\"\\\"",
            "\"\\x\"",
            "\"\\u\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "\"\\u12é4\"",
            "\"\\ud83d\\u\"",
            "\"\n\"",
            "\"\0\"",
            "\u{a0}1",
            "\u{feff}1",
            &deep,
        ] {
            assert!(read(json).is_err(), "{json:.20}");
        }
    }
}
