package person

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// title is printed before a name and is not part of it.
type title struct {
	// parts may have dots, spaces or nothing between them.
	parts []string
	kind  titleKind
}

// titleKind says how to distinguish a title from a name that begins with the same letters.
type titleKind int

const (
	// writtenOut: the name may follow without a space, as Thai is printed.
	writtenOut titleKind = iota
	// alsoName is written out, too, and can be a name: as a word of its own it is a title only before two other words.
	alsoName
	// short: an abbreviation, followed by a dot or a space. Without a dot it is a title only before two words, or without a space
	// before a name if no name begins with these letters.
	short
	// initials look like a person's own initials: they are a title only with a dot and before two words.
	initials
	// word is never a name: with a space it is always a title.
	word
)

var (
	// titlesOf lists the titles of each kind.
	titlesOf = [...][]string{
		writtenOut: strings.Fields(`
			นาย นาง นางสาว เด็กชาย เด็กหญิง
			หม่อมหลวง หม่อมราชวงศ์ หม่อมเจ้า คุณหญิง ท่านผู้หญิง
			ศาสตราจารย์ รองศาสตราจารย์ ผู้ช่วยศาสตราจารย์ ดอกเตอร์
			นายแพทย์ แพทย์หญิง ทันตแพทย์ ทันตแพทย์หญิง เภสัชกร เภสัชกรหญิง สัตวแพทย์ นายสัตวแพทย์ สัตวแพทย์หญิง
			ท้าว พระมหา พระครู พระภิกษุ พระอาจารย์ พระอธิการ พระปลัด พระสมุห์ พระใบฎีกา สามเณร แม่ชี บาทหลวง ซิสเตอร์ ว่าที่
			นส ดช ดญ ดร ผศ พลทหาร พลตำรวจ ดาบตำรวจ นายดาบตำรวจ สิบตำรวจ
			ທ້າວ ນາງ ນາງສາວ ນາຍ ເດັກຊາຍ ເດັກຍິງ ທ່ານ ພຣະ ພຣະອາຈານ ສາມະເນນ ແມ່ຊີ
			ດອກເຕີ ອາຈານ ສາດສະດາຈານ ຮອງສາດສະດາຈານ ວ່າທີ່
			ພົນເອກ ພົນໂທ ພົນຕີ ພົນຈັດຕະວາ ພັນເອກ ພັນໂທ ພັນຕີ ຮ້ອຍເອກ ຮ້ອຍໂທ ຮ້ອຍຕີ ສິບເອກ ສິບໂທ ສິບຕີ
			MISS`),
		alsoName: strings.Fields(`คุณ พระ อาจารย์ หม่อม ຄຸນ`),
		short: strings.Fields(`
			น.ส ด.ช ด.ญ ม.ล ม.จ รศ ร.ศ ผ.ศ อจ
			นพ พญ ทพ ทพญ ทญ น.พ พ.ญ ท.พ ท.ญ ท.พ.ญ ภก ภญ ภ.ก ภ.ญ สพ สพญ ส.พ ส.พ.ญ สพ.ญ น.สพ กภ พย ทนพ ทนพญ พว
			พลฯ พล อส อส.ทพ ນ.ສ ດ.ຊ ດ.ຍ ດຣ ປອ ອຈ ພະ ຈົວ ພ.ອ ພ.ທ ພ.ຕ ຮ.ອ ຮ.ທ ຮ.ຕ
			MASTER MISTER MADAM MDM SIR LADY DR PROF ASST.PROF ASSOC.PROF ASST ASSOC PROFESSOR DOCTOR REV VEN PHRA KHUN NANG NANGSAO THAO
			POL GEN MAJ LT COL CAPT SGT CPL PFC PVT MSGT SSGT SUB.LT ACTING ADM VADM RADM CDR LCDR
			PLT.OFF FLG.OFF FG.OFF FLT.LT SQN.LDR WG.CDR GP.CAPT SEN.SGT M.SGT S.SGT
			POLICE GENERAL MAJOR COLONEL LIEUTENANT CAPTAIN SERGEANT CORPORAL PRIVATE SUB.LIEUTENANT`),
		initials: strings.Fields(`ศ อ ທ ນ M.L M.R M.C PO CPO WO ACT SEN`),
		word:     strings.Fields(`MR MRS MS MSTR`),
	}

	// ranks of the armed forces and the police, written out (branch and grade) and abbreviated. Each can be followed by the word
	// for a woman or for a special rank.
	rankKinds = strings.Fields(`พล พัน ร้อย จ่าสิบ สิบ พลเรือ นาวา เรือ พันจ่า จ่า พลอากาศ นาวาอากาศ เรืออากาศ
		พันจ่าอากาศ จ่าอากาศ พลตำรวจ พันตำรวจ ร้อยตำรวจ สิบตำรวจ จ่าสิบตำรวจ`)
	rankSteps  = strings.Fields(`เอก โท ตรี จัตวา`)
	shortRanks = strings.Fields(`
		พล.อ พล.ท พล.ต พล.จ พ.อ พ.ท พ.ต ร.อ ร.ท ร.ต จ.ส.อ จ.ส.ท จ.ส.ต ส.อ ส.ท ส.ต
		พล.ร.อ พล.ร.ท พล.ร.ต น.อ น.ท น.ต พ.จ.อ พ.จ.ท พ.จ.ต จ.อ จ.ท จ.ต
		พล.อ.อ พล.อ.ท พล.อ.ต พ.อ.อ พ.อ.ท พ.อ.ต
		พล.ต.อ พล.ต.ท พล.ต.ต พล.ต.จ พ.ต.อ พ.ต.ท พ.ต.ต ร.ต.อ ร.ต.ท ร.ต.ต ส.ต.อ ส.ต.ท ส.ต.ต ด.ต ม.ร.ว`)
	rankOf = strings.Fields(`หญิง พิเศษ`)

	// professors may be honorary, special or clinical.
	professors  = strings.Fields(`ศาสตราจารย์ รองศาสตราจารย์ ผู้ช่วยศาสตราจารย์ ศ รศ ผศ`)
	professorOf = strings.Fields(`เกียรติคุณ กิตติคุณ กิตติเมธี พิเศษ คลินิก`)

	// namesLikeTitles are given names that begin like a title which is printed without a space.
	namesLikeTitles = foldedList(`คุณธรรม คุณวุฒิ คุณภัทร คุณพัฒน์ คุณนิธิ พระนาย พระพาย`)

	// behind are titles that some banks print after the name.
	behind = foldedSet(`MR MRS MS MISS นาย นาง นางสาว นส`)

	// particles begin a surname and are not names.
	particles = foldedSet(`ณ NA`)
)

