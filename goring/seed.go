package goring

// refusing is the membership policy that most seed dialects have.
var refusing = Membership{
	Empty: ErrEmptyRing, Replicas: ErrEmptyRing, Count: ErrCount, Weight: ErrWeight,
	Existing: ErrDuplicateNode, Unknown: ErrUnknownNode,
}

// The seed dialects. Their recipes and provenance are in spec/dialects.md.
var (
	// XMur3 hashes Unicode code points; ties go by name.
	XMur3 = Dialect{
		Name: "xmur3", Bits: 32,
		Hash: xmur3CodePoints, Label: labelWith('#'), Labels: labelsByWeight,
		Tie: NameFirst, Members: refusing,
	}

	// XMur3UTF16 hashes UTF-16 code units; ties go to the node listed first.
	XMur3UTF16 = Dialect{
		Name: "xmur3-utf16", Bits: 32,
		Hash: xmur3UTF16, Label: labelWith('#'), Labels: labelsByWeight,
		Tie: ListedFirst, Members: refusing,
	}

	// MD5x32 uses the first four digest bytes; an empty ring answers "none".
	MD5x32 = Dialect{
		Name: "md5-32", Bits: 32, VNodes: 100,
		Hash: md5First32, Label: labelWith('#'), Labels: labelsByWeight,
		Tie: NameFirst,
		Members: Membership{
			Empty: ErrNoOwner, Count: ErrCount, Weight: ErrWeight, VNodes: ErrVNodes,
			Twice: ErrDuplicateNode, Existing: ErrDuplicateNode, Sorted: true,
		},
	}

	// MD5x128 uses the whole digest.
	MD5x128 = Dialect{
		Name: "md5-128", Bits: 128, VNodes: 100,
		Hash: md5All128, Label: labelWith('#'), Labels: labelsByWeight,
		Tie: NameFirst, Members: refusing,
	}

	// MD5x128After is MD5x128 but for exact hits, which belong to the next
	// point, and ties, which go to the node added last.
	MD5x128After = Dialect{
		Name: "md5-128-after", Bits: 128, VNodes: 100,
		Hash: md5All128, Label: labelWith('#'), Labels: labelsByWeight,
		Tie: AddedLast, Boundary: After, Members: refusing,
	}

	// MD5x128Colon is MD5x128 with another separator and default, in which
	// adding a member again changes nothing.
	MD5x128Colon = Dialect{
		Name: "md5-128-colon", Bits: 128, VNodes: 150,
		Hash: md5All128, Label: labelWith(':'), Labels: labelsByWeight,
		Tie: NameFirst,
		Members: Membership{
			Empty: ErrEmptyRing, Replicas: ErrEmptyRing, Count: ErrCount, Weight: ErrWeight,
			VNodes: ErrVNodes, Unknown: ErrUnknownNode,
		},
	}
)

// seeds are the seed dialects, in the order of spec/dialects.md.
var seeds = []Dialect{XMur3, XMur3UTF16, MD5x32, MD5x128, MD5x128After, MD5x128Colon}
