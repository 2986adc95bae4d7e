/** The operator API's types by the names that the console uses, of `schema.d.ts`, which is generated from api/operator.json. */
import type { components, paths } from './schema';

type Schemas = components['schemas'];

export type Theme = 'dark' | 'light' | 'system';

export type Operator = Schemas['SignOperator'];

/** What offers cost and brought. */
export type OfferCampaign = Schemas['OfferCampaign'];
export type OfferDetail = Schemas['OfferDetail'];
export type OfferGrant = Schemas['OfferGrant'];
export type WheelTable = Schemas['WheelTable'];

export type Proposal = Schemas['Proposal'];
export type MemberRef = NonNullable<Proposal['member']>;
/** Something that would change. */
export type Fact = Schemas['Fact'];
export type ProposalState = Proposal['state'];
export type ProposalFilter = NonNullable<paths['/api/proposal']['get']['parameters']['query']>;

/** One proposal, with what it would do now. */
export type ProposalDetail = Schemas['ProposalDetail'];

/** Something that waits for a person. */
export type Item = Schemas['WaitingItem'];
export type Kind = Item['kind'];
export type KindCount = Schemas['KindCount'];
/** A member that money may be of; a slip that was there before another. */
export type ItemCandidate = Schemas['ItemCandidate'];
export type ItemDevice = Schemas['ItemDevice'];
export type ItemEarlier = Schemas['ItemEarlier'];
export type ItemLine = Schemas['ItemLine'];
export type QueueFilter = NonNullable<paths['/api/queue']['get']['parameters']['query']>;

/** A member, opened; what was found by a search; what of a member's has not ended. */
export type ShownMember = Schemas['ShownMember'];
export type FoundMember = Schemas['FoundMember'];
/** One of the list of all. */
export type ListedMember = Schemas['ListedMember'];
export type UnderWay = Schemas['UnderWay'];
/** Rows of a member's lists. */
export type StatementRow = Schemas['StatementRow'];
export type OwnSession = Schemas['OwnSession'];
export type OwnLimit = Schemas['OwnLimit'];
export type OwnCondition = Schemas['OwnCondition'];
export type OwnCoupon = Schemas['OwnCoupon'];
export type OwnSlip = Schemas['OwnSlip'];
export type OwnWithdrawal = Schemas['OwnWithdrawal'];
export type OwnArrival = Schemas['OwnArrival'];
export type OwnDevice = Schemas['OwnDevice'];
export type OwnCoin = Schemas['OwnCoin'];
export type OwnGame = Schemas['OwnGame'];
export type OwnCase = Schemas['OwnCase'];
/** Rows of the lists of what waits for a person, or did once. */
export type ListedWithdrawal = Schemas['ListedWithdrawal'];
export type ListedArrival = Schemas['ListedArrival'];
export type ListedSlip = Schemas['ListedSlip'];
export type ListedDeclared = Schemas['ListedDeclared'];
export type ListedLink = Schemas['ListedLink'];
export type ListedLine = Schemas['ListedLine'];
export type ListedCase = Schemas['ListedCase'];
export type ListedReceivable = Schemas['ListedReceivable'];
export type ListedReversal = Schemas['ListedReversal'];
export type ListedHolder = Schemas['ListedHolder'];
export type Adjustment = Schemas['AdjustmentAskedBody'];
export type MemberFlag = Schemas['KeptFlag'];
export type LinkedMember = Schemas['LinkedMember'];
export type DoneToMember = Schemas['DoneToMember'];
export type MemberNote = Schemas['KeptNote'];

/** A conversation of the list, one with its messages, and a message of it. */
export type Conversation = Schemas['ListedConversation'];
export type Talk = Schemas['OperatorTalk'];
export type ChatLine = Schemas['OperatorMessage'];
export type Canned = Schemas['CannedAnswer'];
export type ConversationNote = Schemas['ConversationNote'];
export type ChatTally = Omit<Schemas['AnswerTallyAt'], 'hour'>;
export type ChatTallies = Schemas['AnswerTallies'];

/** How the house stands, and the systems of the outside. */
export type Today = Schemas['DayNow'];
export type TallySeries = Schemas['TallySeries'];
export type OutsideSystem = Schemas['OutsideSystem'];
export type StoppedSystem = Schemas['StoppedSystem'];

