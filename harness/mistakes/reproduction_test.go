package mistakes_test

import (
	"testing"

	"ringkit/harness"
	"ringkit/harness/mistakes"
)

// A mistake is worth as much as its reproduction is true. These positions were
// computed by programs that make the mistake in the language where it is usual:
// those of xmur3-utf16 in JavaScript by Node 20, those of md5-128 in Python
// 3.11. Those of single texts in dialects of production are check values that the
// hashes' authors and catalogues of checksums publish.
var reproductions = []struct {
	dialect string
	texts   []string
	wrong   []reproduction
}{
	{"xmur3-utf16", []string{"k207", "caf\u00e9", "\U0001f600", "A#0", "user:1001"}, []reproduction{
		{"float-multiply", []string{"1747629098", "4003911334", "1293552922", "1275648008", "4244244218"}},
		{"signed-shift", []string{"1341116712", "1848488895", "1074622353", "1771558470", "1537321038"}},
		{"signed-shift-in-rotation", []string{"4148355250", "1499971181", "3450666568", "789549278", "131763357"}},
		{"signed-shift-at-end", []string{"9170822", "1123152261", "1906628744", "61710785", "2089584623"}},
		{"code-points", []string{"4285853574", "348837465", "2046440521", "4085209643", "1049937399"}},
	}},
	{"md5-128", []string{"k207", "caf\u00e9", "\U0001f600", "it's", "user:1001"}, []reproduction{
		{"little-endian", []string{"249331696907290140182927619772145906988", "215652161360943203774866788282405949703", "242123801883858454892882423328851755562", "17023747495343802746809259566043393392", "264508389932710221951313855639148849938"}},
		{"last-8-bytes", []string{"1303812943142032315", "10835029126148537762", "17074119775251670966", "12794228190090874380", "1105601528451235526"}},
		{"through-double", []string{"59430922689556962663109258463250743296", "9395458997242411387922946361080676352", "55842721998748736820056804991229231104", "149443449556607039638819480237009534976", "24485997648286007575588108633045467136"}},
		{"hex-not-padded", []string{"59430922689556964453747246556219282363", "9395458997242411472544951782067420578", "3504369664717676407578858023412115382", "9340215597287940527016492969552936172", "1530374853017875337382199269801787078"}},
		{"bytes-as-text", []string{"173993711796261256691896529045454183857", "310344609107057351906496138043203716603", "8739903898572223237884433569800886865", "313734081022499732856247058095645090560", "173982716287973819229076874408528171849"}},
		{"utf16-bytes", []string{"42388292388980236851318476559458978010", "306335770142561813452255988054293436409", "150510470444543731128088124322688362578", "99609890067523146317003694868000624197", "107851763469434148171522774467764450381"}},
		{"utf16-bytes-with-mark", []string{"222991370501562992933101298520641304033", "22074856037889873298194183433277941504", "118569530024770760704349914913506081625", "55524207134733259684616331479322110239", "324294901843514543684719548030351243524"}},
		{"latin-1", []string{"59430922689556964453747246556219282363", "199546802665669008128655098078227493494", "278169423431331350811751786530404739933", "149443449556607048432263887512846978572", "24485997648286005381531165390060060358"}},
		{"surrogates-in-utf8", []string{"59430922689556964453747246556219282363", "9395458997242411472544951782067420578", "331805004448815213388670221542002245826", "149443449556607048432263887512846978572", "24485997648286005381531165390060060358"}},
	}},
	{"twemproxy", []string{"a"}, []reproduction{
		{"fnv1a-64-whole", []string{"12638187200555641996"}},
		{"fnv1-64-key-hash", []string{"2248259518"}},
		{"fnv1a-32-key-hash", []string{"3826002220"}},
	}},
	{"twemproxy-crc32a", []string{"123456789"}, []reproduction{{"crc32c", []string{"3808858755"}}}},
	{"redis-cluster", []string{"123456789"}, []reproduction{
		{"crc16-from-ffff", []string{"10673"}}, // 0x29b1
		{"crc16-reflected", []string{"15165"}}, // 0xbb3d modulo 16384
		{"slot-not-cut", []string{"12739"}},    // 0x31c3
	}},
	{"haproxy-sdbm", []string{"a"}, []reproduction{{"djb2-key-hash", []string{"177670"}}}},
	{"envoy-ring-hash", []string{"a"}, []reproduction{{"xxh32", []string{"1426945110"}}}},
	{"cassandra-murmur3", []string{"foo"}, []reproduction{{"murmur3-second-half", []string{"9128664383759220103"}}}},
}

type reproduction struct {
	mistake string
	want    []string
}

func TestMistakesAreReproducedTruly(t *testing.T) {
	for _, group := range reproductions {
		for _, r := range group.wrong {
			m, known := mistakes.Find(r.mistake)
			if !known {
				t.Errorf("there is no mistake %s", r.mistake)
				continue
			}
			wrong, err := mistakes.Make(group.dialect, m)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range group.texts {
				answers := wrong.PlayOne(harness.Script{Requests: []harness.Request{{Op: harness.OpHash, Dialect: group.dialect, Key: text}}}).Answers
				if len(answers) != 1 || answers[0].Position != r.want[i] {
					t.Errorf("%s of %q: got %+v, want position %s", r.mistake, text, answers, r.want[i])
				}
			}
		}
	}
}