func foldedList(list string) []string { return strings.Fields(fold(list)) }

func foldedSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, one := range foldedList(list) {
		set[one] = true
	}
	return set
}

// titles by their first two letters, or by their only letter; longer ones before shorter ones.
var titles = allTitles()

func allTitles() map[[2]rune][]title {
	all := map[[2]rune][]title{}
	add := func(kind titleKind, name string) {
		t := title{strings.FieldsFunc(fold(name), isBreak), kind}
		key := firstTwo(fold(name))
		all[key] = append(all[key], t)
	}
	for kind, names := range titlesOf {
		for _, name := range names {
			add(titleKind(kind), name)
		}
	}
	for _, rank := range rankNames() {
		add(writtenOut, rank)
		for _, of := range rankOf {
			add(writtenOut, rank+of)
		}
	}
	for _, rank := range shortRanks {
		add(short, rank)
		for _, of := range rankOf {
			add(writtenOut, rank+"."+of)
		}
	}
	for _, p := range professors {
		for _, of := range professorOf {
			add(alsoName, p+"."+of)
		}
	}
	for _, some := range all {
		slices.SortStableFunc(some, func(a, b title) int { return b.length() - a.length() })
	}
	return all
}

func rankNames() (names []string) {
	for _, kind := range rankKinds {
		for _, step := range rankSteps {
			names = append(names, kind+step)
		}
	}
	return names
}

// unlike reports whether no name begins like this abbreviation without its dots, so that a name may follow without a space:
// it has three or more consonants.
func (t title) unlike() bool {
	several := func(part string) bool { return !single(part) }
	return len(t.parts) > 2 && t.parts[0][0] >= 0x80 && !slices.ContainsFunc(t.parts, several)
}

