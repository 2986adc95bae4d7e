package scan

import (
	"fmt"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode/decoder"
	"github.com/makiuchi-d/gozxing/qrcode/detector"
)

// binarise turns grey into black and white, with a threshold by the surroundings of each pixel (local) or one for
// all.
func binarise(p plane, local bool) (*gozxing.BitMatrix, error) {
	return contained(func() (*gozxing.BitMatrix, error) {
		if local {
			return gozxing.NewHybridBinarizer(p.source()).GetBlackMatrix()
		}
		return gozxing.NewGlobalHistgramBinarizer(p.source()).GetBlackMatrix()
	})
}

// byLibrary reads the code between three marks with the library. The marks must lie in the picture: otherwise the
// library would run out of it in an endless loop.
func byLibrary(black *gozxing.BitMatrix, t triple) (string, error) {
	for _, mark := range []*detector.FinderPattern{t.info.GetTopLeft(), t.info.GetTopRight(), t.info.GetBottomLeft()} {
		x, y := mark.GetX(), mark.GetY()
		if !(x >= 0 && y >= 0 && x < float64(black.GetWidth()) && y < float64(black.GetHeight())) {
			return "", ErrNone
		}
	}
	return contained(func() (string, error) {
		found, err := detector.NewDetector(black).ProcessFinderPatternInfo(t.info)
		if err != nil {
			return "", err
		}
		return decode(found.GetBits())
	})
}

// decode reads the modules of a code, repairs what its redundancy can, and returns its text.
func decode(bits *gozxing.BitMatrix) (string, error) {
	return contained(func() (string, error) {
		result, err := decoder.NewDecoder().DecodeWithoutHint(bits)
		if err != nil {
			return "", err
		}
		return result.GetText(), nil
	})
}

// contained runs the library. If a strange picture makes it panic, there is no code in it.
func contained[T any](f func() (T, error)) (out T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the library panicked: %v", ErrNone, p)
		}
	}()
	return f()
}