/** What a person confirms with; `demo` is a press, in a demo alone. */
export type Way = Schemas['SignConfirm']['way'];
/** The books. */
export type BookAccount = Schemas['BookAccount'];
export type BookEntry = Schemas['BookEntry'];
export type AccountEntry = Schemas['AccountEntry'];
export type BookTransfer = Schemas['BookTransfer'];
export type WholeTransfer = Schemas['WholeTransfer'];
export type TransferProof = Schemas['TransferProof'];
export type GameProvider = Schemas['GameProvider'];
export type ReconciledDay = Schemas['ReconciledDay'];
export type HouseBudget = Schemas['HouseBudget'];
export type CoverageReport = Schemas['CoverageReport'];
export type KeptAlarm = Schemas['KeptAlarm'];
export type KeptLiability = Schemas['KeptLiability'];
export type FinanceReport = Schemas['FinanceReport'];
export type FinanceRow = Schemas['FinanceRow'];

/** What members are offered and read: a section, what is in force of it, its versions, and what a change would do. */
export type ContentSection = Schemas['ContentSection'];
export type ContentDetail = Schemas['ContentDetail'];
export type ContentDocument = Schemas['ContentDocument']['document'];
export type ContentChange = Schemas['ContentChange'];
export type ContentChecked = Schemas['ContentChecked'];
export type ContentWrong = Schemas['ContentWrong'];
export type ContentDraft = Schemas['ContentDraft'];
export type ContentDraftDetail = Schemas['ContentDraftDetail'];
export type ContentVersion = Schemas['ContentVersion'];
export type ContentVersionDetail = Schemas['ContentVersionDetail'];
/** Members that may belong together. */
export type QuickMember = Schemas['QuickMember'];
export type LargeMember = Schemas['LargeMember'];
export type AskedCallout = Schemas['AskedCallout'];
export type InviteRing = Schemas['InviteRing'];
export type RingMember = Schemas['RingMember'];
export type RiskGroup = Schemas['TiedGroup'];
export type RiskWay = RiskGroup['by'];
export type TiedMember = Schemas['TiedMember'];

/** The house's nodes, and what they run with. */
export type HouseNode = Schemas['HouseNode'];
export type HouseSetting = Schemas['HouseSetting'];

/** Who is told what happens, and what was told. */
export type NoticeTarget = Schemas['NotificationTarget'];
export type Notification = Schemas['Notification'];

/** A restored store, and a system of the outside in it. */
export type Quarantine = Schemas['Quarantine'];
export type QuarantinedList = Schemas['QuarantinedList'];
export type QuarantinedRow = Schemas['QuarantinedRow'];
export type QuarantinedSystem = Schemas['QuarantinedSystem'];

/** A copy of all that is kept of a member; how long what is kept. */
export type KeptCopy = Schemas['Exported'];
export type RetentionRule = Schemas['RetentionRule'];
export type RetentionJob = Schemas['RetentionJob'];

/** What an operator has of its own. */
export type Passkey = Schemas['SignPasskey'];
export type Signed = Schemas['Signed'];
/** A shell that shows a code. */
export type WaitingShell = Schemas['SignWaitingShell'];

/** Who works for the house, and what it did. */
export type OperatorItem = Schemas['OperatorItem'];
export type OperatorDetail = Schemas['OperatorDetail'];
export type SystemToken = Schemas['SystemToken'];
export type NewToken = Schemas['NewToken'];
export type AuditRow = Schemas['AuditRow'];

export type SessionRow = Schemas['SignSessionItem'];

/** How one signs in. The house's own sign-in is not built yet. */
export type Ways = Schemas['SignWays'];

export type Preference = Schemas['SignPreferred'];

/** Who is signed in. */
export type Me = Schemas['SignMe'];

/** All that a person looks at before it decides about an item. */
export type ItemDetail = Schemas['ItemDetail'];
/** What is known of its member. */
export type Related = NonNullable<ItemDetail['related']>;
/** An item that was claimed, with its detail. */
export type Opened = Schemas['OpenedItem'];
/** A decision that is possible, and what it asks for. */
export type Choice = Schemas['ItemChoice'];

/** The body that every deciding call has. */
export type Decision = Schemas['Body'];
/** Which item the answer brings. */
export type Next = Schemas['Next'];
export type Outcome = Schemas['Outcome'];

export type { paths } from './schema';