func (t title) length() int { return utf8.RuneCountInString(strings.Join(t.parts, "")) }

// withoutTitles removes the titles from a folded name, one after the other, as long as a name remains.
func withoutTitles(folded string) string {
	for bare, ok := withoutTitle(folded); ok; bare, ok = withoutTitle(folded) {
		folded = bare
	}
	if end := strings.LastIndexByte(folded, space); end > 0 && behind[folded[end+1:]] && severalWords(folded[:end]) {
		return folded[:end]
	}
	return folded
}

func withoutTitle(folded string) (rest string, ok bool) {
	two := firstTwo(folded)
	for _, key := range [...][2]rune{two, {two[0]}} {
		for _, t := range titles[key] {
			if rest, ok := t.off(folded); ok {
				return rest, true
			}
		}
	}
	return folded, false
}

// firstTwo returns the first two letters of a folded name, whatever is between them.
func firstTwo(folded string) (two [2]rune) {
	found := 0
	for _, r := range folded {
		if isBreak(r) {
			continue
		}
		if two[found], found = r, found+1; found == len(two) {
			break
		}
	}
	return two
}

// off removes the title from the front of a folded name. ok: the title was there, and a name remains.
func (t title) off(folded string) (rest string, ok bool) {
	rest, dotted := folded, false
	for i, part := range t.parts {
		if i > 0 {
			rest, dotted = skipBreaks(rest, dotted)
		}
		if rest, ok = strings.CutPrefix(rest, part); !ok {
			return folded, false
		}
	}
	after, dotted := skipBreaks(rest, dotted)
	if !beginsWord(after) {
		return folded, false
	}
	return after, t.before(folded, after, len(after) < len(rest), dotted)
}

// offWords removes an abbreviation of several letters from the first words, where the name follows its last letter without a dot
// or a space.
func (t title) offWords(words []string) (rest []string, ok bool) {
	last := len(t.parts) - 1
	if t.kind != short || last < 1 || len(words) <= last || !slices.Equal(t.parts[:last], words[:last]) {
		return nil, false
	}
	first, ok := strings.CutPrefix(words[last], t.parts[last])
	if !ok || single(first) || !beginsWord(first) {
		return nil, false
	}
	return append([]string{first}, words[last+1:]...), true
}

// before reports whether the title can be a title before such a name. apart: something separates them. dotted: a dot
// separates them, or the title has a dot.
func (t title) before(folded, after string, apart, dotted bool) bool {
	switch t.kind {
	case writtenOut:
		return apart || glues(folded, after)
	case alsoName:
		return apart && severalWords(after) || !apart && glues(folded, after)
	case short:
		if !apart {
			return !dotted && t.unlike() && glues(folded, after)
		}
		return dotted || severalWords(after) && t.length() > 1
	case initials:
		return apart && dotted && severalWords(after)
	case word:
		return apart
	}
	return false
}

// glues reports whether a title may be printed without a space before a name.
func glues(folded, after string) bool {
	return !likeTitle(folded) && !single(firstWord(after))
}

// likeTitle reports whether a folded name begins with one of namesLikeTitles.
func likeTitle(folded string) bool {
	return slices.ContainsFunc(namesLikeTitles, func(name string) bool { return strings.HasPrefix(folded, name) })
}

func skipBreaks(s string, dotted bool) (string, bool) {
	for s != "" && isBreak(rune(s[0])) {
		dotted = dotted || s[0] == dot
		s = s[1:]
	}
	return s, dotted
}

func firstWord(s string) string {
	if end := strings.IndexFunc(s, isBreak); end >= 0 {
		return s[:end]
	}
	return s
}

// severalWords reports whether a name has a second word, and its first word is a name.
func severalWords(s string) bool {
	first := firstWord(s)
	after, _ := skipBreaks(s[len(first):], false)
	return after != "" && !particles[first]
}

// beginsWord reports whether a word can begin here: no word of Thai or Lao begins with a mark or a following vowel.
func beginsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	if r >= 0x0E80 && r < 0x0F00 {
		r -= lao
	}
	return s != "" && !above(r) && (r < 'ะ' || r > 'ฺ') && r != 'ๅ' && r != 'ๆ'
}
