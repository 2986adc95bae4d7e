package notice

import (
	"strconv"
	"strings"
	"time"

	"krapao/internal/clock"
)

// Language is what people of a target read.
type Language string

// The languages. Empty is Thai.
const (
	Thai    Language = "th"
	English Language = "en"
	Lao     Language = "lo"
)

// texts are what a mail or a chat group reads of an event, in Thai, English and Lao. {kind}, {of}, {count}, {since}, {cause},
// {needs} and {percent} are the notice's; codes are those of the console.
var texts = map[Event][3]string{
	QueueLate: {
		"รอเกินเวลาที่สัญญาไว้: {kind} {count} รายการ ตั้งแต่ {since}",
		"Waiting for longer than promised: {count} × {kind}, since {since}",
		"ລໍຖ້າເກີນເວລາທີ່ສັນຍາໄວ້: {kind} {count} ລາຍການ ຕັ້ງແຕ່ {since}",
	},
	ProposalWaits: {
		"ต้องการคนที่สอง: {kind} (ต้องเป็น {needs})",
		"A second person is needed: {kind} (needs a {needs})",
		"ຕ້ອງການຄົນທີສອງ: {kind} (ຕ້ອງເປັນ {needs})",
	},
	AlarmBegun: {
		"สัญญาณเตือน: {kind} {of} ตั้งแต่ {since}", "Alarm: {kind} {of} since {since}", "ສັນຍານເຕືອນ: {kind} {of} ຕັ້ງແຕ່ {since}",
	},
	AlarmEnded: {
		"สัญญาณเตือนจบแล้ว: {kind} {of}", "The alarm has ended: {kind} {of}", "ສັນຍານເຕືອນຈົບແລ້ວ: {kind} {of}",
	},
	SystemStopped: {
		"ระบบถูกหยุด: {kind} ({cause})", "A system is stopped: {kind} ({cause})", "ລະບົບຖືກຢຸດ: {kind} ({cause})",
	},
	OperatorChanged: {
		"สิทธิ์ของพนักงานเปลี่ยน: {kind}", "What an operator may do has changed: {kind}", "ສິດຂອງພະນັກງານປ່ຽນ: {kind}",
	},
	SecretChanged: {
		"วิธีเข้าสู่ระบบของพนักงานเปลี่ยน: {kind}", "How an operator signs in has changed: {kind}",
		"ວິທີເຂົ້າລະບົບຂອງພະນັກງານປ່ຽນ: {kind}",
	},
	LiabilityMade: {
		"รายงานหนี้สินของ {kind}: {percent}", "The liability report of {kind}: {percent}", "ລາຍງານໜີ້ສິນຂອງ {kind}: {percent}",
	},
	CoverageLow: {
		"เงินของบริษัทมี {percent} ของยอดที่ต้องจ่ายสมาชิก (รายงานของ {kind})",
		"The house has {percent} of what it owes its members (report of {kind})",
		"ເງິນຂອງບໍລິສັດມີ {percent} ຂອງຍອດທີ່ຕ້ອງຈ່າຍສະມາຊິກ (ລາຍງານຂອງ {kind})",
	},
	QuarantineBegun: {
		"กู้คืนจากข้อมูลสำรองเมื่อ {since} ระบบภายนอกพักจนกว่าหัวหน้าสองคนจะให้ใช้",
		"Restored from a backup at {since}: outside systems rest until two chiefs let them be used",
		"ກູ້ຄືນຈາກຂໍ້ມູນສຳຮອງເມື່ອ {since} ລະບົບພາຍນອກພັກຈົນກວ່າຫົວໜ້າສອງຄົນຈະໃຫ້ໃຊ້",
	},
	Try: {"ทดสอบการแจ้งเตือน", "A test of the notifications", "ທົດສອບການແຈ້ງເຕືອນ"},
}

// Text is the notice in a language, with its link in a line of its own.
func (m Message) Text(in Language) string {
	three := texts[m.Event]
	text := map[Language]string{Thai: three[0], English: three[1], Lao: three[2], "": three[0]}[in]
	f := m.Facts
	text = strings.NewReplacer(
		"{kind}", f.Kind, "{of}", f.Of, "{cause}", f.Cause, "{needs}", f.Needs, "{count}", strconv.FormatInt(f.Count, 10),
		"{since}", said(f.Since), "{percent}", percent(f.Percent),
	).Replace(text)
	text = strings.Join(strings.Fields(text), " ")
	if m.Link != "" {
		text += "\n" + m.Link
	}
	return text
}

// percent is a share as people read it; – stands for one that is not known.
func percent(share string) string {
	if share == "" {
		return "–"
	}
	return share + " %"
}

// said is a time in the house's zone.
func said(at time.Time) string { return at.In(clock.Bangkok).Format("2006-01-02 15:04") }
