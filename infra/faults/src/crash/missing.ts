import type { Point } from './points.ts'

const CHAIN =
  'needs a node that refuses, loses or forgets transactions, or a reorganisation: chain-chaos.int.test.ts of the kit'
/** These alone are crossed by no proof. */
export const BY_TRIES =
  'a delivery that was paid goes on until its deadline, however often it was tried (SP-24)'
const OPERATOR = 'no service does it by itself: an operator calls it'
const INSIDE = 'always within a transaction of its caller, whose commit is the point'

/**
 * Points of the sources that these scenarios can't cross, each with its reason. Everything else that is found in the
 * sources and was not crossed breaks the proof.
 */
const excused: readonly { path: RegExp; holding?: RegExp; why: string }[] = [
  { path: /^_shared\/chain\/tx-(reserve|watch)\.ts$/, holding: /giveUp\(.*, true\)/, why: BY_TRIES },
  { path: /^_shared\/chain\/tx-(settled|included)\.ts$/, why: CHAIN },
  { path: /^_shared\/chain\/tx-nonce\.ts$/, why: CHAIN },
  { path: /^_shared\/chain\/tx-broadcast\.ts$/, holding: /patch|replaced|refused|\{ attempt \}/, why: CHAIN },
  { path: /^_shared\/chain\/tx-reserve\.ts$/, holding: /patch/, why: CHAIN },
  {
    path: /^_shared\/chain\/tx-watch\.ts$/,
    holding: /giveUp|'pending'|'failed'|\bsent\b/,
    why: CHAIN,
  },
  {
    path: /^_shared\/chain\/tx-key\.ts$/,
    holding: /the deadline passed/,
    why: 'the deadline is a day away: chain-limits.int.test.ts of the kit',
  },
  { path: /^asset-indexer\/scan\/rollback\.ts$/, why: 'needs a reorganisation: B33' },
  {
    path: /^asset-indexer\/health\/scan-fault\.ts$/,
    holding: /insert into scan_fault/,
    why: 'needs a node that does not answer: one row that says why the scan stands, which the next try writes again',
  },
  { path: /^asset-indexer\/scan\/refused\.ts$/, why: 'needs a fact of the chain that no row can hold' },
  {
    path: /^_shared\/http\/idempotency\.ts$/,
    holding: /set started_at = \$4\s+where/,
    why: 'needs a call that ends in a fault, as when a connection breaks: B9',
  },
  {
    path: /^_shared\/(epoch|rewind)\.ts$/,
    why: 'needs a standby that is promoted: promotion.slow.int.test.ts of the kit',
  },
  { path: /^_shared\/(read-model|replica)\.ts$/, holding: /owner/, why: OPERATOR },
  { path: /^_shared\/republish\.ts$/, why: OPERATOR },
  { path: /^moderation\/permission\/change\.ts$/, holding: /transact/, why: OPERATOR },
  {
    path: /^_shared\/verification\.ts$/,
    why: 'notes what a look has found: one row, which the next look writes again',
  },
  {
    path: /^_shared\/(dead-letters|http\/idempotency)\.ts$/,
    holding: /for update skip locked/,
    why: 'removes what is older than days, in one statement that may come again',
  },
  {
    path: /^_shared\/dead-letters\.ts$/,
    holding: /resolveIn/,
    why: 'needs a message that can be handled after it failed: consumer.int.test.ts of the kit',
  },
  {
    path: /^_market\/reconciliation\.ts$/,
    why: 'needs a day to end: one row of that day, which the next look writes again',
  },
  { path: /^_shared\/notifier\.ts$/, holding: /notifyOnce|randomUUID\(\)/, why: OPERATOR },
  {
    path: /^_shared\/notifier\.ts$/,
    holding: /'kit\.notify'/,
    why: 'needs a second process of a service: a hint, without which the other looks by itself',
  },
  {
    path: /^order-book\/jobs\/counters\.ts$/,
    holding: /checkSoon/,
    why: 'needs an open order beside those that ended: a test of the order book kills it there',
  },
  {
    path: /^order-book\/jobs\/suspended\.ts$/,
    why: 'needs an open order on what is suspended: one transaction, which adds nothing when it comes again (activity.int.test.ts of the order book)',
  },
  {
    path: /^order-book\/jobs\/forget-transfers\.ts$/,
    why: 'removes what is a week old, in one statement that may come again',
  },
  {
    path: /^shipping-payment\/admin\/decisions\.ts$/,
    holding: /existingShipping\(tx/,
    why: 'needs a paid purchase in the moment before its delivery is signed, or a ledger that refuses what is due: one transaction, and a second one finds nothing to decide (admin.int.test.ts of shipping-payment, with its answers lost)',
  },
  {
    path: /^shipping-payment\/admin\/decisions\.ts$/,
    holding: /'EndRefund'/,
    why: 'needs a card provider that forgets a refund, or a bank that sends it back: one transaction, and a second one finds nothing to end (refund-end.int.test.ts of shipping-payment, with its answer asked for twice)',
  },
  {
    path: /^shipping-payment\/admin\/decisions\.ts$/,
    holding: /'RefuseMismatch'/,
    why: 'the scenario accepts what differs; B16 kills the service in the middle of refusing it',
  },
  {
    path: /^bank-withdrawal\/admin\/outcome-routes\.ts$/,
    why: 'needs a payout that is held: B16 kills the service in the middle of each of these calls',
  },
  {
    path: /^moderation\/bot\/routes\.ts$/,
    why: 'needs a bot of another service: one transaction, which reports each asset, rule and metadata once however often it comes (bots.int.test.ts)',
  },
  {
    path: /^asset-indexer\/media\/store\.ts$/,
    why: 'needs an asset that names a video or a sound: one statement, which the job writes again',
  },
  {
    path: /^moderation\/(jobs\/bot-originals|bot\/originals)\.ts$/,
    why: 'needs an issuer of tokens that somebody imitates: a transaction a page, which reports each asset once however often it comes (bots.int.test.ts)',
  },
  {
    path: /^moderation\/(jobs\/blacklist|blacklist\/store)\.ts$/,
    why: 'needs a day to end: one transaction, and the next look writes it again',
  },
  {
    path: /^shipping-payment\/(crypto\/(open|record)|jobs\/crypto-deadline)\.ts$/,
    why: 'no scenario buys in crypto: each step is one transaction, crossed by crypto.int.test.ts of shipping-payment, up to each of its ends',
  },
  {
    path: /^identity\/consumers\/shipping\.ts$/,
    holding: /CryptoTradeProven/,
    why: 'no scenario buys in crypto: B5 plays it, and who hears of it twice is told once',
  },
  {
    path: /^order-book\/listing\/cancel\.ts$/,
    holding: /'Confirm'/,
    why: 'needs a listing in crypto whose asset was away: one transaction, crossed by crypto-listing.int.test.ts of the order book',
  },
  {
    path: /^shipping-payment\/payment\/provider-routes\.ts$/,
    holding: /stray_callback/,
    why: 'needs a callback about an order of nobody: one statement that may come again',
  },
  {
    path: /^shipping-payment\/payment\/strays\.ts$/,
    holding: /settled_at/,
    why: 'an operator settles such a callback at the command line: one transaction, that changes what waits and nothing twice',
  },
  {
    path: /^shipping-payment\/payment\/card\.ts$/,
    holding: /type: 'GiveUp'/,
    why: 'needs a provider that says nothing for a day: card-orders.slow.int.test.ts of shipping-payment',
  },
  {
    path: /^_shared\/dead-letters\.ts$/,
    holding: /resolved_at = now/,
    why: 'needs a message that can be handled after it failed: consumer.int.test.ts of the kit',
  },
  {
    path: /^_shared\/inbox-floor\.ts$/,
    why: 'needs messages that were handled 90 days ago; what it writes is one transaction, what it removes one statement',
  },
  {
    path: /^identity\/jobs\/listing-end\.ts$/,
    why: 'needs a listing whose time is over, and none is shorter than an hour: what it tells is told once',
  },
  {
    path: /^identity\/jobs\/listing-suspended\.ts$/,
    why: 'no scenario suspends what is listed: each page is one transaction, and who is told again is told once',
  },
  {
    path: /^identity\/picture\/(put|take)\.ts$/,
    why: 'no scenario shows itself by what it holds: one transaction that makes nothing of it the second time, and has it looked after by a job (picture.int.test.ts of identity)',
  },
  {
    path: /^bank-withdrawal\/consumers\/books\.ts$/,
    why: 'needs books that do not add up: one row with the revision that was told last',
  },
  { path: /^identity\/account\/personal-data\.ts$/, why: INSIDE },
  { path: /^identity\/join\/sign-in\.ts$/, holding: /used_at/, why: INSIDE },
  { path: /^identity\/web3\/proof\.ts$/, holding: /delete/, why: INSIDE },
  { path: /^ledger\/books\/thaw\.ts$/, why: OPERATOR },
  { path: /^ledger\/jobs\/snapshot\.ts$/, why: 'needs a day to end; it writes the same again: LG-13' },
  { path: /^gateway\/share\/previews\.ts$/, why: 'it reads a picture of our own, and changes nothing' },
  { path: /^gateway\/first-page\/worker\.ts$/, why: 'it reads what everybody may, and changes nothing' },
]

/** Why a point need not be crossed; undefined when it has to be. */
export function excuseOf(point: Point, text: string): string | undefined {
  return excused.find(({ path, holding }) => path.test(point.path) && (holding?.test(text) ?? true))?.why
}

/** For the test that none of them is left over. */
export const excusedPaths: readonly RegExp[] = excused.map(({ path }) => path)
