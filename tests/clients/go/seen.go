package main

import (
	"net/http"
	"strings"
	"sync"
)

// What went over the wire, so that a step can say that it did what it is there to show.
type seen struct {
	mu            sync.Mutex
	protobuf      int
	initialEvents int
	metadataOnly  int
}

func (s *seen) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTrip(func(request *http.Request) (*http.Response, error) {
		s.mu.Lock()
		if request.Header.Get("Content-Type") == "application/vnd.kubernetes.protobuf" {
			s.protobuf++
		}
		if request.URL.Query().Get("sendInitialEvents") == "true" {
			s.initialEvents++
		}
		if strings.Contains(request.Header.Get("Accept"), "as=PartialObjectMetadata") {
			s.metadataOnly++
		}
		s.mu.Unlock()
		return next.RoundTrip(request)
	})
}

func (s *seen) count(of *int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *of
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }
