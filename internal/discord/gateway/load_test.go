package gateway

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"
)

// After many connections that ended in different ways, the client keeps neither their
// goroutines nor their memory.
func TestManyConnections(t *testing.T) {
	const connections = 200
	endings := []func(*peer){
		func(p *peer) { p.ws.Close() },
		func(p *peer) { p.send(`{"op":7}`) },
		func(p *peer) { p.send(`{"op":9,"d":%t}`, rand.N(2) == 0) },
		func(p *peer) { p.close(4000) },
		func(p *peer) { p.close(4009) },
		func(p *peer) { p.send(`{"op":10}`) },
		func(p *peer) { p.ws.NetConn().Write([]byte("\x81\x7e")) }, // half a frame's head
		func(p *peer) { p.ws.NetConn().Write([]byte("\xff\xff\xff")) },
		func(*peer) {}, // silence
	}
	play(t, func(t *testing.T, d *discord) {
		d.run()
		var before runtime.MemStats
		goroutines := 0
		for n := range connections {
			p := d.next()
			p.hello(41250)
			synctest.Wait()
			var got sent
			if err := p.ws.ReadJSON(&got); err != nil {
				t.Fatal(err)
			}
			if got.Op == opIdentify {
				p.ready(fmt.Sprint(n))
			} else if rand.N(2) == 0 {
				p.send(`{"op":0,"s":%d,"t":"RESUMED"}`, n)
			}
			for range 100 {
				p.send(`{"op":0,"s":2,"t":"X","d":{}}`)
			}
			d.happened()
			switch now := runtime.NumGoroutine(); {
			case n == 20:
				goroutines = now
				runtime.GC()
				runtime.ReadMemStats(&before)
			case n > 20 && now > goroutines+2:
				t.Fatalf("%d goroutines, %d before", now, goroutines)
			}
			endings[rand.N(len(endings))](p)
			go p.drain()
		}
		d.next()
		var after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&after)
		if after.HeapAlloc > before.HeapAlloc+1<<20 {
			t.Errorf("%d bytes of heap, %d before", after.HeapAlloc, before.HeapAlloc)
		}
	})
}
