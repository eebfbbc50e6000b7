package goring

// A Placement sends keys to nodes otherwise than by points on a circle: by a
// table, by slots, or by giving each node a score. It never changes and may be
// used from many goroutines; a change of the members makes a new one.
type Placement interface {
	// Owner returns the node that key belongs to, by its index in the list that
	// the placement was made of; or −1 if the key has no owner.
	Owner(key string) int
}

// makePlacement makes the placement of the members. Their tie order is the list
// order, so that its indices are theirs.
func (s *Snapshot) makePlacement() error {
	if s.vnodes == 0 || len(s.members) == 0 {
		return nil
	}
	var err error
	s.placement, err = s.dialect.Placement(s.vnodes, s.listed())
	return err
}

// placed is Owner without points.
func (s *Snapshot) placed(key string) (string, error) {
	if s.placement == nil {
		return "", s.dialect.Members.Empty
	}
	i := s.placement.Owner(key)
	if i < 0 {
		return "", ErrNoOwner
	}
	return s.members[i].Name, nil
}
