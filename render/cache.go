package render

import (
	"container/list"
	"sync"
)

// A cache keeps encoded pictures up to a number of bytes in all and forgets the
// one not asked for the longest. It is safe for concurrent use.
type cache[K comparable] struct {
	mu       sync.Mutex
	limit    int
	size     int
	elements map[K]*list.Element // of recent
	recent   *list.List          // of *cached[K], the last one asked for in front
}

type cached[K comparable] struct {
	key K
	png []byte
}

func newCache[K comparable](limit int) *cache[K] {
	return &cache[K]{limit: limit, elements: map[K]*list.Element{}, recent: list.New()}
}

// get returns the picture kept under the key, or nil.
func (c *cache[K]) get(key K) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.elements[key]
	if !ok {
		return nil
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cached[K]).png
}

// add keeps the picture and returns it, or the one that is already there: two
// callers may have drawn the same at the same time, and get the same bytes.
func (c *cache[K]) add(key K, png []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.elements[key]; ok {
		return e.Value.(*cached[K]).png
	}
	c.elements[key] = c.recent.PushFront(&cached[K]{key, png})
	c.size += len(png)
	for c.size > c.limit {
		c.forget(c.recent.Back())
	}
	return png
}

func (c *cache[K]) forget(e *list.Element) {
	old := c.recent.Remove(e).(*cached[K])
	delete(c.elements, old.key)
	c.size -= len(old.png)
}
