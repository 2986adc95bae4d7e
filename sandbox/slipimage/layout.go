package slipimage

import (
	"image"
	"image/color"
	"strings"
)

// The colours of the slips: no bank's own.
var (
	paper   = color.RGBA{0xff, 0xff, 0xff, 0xff}
	linen   = color.RGBA{0xf1, 0xee, 0xe8, 0xff}
	ink     = color.RGBA{0x2b, 0x29, 0x26, 0xff}
	faded   = color.RGBA{0x80, 0x7a, 0x72, 0xff}
	hair    = color.RGBA{0xdc, 0xd6, 0xcc, 0xff}
	clay    = color.RGBA{0xb4, 0x53, 0x3a, 0xff}
	moss    = color.RGBA{0x5b, 0x6b, 0x3f, 0xff}
	sand    = color.RGBA{0xe9, 0xd9, 0xbf, 0xff}
	soot    = color.RGBA{0x1d, 0x1c, 0x1b, 0xff}
	ash     = color.RGBA{0x2c, 0x2a, 0x28, 0xff}
	chalk   = color.RGBA{0xee, 0xea, 0xe2, 0xff}
	fog     = color.RGBA{0xa3, 0x9c, 0x92, 0xff}
	warning = color.RGBA{0xb4, 0x1f, 0x1f, 0xff}
)

// veil makes a colour transparent.
func veil(c color.RGBA, alpha uint8) color.Color { return color.NRGBA{c.R, c.G, c.B, alpha} }

const notice = "SANDBOX – play money, not a bank's slip"

// receipt is a white sheet with a torn edge.
func receipt(s Slip, l Layout) image.Image {
	c := form(l, 1580, linen, func(c canvas) {
		c.fill(box{52, 58, 976, 1440}, 0, veil(ink, 20))
		c.shape(box{48, 48, 984, 1456}, paper, func(p *path) {
			p.move(48, 48)
			p.line(1032, 48)
			p.line(1032, 1480)
			for x := 1032.0; x > 48; x -= 41 {
				p.line(x-20.5, 1504)
				p.line(x-41, 1480)
			}
		})
		c.watermark(veil(clay, 26))
		c.banner(box{48, 48, 984, 86}, warning, paper)
	})

	c.disc(138, 224, 50, moss)
	c.stroke(10, paper, [2]float64{114, 226}, [2]float64{132, 244}, [2]float64{164, 206})
	c.text(216, 216, style{bold, 46, ink}, "Transfer completed")
	c.text(216, 264, style{regular, 31, faded}, s.when())
	c.dashes(96, 318, 888, hair)

	c.party(96, 372, "From", s.From, ink, faded, clay)
	c.stroke(4, hair, [2]float64{138, 512}, [2]float64{138, 560})
	c.party(96, 580, "To", s.To, ink, faded, moss)
	c.dashes(96, 760, 888, hair)

	c.text(96, 836, style{regular, 33, faded}, "Amount")
	c.right(984, 842, style{bold, 64, ink}, s.amount()+" THB")
	c.text(96, 914, style{regular, 33, faded}, "Fee")
	c.right(984, 914, style{regular, 33, ink}, "0.00 THB")
	c.dashes(96, 964, 888, hair)

	side := l.code(222)
	c.text(96, 1046, style{regular, 30, faded}, "Reference")
	c.text(96, 1094, style{medium, 34, ink}, s.Reference)
	c.text(96, 1170, style{regular, 30, faded}, "Sending bank")
	c.text(96, 1218, style{medium, 34, ink}, s.SendingBank+"  "+s.From.Bank)
	c.note(96, 1300, ink)
	c.tagged(984-side/2, 1140+side/2, side, s.Code, ink)
	c.text(96, 1440, style{regular, 26, faded}, "Made on this machine for trying things out.")
	return c.RGBA
}

// card is a card on a coloured ground.
func card(s Slip, l Layout) image.Image {
	c := form(l, 1680, sand, func(c canvas) {
		for i := range 9 {
			c.disc(1080-float64(i)*20, 60+float64(i)*14, 620-float64(i)*62, veil(clay, 18))
		}
		c.fill(box{64, 248, 952, 1360}, 44, veil(ink, 24))
		c.fill(box{64, 240, 952, 1360}, 44, paper)
		c.watermark(veil(clay, 24))
		c.banner(box{64, 300, 952, 74}, warning, paper)
	})
	c.middle(540, 132, style{bold, 58, ink}, "Money sent")
	c.middle(540, 190, style{regular, 32, ink}, s.when())

	c.middle(540, 470, style{regular, 32, faded}, "Amount")
	c.middle(540, 566, style{bold, 92, ink}, s.amount())
	c.middle(540, 618, style{medium, 32, faded}, "baht, no fee")
	c.fill(box{112, 664, 856, 396}, 30, linen)
	c.party(150, 702, "From", s.From, ink, faded, moss)
	c.dashes(150, 862, 780, hair)
	c.party(150, 892, "To", s.To, ink, faded, clay)

	side := l.code(240)
	c.middle(540, 1122, style{regular, 28, faded}, "Reference")
	c.middle(540, 1164, style{medium, 34, ink}, s.Reference)
	c.tagged(540, 1236+side/2, side, s.Code, ink)
	c.middle(540, 1568, style{regular, 28, warning}, notice)
	return c.RGBA
}

