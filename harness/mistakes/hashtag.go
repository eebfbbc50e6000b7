package mistakes

import (
	"strings"

	"ringkit/goring"
	"ringkit/harness"
)

// rightTag is what is hashed of a key that may have a tag.
func rightTag(key string) string {
	_, rest, _ := strings.Cut(key, "{")
	if tag, _, closed := strings.Cut(rest, "}"); closed && tag != "" {
		return tag
	}
	return key
}

// withTag makes another rule for tags an edit of the dialect.
func withTag(tag func(key string) string) func(d *goring.Dialect) {
	return func(d *goring.Dialect) {
		switch d.Name {
		case "redis-cluster":
			withSlot(func(key string) uint32 { return crc16(tag(key), 0) % slotCount })(d)
		case "go-redis":
			inGoRedis(func(s *goRedisSteps) { s.tag = tag })(d)
		default:
			d.Hash = func(text string) goring.Position {
				if text == "" { // this one has its own rule, whatever tags do
					return goring.TwemproxyHashTag.Hash(text)
				}
				return goring.Twemproxy.Hash(tag(text))
			}
		}
	}
}

var tagDialects = []string{"twemproxy-hash-tag", "redis-cluster", "go-redis"}

func tagMistake(name, says, cause string, tag func(key string) string) Mistake {
	return Mistake{
		Name: "tag-" + name, Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says: says, Cause: cause,
		Fix:  "take what is between the first { and the first } after it; if one is missing or there is nothing between, take the whole key",
		edit: withTag(tag),
	}
}

var hashTagMistakes = []Mistake{
	tagMistake("ignored", "your ring hashes the whole of a key that has a tag",
		"tags are left to the server, or the setting is not read", func(key string) string { return key }),
	tagMistake("to-last-brace", "your ring takes a tag to end at the last closing brace; it ends at the first",
		"a greedy pattern such as {(.+)}, lastIndexOf, rindex or strrchr", func(key string) string {
			_, rest, _ := strings.Cut(key, "{")
			if end := strings.LastIndexByte(rest, '}'); end > 0 {
				return rest[:end]
			}
			return key
		}),
	tagMistake("of-last-opening", "your ring takes a tag to begin at the last opening brace; it begins at the first",
		"lastIndexOf or strrchr for the opening brace, or a pattern such as {([^{}]+)}", func(key string) string {
			if begin := strings.LastIndexByte(key, '{'); begin >= 0 {
				return rightTag(key[begin:])
			}
			return key
		}),
	tagMistake("of-first-closing", "your ring looks for the first closing brace anywhere, so that a key with one before its tag has no tag",
		"indexOf('}') without the place to begin from", func(key string) string {
			begin, end := strings.IndexByte(key, '{'), strings.IndexByte(key, '}')
			if begin >= 0 && end > begin+1 {
				return key[begin+1 : end]
			}
			return key
		}),
	tagMistake("empty-hashed", "your ring hashes nothing of a key that has an empty tag; the whole key counts then",
		"the check that there is something between the braces was left out", func(key string) string {
			if _, rest, opened := strings.Cut(key, "{"); opened {
				if tag, _, closed := strings.Cut(rest, "}"); closed {
					return tag
				}
			}
			return key
		}),
	tagMistake("after-empty", "your ring passes over an empty tag and takes the next; the whole key counts then",
		"a pattern such as {([^}]+)}, which matches further on", func(key string) string {
			rest := key
			for {
				_, after, opened := strings.Cut(rest, "{")
				tag, behind, closed := strings.Cut(after, "}")
				switch {
				case !opened || !closed:
					return key
				case tag != "":
					return tag
				}
				rest = behind
			}
		}),
	tagMistake("unclosed-hashed", "your ring hashes what follows an opening brace that is never closed; the whole key counts then",
		"the end of the key stands for the closing brace where that is not found", func(key string) string {
			if _, rest, opened := strings.Cut(key, "{"); opened && rest != "" && !strings.Contains(rest, "}") {
				return rest
			}
			return rightTag(key)
		}),
	tagMistake("with-braces", "your ring hashes the braces along with the tag",
		"group 0 of the pattern for group 1, or an index that is one off", func(key string) string {
			if tag := rightTag(key); tag != key {
				return "{" + tag + "}"
			}
			return key
		}),
}
