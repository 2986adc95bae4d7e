package cached

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressFrom is the size from which on an answer is compressed, in bytes. A smaller one fits into one packet as it is.
const compressFrom = 1024

// Compressed compresses the JSON of the API where the client takes it. No other site can make a browser send a member's token,
// so the sizes of compressed answers tell it nothing.
func Compressed(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(compressFrom), gzhttp.CompressionLevel(fast), gzhttp.ContentTypes([]string{"application/json"}),
	)
	if err != nil {
		return nil, fmt.Errorf("cached: compression: %w", err)
	}
	return wrap(next), nil
}

// fast is the cheapest level of gzip: a list of a member's movements is a fifth of its size with it, and a seventh with the
// best one.
const fast = 1