// ticket is wide, with the code on the left of a perforation.
func ticket(s Slip, l Layout) image.Image {
	c := form(l, 820, moss, func(c canvas) {
		c.fill(box{36, 36, 1008, 748}, 34, linen)
		c.watermark(veil(moss, 34))
		c.banner(box{36, 82, 1008, 64}, warning, paper)
		for y := 172.0; y < 770; y += 30 {
			c.disc(356, y, 6, veil(moss, 150))
		}
		c.disc(356, 36, 24, moss)
		c.disc(356, 784, 24, moss)
	})

	side := l.code(220)
	c.tagged(192, 300+side/2-60, side, s.Code, ink)
	c.middle(192, 590, style{bold, 46, ink}, s.amount())
	c.middle(192, 632, style{regular, 28, faded}, "baht")
	c.middle(192, 726, style{regular, 24, faded}, "for trying things out")

	c.text(404, 218, style{bold, 40, ink}, "Transfer slip")
	c.text(404, 262, style{regular, 28, faded}, s.when())
	c.party(404, 296, "From", s.From, ink, faded, clay)
	c.party(404, 466, "To", s.To, ink, faded, moss)
	c.dashes(404, 640, 600, hair)
	c.text(404, 690, style{regular, 26, faded}, "Reference, sending bank")
	c.text(404, 732, style{medium, 30, ink}, s.Reference+"  "+s.SendingBank)
	return c.RGBA
}

// night is light on dark, with the code on a white plate.
func night(s Slip, l Layout) image.Image {
	c := form(l, 1760, soot, func(c canvas) {
		c.fill(box{0, 0, 1080, 480}, 0, ash)
		c.watermark(veil(chalk, 20))
		c.banner(box{0, 0, 1080, 84}, chalk, warning)
	})

	c.text(72, 202, style{regular, 36, fog}, "You sent")
	width := c.text(72, 318, style{bold, 108, chalk}, s.amount())
	c.text(72+width+24, 318, style{medium, 44, fog}, "THB")
	c.text(72, 408, style{regular, 32, fog}, s.when())

	c.party(72, 548, "From", s.From, chalk, fog, clay)
	c.party(72, 748, "To", s.To, chalk, fog, moss)
	c.dashes(72, 946, 936, faded)
	c.text(72, 1020, style{regular, 30, fog}, "Reference")
	c.right(1008, 1020, style{medium, 34, chalk}, s.Reference)
	c.text(72, 1088, style{regular, 30, fog}, "Sending bank")
	c.right(1008, 1088, style{medium, 34, chalk}, s.SendingBank)

	side := l.code(260)
	c.fill(box{540 - side/2 - 40, 1190, side + 80, side + 150}, 28, paper)
	c.tagged(540, 1270+side/2, side, s.Code, ink)
	c.middle(540, 1270+side+150, style{regular, 30, fog}, "Made on this machine for trying things out.")
	return c.RGBA
}

// code is the side of the QR code in units.
func (l Layout) code(liked float64) float64 {
	if l.Code > 0 {
		return usualWidth * float64(l.Code) / 1000
	}
	return liked
}

// banner is the strip at the top of a slip that says what it is.
func (c canvas) banner(b box, ground, letters color.Color) {
	c.fill(b, 0, ground)
	c.middle(b.x+b.w/2, b.y+b.h/2+14, style{bold, 38, letters}, notice)
}

// tagged is the code with the word SANDBOX, so that a picture of the code alone has it too.
func (c canvas) tagged(x, y, side float64, text string, letters color.Color) {
	c.code(x, y, side, text)
	c.middle(x, y-side/2-12, style{bold, 30, letters}, "SANDBOX")
	c.middle(x, y+side/2+34, style{bold, 30, letters}, "SANDBOX")
}

// note is two lines about the code's contents.
func (c canvas) note(x, y float64, letters color.Color) {
	c.text(x, y, style{regular, 28, letters}, "The code at the right names the bank")
	c.text(x, y+38, style{regular, 28, letters}, "and its reference, and no amount.")
}

// party is one side of the transfer: a disc with an initial, the name, the bank and the account.
func (c canvas) party(x, y float64, role string, p Party, letters, pale, disc color.Color) {
	c.disc(x+44, y+66, 44, disc)
	initial := strings.ToUpper(latin(p.Bank))
	if len(initial) > 2 {
		initial = initial[:2]
	}
	c.middle(x+44, y+78, style{bold, 34, paper}, initial)
	c.text(x+116, y+34, style{regular, 26, pale}, role)
	c.text(x+116, y+78, style{bold, 37, letters}, p.Name)
	c.text(x+116, y+122, style{regular, 31, pale}, strings.TrimSpace(p.Bank+"   "+p.Account))
}
