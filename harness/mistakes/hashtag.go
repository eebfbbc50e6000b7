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

// tagFix is what to do, whichever of the two ends was missed.
const tagFix = "take what is between the first { and the first } after it; if one is missing or there is nothing between, take the whole key"

var hashTagMistakes = []Mistake{
	{
		Name: "tag-ignored", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring hashes the whole of a key that has a tag",
		Cause: "tags are left to the server, or the setting is not read",
		Fix:   tagFix,
		edit:  withTag(func(key string) string { return key }),
	},
	{
		Name: "tag-to-last-brace", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring takes a tag to end at the last closing brace; it ends at the first",
		Cause: "a greedy pattern such as {(.+)}, lastIndexOf, rindex or strrchr",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			_, rest, _ := strings.Cut(key, "{")
			if end := strings.LastIndexByte(rest, '}'); end > 0 {
				return rest[:end]
			}
			return key
		}),
	},
	{
		Name: "tag-of-last-opening", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring takes a tag to begin at the last opening brace; it begins at the first",
		Cause: "lastIndexOf or strrchr for the opening brace, or a pattern such as {([^{}]+)}",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			if begin := strings.LastIndexByte(key, '{'); begin >= 0 {
				return rightTag(key[begin:])
			}
			return key
		}),
	},
	{
		Name: "tag-of-first-closing", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring looks for the first closing brace anywhere, so that a key with one before its tag has no tag",
		Cause: "indexOf('}') without the place to begin from",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			begin, end := strings.IndexByte(key, '{'), strings.IndexByte(key, '}')
			if begin >= 0 && end > begin+1 {
				return key[begin+1 : end]
			}
			return key
		}),
	},
	{
		Name: "tag-empty-hashed", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring hashes nothing of a key that has an empty tag; the whole key counts then",
		Cause: "the check that there is something between the braces was left out",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			if _, rest, opened := strings.Cut(key, "{"); opened {
				if tag, _, closed := strings.Cut(rest, "}"); closed {
					return tag
				}
			}
			return key
		}),
	},
	{
		Name: "tag-after-empty", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring passes over an empty tag and takes the next; the whole key counts then",
		Cause: "a pattern such as {([^}]+)}, which matches further on",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
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
	},
	{
		Name: "tag-unclosed-hashed", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring hashes what follows an opening brace that is never closed; the whole key counts then",
		Cause: "the end of the key stands for the closing brace where that is not found",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			if _, rest, opened := strings.Cut(key, "{"); opened && rest != "" && !strings.Contains(rest, "}") {
				return rest
			}
			return rightTag(key)
		}),
	},
	{
		Name: "tag-with-braces", Stage: harness.StageHash, Rule: "hash-tag", dialects: tagDialects,
		Says:  "your ring hashes the braces along with the tag",
		Cause: "group 0 of the pattern for group 1, or an index that is one off",
		Fix:   tagFix,
		edit: withTag(func(key string) string {
			if tag := rightTag(key); tag != key {
				return "{" + tag + "}"
			}
			return key
		}),
	},
}
