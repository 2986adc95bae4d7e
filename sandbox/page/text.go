package page

import (
	"net/http"
	"slices"
	"strings"
)

// languages are the pages' languages; the first one is the default.
var languages = []string{"th", "lo", "en"}

// Language returns the page's language: ?lang= if it is a known one.
func Language(r *http.Request) string {
	asked := strings.ToLower(r.FormValue("lang"))
	if slices.Contains(languages, asked) {
		return asked
	}
	return languages[0]
}

// texts are the pages' texts: Thai, Lao, English.
var texts = map[string][3]string{
	"sandbox": {"เงินสมมุติเท่านั้น", "ເງິນສົມມຸດເທົ່ານັ້ນ", "play money only"},
	"home":    {"หน้าแรก", "ໜ້າຫຼັກ", "Home"},
	"phone":   {"โทรศัพท์", "ໂທລະສັບ", "Phone"},
	"bank":    {"ธนาคาร", "ທະນາຄານ", "Bank"},
	"world":   {"โลกภายนอกบนเครื่องเดียว", "ໂລກພາຍນອກໃນເຄື່ອງດຽວ", "The outside world on one machine"},
	"worldLead": {
		"ทุกอย่างที่อยู่นอกกระเป๋า: SMS ธนาคาร และค่ายเกม",
		"ທຸກຢ່າງນອກກະເປົາ: SMS ທະນາຄານ ແລະ ຄ້າຍເກມ",
		"Everything outside the wallet: text messages, the bank and the game providers.",
	},
	"phoneLead": {
		"อ่านรหัส OTP ที่ส่งมาถึงสมาชิก",
		"ອ່ານລະຫັດ OTP ທີ່ສົ່ງມາຫາສະມາຊິກ",
		"Read the one-time codes that were sent to members.",
	},
	"bankLead": {
		"จ่ายคิวอาร์โค้ด โอนเงินพร้อมสลิป และดูรายการจ่ายเงินออก",
		"ຈ່າຍຄິວອາໂຄດ ໂອນເງິນພ້ອມສະລິບ ແລະ ເບິ່ງລາຍການຈ່າຍເງິນອອກ",
		"Pay QR codes, transfer money with a slip, and see the payouts.",
	},
	"voucher": {"ซองของขวัญ", "ຊອງຂອງຂວັນ", "Vouchers"},
	"voucherLead": {
		"สร้างซองของขวัญแล้วคัดลอกลิงก์ไปวางในแอป",
		"ສ້າງຊອງຂອງຂວັນແລ້ວສຳເນົາລິ້ງໄປວາງໃນແອັບ",
		"Make a gift voucher and paste its link in the app.",
	},
	"vouchersIn":  {"รับผ่านซองของขวัญ", "ຮັບຜ່ານຊອງຂອງຂວັນ", "In by vouchers"},
	"newVoucher":  {"สร้างซองใหม่", "ສ້າງຊອງໃໝ່", "A new voucher"},
	"makeVoucher": {"สร้างซอง", "ສ້າງຊອງ", "Make the voucher"},
	"people":      {"แบ่งให้กี่คน", "ແບ່ງໃຫ້ຈັກຄົນ", "Shared by how many people"},
	"trouble":     {"ซองที่มีปัญหา", "ຊອງທີ່ມີບັນຫາ", "A voucher with something wrong"},
	"makeExpired": {"หมดอายุแล้ว", "ໝົດອາຍຸແລ້ວ", "It has expired"},
	"makeUsed":    {"คนอื่นรับไปหมดแล้ว", "ຄົນອື່ນຮັບໄປໝົດແລ້ວ", "Others took all of it"},
	"makeOwn":     {"เบอร์ของกระเป๋าเป็นผู้สร้าง", "ເບີຂອງກະເປົາເປັນຜູ້ສ້າງ", "The wallet's own number made it"},
	"vouchers":    {"ซองที่สร้างแล้ว", "ຊອງທີ່ສ້າງແລ້ວ", "Vouchers made"},
	"noVouchers":  {"ยังไม่มีซอง สร้างซองแรกได้เลย", "ຍັງບໍ່ມີຊອງ ສ້າງຊອງທຳອິດໄດ້ເລີຍ", "No vouchers yet. Make the first one."},
	"copyLink":    {"คัดลอกลิงก์", "ສຳເນົາລິ້ງ", "Copy link"},
	"unused":      {"ยังไม่ใช้", "ຍັງບໍ່ໃຊ້", "Not used"},
	"redeemed":    {"กระเป๋ารับแล้ว", "ກະເປົາຮັບແລ້ວ", "Redeemed by the wallet"},
	"usedUp":      {"คนอื่นรับไปแล้ว", "ຄົນອື່ນຮັບໄປແລ້ວ", "Taken by others"},
	"ownVoucher":  {"ซองของกระเป๋าเอง", "ຊອງຂອງກະເປົາເອງ", "The wallet's own"},
	"forPeople":   {"แบ่งให้", "ແບ່ງໃຫ້", "Shared by"},
	"each":        {"คนละ", "ຄົນລະ", "each"},
	"taken":       {"รับไปแล้ว", "ຮັບໄປແລ້ວ", "Taken"},
	"games":       {"ค่ายเกม", "ຄ້າຍເກມ", "Game providers"},
	"totals":      {"ยอดรวมภายนอก", "ຍອດລວມພາຍນອກ", "What the outside holds"},
	"qrIn":        {"รับผ่านคิวอาร์", "ຮັບຜ່ານຄິວອາ", "In by QR codes"},
	"payoutsOut":  {"จ่ายออกแล้ว", "ຈ່າຍອອກແລ້ວ", "Paid out"},
	"inGames":     {"อยู่ในเกม", "ຢູ່ໃນເກມ", "In games"},
	"credits":     {"เครดิต", "ເຄຣດິດ", "credits"},
	"messages":    {"ข้อความ", "ຂໍ້ຄວາມ", "Messages"},
	"noMessages": {
		"ยังไม่มีข้อความ ขอรหัส OTP ในแอปแล้วข้อความจะมาที่นี่",
		"ຍັງບໍ່ມີຂໍ້ຄວາມ ຂໍລະຫັດ OTP ໃນແອັບແລ້ວຂໍ້ຄວາມຈະມາທີ່ນີ້",
		"No messages yet. Ask for a code in the app and it comes here.",
	},
	"allPhones": {"ทุกเบอร์", "ທຸກເບີ", "All numbers"},
	"copy":      {"คัดลอกรหัส", "ສຳເນົາລະຫັດ", "Copy code"},
	"copied":    {"คัดลอกแล้ว", "ສຳເນົາແລ້ວ", "Copied"},
	"codes":     {"คิวอาร์โค้ด", "ຄິວອາໂຄດ", "QR codes"},
	"noCodes": {
		"ยังไม่มีคิวอาร์โค้ด สร้างในแอปที่หน้าฝากเงิน",
		"ຍັງບໍ່ມີຄິວອາໂຄດ ສ້າງໃນແອັບທີ່ໜ້າຝາກເງິນ",
		"No codes yet. Make one in the app's deposit sheet.",
	},
	"open":         {"รอจ่าย", "ລໍຖ້າຈ່າຍ", "Open"},
	"paid":         {"จ่ายแล้ว", "ຈ່າຍແລ້ວ", "Paid"},
	"cancelled":    {"ยกเลิก", "ຍົກເລີກ", "Cancelled"},
	"expired":      {"หมดอายุ", "ໝົດອາຍຸ", "Expired"},
	"pay":          {"จ่าย", "ຈ່າຍ", "Pay"},
	"payAgain":     {"จ่ายอีกครั้ง", "ຈ່າຍອີກຄັ້ງ", "Pay again"},
	"payer":        {"ผู้จ่ายและจำนวน", "ຜູ້ຈ່າຍ ແລະ ຈຳນວນ", "Payer and amount"},
	"fromBank":     {"จากธนาคาร", "ຈາກທະນາຄານ", "From bank"},
	"fromAccount":  {"เลขบัญชี", "ເລກບັນຊີ", "Account number"},
	"fromName":     {"ชื่อบัญชี", "ຊື່ບັນຊີ", "Account name"},
	"amount":       {"จำนวนเงิน (บาท)", "ຈຳນວນເງິນ (ບາດ)", "Amount (baht)"},
	"until":        {"ถึงเวลา", "ຮອດເວລາ", "until"},
	"transfers":    {"โอนเงิน", "ໂອນເງິນ", "Transfers"},
	"noTransfers":  {"ยังไม่มีรายการโอน", "ຍັງບໍ່ມີລາຍການໂອນ", "No transfers yet."},
	"sender":       {"จากบัญชี", "ຈາກບັນຊີ", "From account"},
	"receiver":     {"เข้าบัญชี", "ເຂົ້າບັນຊີ", "To account"},
	"toBank":       {"ธนาคารปลายทาง", "ທະນາຄານປາຍທາງ", "To bank"},
	"senderEdit":   {"ผู้โอน: แก้ไขหรือใช้บัญชีอื่น", "ຜູ້ໂອນ: ແກ້ໄຂ ຫຼື ໃຊ້ບັນຊີອື່ນ", "Sender: change or another account"},
	"receiverEdit": {"ผู้รับ: ใช้บัญชีอื่น", "ຜູ້ຮັບ: ໃຊ້ບັນຊີອື່ນ", "Receiver: another account"},
	"makeTransfer": {"โอนเงิน", "ໂອນເງິນ", "Transfer"},
	"slipOf":       {"สลิป", "ສະລິບ", "Slip"},
	"saveSlip":     {"บันทึกรูปสลิป", "ບັນທຶກຮູບສະລິບ", "Save the slip"},
	"slipLook":     {"หน้าตาสลิป", "ໜ້າຕາສະລິບ", "Look of the slip"},
	"takeBack":     {"ดึงเงินคืน", "ດຶງເງິນຄືນ", "Take back"},
	"takenBack":    {"ดึงคืนแล้ว", "ດຶງຄືນແລ້ວ", "Taken back"},
	"feedOn":       {"ธนาคารส่งรายการเดินบัญชีให้แอป", "ທະນາຄານສົ່ງລາຍການເດີນບັນຊີໃຫ້ແອັບ", "The bank tells the app its statement"},
	"receipt":      {"ใบเสร็จ", "ໃບຮັບເງິນ", "Receipt"},
	"card":         {"การ์ด", "ບັດ", "Card"},
	"ticket":       {"ตั๋ว", "ປີ້", "Ticket"},
	"night":        {"กลางคืน", "ກາງຄືນ", "Night"},
	"bankIn":       {"โอนเข้าบัญชี", "ໂອນເຂົ້າບັນຊີ", "In by transfers"},
	"reversedOut":  {"ดึงเงินคืนแล้ว", "ດຶງເງິນຄືນແລ້ວ", "Taken back"},
	"payouts":      {"รายการจ่ายเงินออก", "ລາຍການຈ່າຍເງິນອອກ", "Payouts"},
	"noPayouts": {
		"ยังไม่มีรายการ ถอนเงินในแอปแล้วรายการจะมาที่นี่",
		"ຍັງບໍ່ມີລາຍການ ຖອນເງິນໃນແອັບແລ້ວລາຍການຈະມາທີ່ນີ້",
		"No payouts yet. Withdraw in the app and they come here.",
	},
	"auto":     {"จ่ายสำเร็จเองใน 1 วินาที", "ຈ່າຍສຳເລັດເອງໃນ 1 ວິນາທີ", "Settle by themselves after 1 second"},
	"accepted": {"กำลังโอน", "ກຳລັງໂອນ", "On its way"},
	"settled":  {"โอนสำเร็จ", "ໂອນສຳເລັດ", "Settled"},
	"failed":   {"โอนไม่สำเร็จ", "ໂອນບໍ່ສຳເລັດ", "Failed"},
	"bounced":  {"ตีกลับ", "ຕີກັບ", "Bounced"},
	"settle":   {"สำเร็จ", "ສຳເລັດ", "Settle"},
	"fail":     {"ไม่สำเร็จ", "ບໍ່ສຳເລັດ", "Fail"},
	"bounce":   {"ตีกลับ", "ຕີກັບ", "Bounce"},
	"failure":  {"ไม่สำเร็จ ลองอีกครั้ง", "ບໍ່ສຳເລັດ ລອງອີກຄັ້ງ", "That did not work. Try again."},
	"balance":  {"ยอดเครดิต", "ຍອດເຄຣດິດ", "Balance"},
	"player":   {"บัญชี", "ບັນຊີ", "Account"},
	"stake":    {"เดิมพัน", "ເດີມພັນ", "Stake"},
	"all":      {"ทั้งหมด", "ທັງໝົດ", "All"},
	"spin":     {"หมุน", "ໝຸນ", "Spin"},
	"shoot":    {"เลือกมุมแล้วยิง", "ເລືອກມຸມແລ້ວຍິງ", "Pick a corner to shoot"},
	"left":     {"ซ้าย", "ຊ້າຍ", "Left"},
	"middle":   {"กลาง", "ກາງ", "Middle"},
	"right":    {"ขวา", "ຂວາ", "Right"},
	"draw":     {"ออกรางวัล", "ອອກລາງວັນ", "Draw"},
	"number":   {"เลข 2 ตัว (00-99)", "ເລກ 2 ໂຕ (00-99)", "Two digits (00-99)"},
	"won":      {"ชนะ", "ຊະນະ", "Won"},
	"lost":     {"ไม่ถูกรางวัล", "ບໍ່ຖືກລາງວັນ", "No win"},
	"notEnough": {
		"เครดิตไม่พอ โยกเงินเข้าจากแอปก่อน",
		"ເຄຣດິດບໍ່ພໍ ໂອນເງິນເຂົ້າຈາກແອັບກ່ອນ",
		"Not enough credits. Move some in from the app.",
	},
	"badStake": {"จำนวนเดิมพันไม่ถูกต้อง", "ຈຳນວນເດີມພັນບໍ່ຖືກຕ້ອງ", "That stake is not possible."},
	"sessionOver": {
		"หมดเวลา เข้าเกมใหม่จากแอป",
		"ໝົດເວລາ ເຂົ້າເກມໃໝ່ຈາກແອັບ",
		"The session is over. Open the game from the app again.",
	},
	"pays":       {"อัตราจ่าย", "ອັດຕາຈ່າຍ", "Pays"},
	"returns":    {"คืนเฉลี่ยต่อการเดิมพัน", "ຄືນສະເລ່ຍຕໍ່ການເດີມພັນ", "Average return per stake"},
	"threeOf":    {"สามตัวเหมือน", "ສາມໂຕຄືກັນ", "Three of a kind"},
	"twoCoins":   {"เหรียญสองตัว", "ຫຼຽນສອງໂຕ", "Two coins"},
	"goal":       {"ยิงเข้า", "ຍິງເຂົ້າ", "Goal"},
	"twoDigits":  {"ตรงสองตัว", "ຖືກສອງໂຕ", "Both digits"},
	"deal":       {"แจกไพ่", "ແຈກໄພ່", "Deal"},
	"you":        {"คุณ", "ທ່ານ", "You"},
	"dealer":     {"เจ้ามือ", "ເຈົ້າມື", "Dealer"},
	"tie":        {"เสมอ ได้เดิมพันคืน", "ສະເໝີ ໄດ້ເດີມພັນຄືນ", "A tie: the stake returns"},
	"higherCard": {"ไพ่สูงกว่าเจ้ามือ (24 ใน 51)", "ໄພ່ສູງກວ່າເຈົ້າມື (24 ໃນ 51)", "A higher card than the dealer's (24 in 51)"},
	"sameCard":   {"ไพ่เท่ากัน (3 ใน 51)", "ໄພ່ເທົ່າກັນ (3 ໃນ 51)", "The same rank (3 in 51)"},
	"openBet": {
		"เดิมพันค้างไว้ รู้ผลใน 3 วินาที",
		"ເດີມພັນຄ້າງໄວ້ ຮູ້ຜົນໃນ 3 ວິນາທີ",
		"Open bet: the result comes after 3 seconds",
	},
	"placed":      {"วางเดิมพันแล้ว", "ວາງເດີມພັນແລ້ວ", "Bet placed"},
	"outstanding": {"เดิมพันที่ยังไม่รู้ผล", "ເດີມພັນທີ່ຍັງບໍ່ຮູ້ຜົນ", "On open bets"},
	"running":     {"รอผล", "ລໍຖ້າຜົນ", "Open"},
	"void":        {"ยกเลิก คืนเดิมพัน", "ຍົກເລີກ ຄືນເດີມພັນ", "Void"},
	"history":     {"รอบล่าสุด", "ຮອບຫຼ້າສຸດ", "Last rounds"},
	"noHistory":   {"ยังไม่ได้เล่น", "ຍັງບໍ່ໄດ້ຫຼິ້ນ", "Nothing played yet."},
	"login":       {"เข้าสู่ระบบ", "ເຂົ້າສູ່ລະບົບ", "Log in"},
	"loginLead": {
		"ใช้ชื่อบัญชีและรหัสผ่านเกมจากแอป",
		"ໃຊ້ຊື່ບັນຊີ ແລະ ລະຫັດຜ່ານເກມຈາກແອັບ",
		"Use the game's account name and password from the app.",
	},
	"username":     {"ชื่อบัญชี", "ຊື່ບັນຊີ", "Account name"},
	"password":     {"รหัสผ่าน", "ລະຫັດຜ່ານ", "Password"},
	"wrongLogin":   {"ชื่อบัญชีหรือรหัสผ่านไม่ถูกต้อง", "ຊື່ບັນຊີ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ", "Wrong account name or password."},
	"live":         {"อัปเดตสด", "ອັບເດດສົດ", "Live"},
	"notFound":     {"ไม่พบหน้านี้", "ບໍ່ພົບໜ້ານີ້", "Page not found"},
	"chooseLang":   {"ภาษา", "ພາສາ", "Language"},
	"keeperLeft":   {"ผู้รักษาประตูพุ่งซ้าย", "ຜູ້ຮັກສາປະຕູພຸ່ງຊ້າຍ", "The keeper dived left"},
	"keeperMiddle": {"ผู้รักษาประตูอยู่กลาง", "ຜູ້ຮັກສາປະຕູຢູ່ກາງ", "The keeper stayed"},
	"keeperRight":  {"ผู้รักษาประตูพุ่งขวา", "ຜູ້ຮັກສາປະຕູພຸ່ງຂວາ", "The keeper dived right"},
	"reels":        {"วงล้อ", "ວົງລໍ້", "Reels"},
}

// word returns a text in a language.
func word(lang, key string) string {
	text, known := texts[key]
	if !known {
		return key
	}
	return text[slices.Index(languages, lang)]
}
