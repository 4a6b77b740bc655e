import { z } from 'zod'
import type { Sale } from '../crowd/market.ts'
import type { Unit } from '../crowd/people.ts'
import type { System } from '../system.ts'
import type { Databases } from './invariants.ts'
import type { Purchase } from './purchases.ts'

/** What the people of a run know themselves: what they listed, and what each customer was given. */
export type Known = {
  sales: readonly Sale[]
  /** satang of points */
  given: ReadonlyMap<string, bigint>
  /** satang of earned baht */
  earned?: ReadonlyMap<string, bigint>
}

const transaction = z.looseObject({
  id: z.string(),
  status: z.int(),
  amount: z.string(),
  customerId: z.string(),
  returns: z.array(z.looseObject({ state: z.string() })),
})
type Transaction = z.infer<typeof transaction>
const provider = z.object({ chillpay: z.object({ transactions: z.array(transaction) }) })

type Credit = { topup: string; account: string; value: bigint }
type Cards = {
  transactions: readonly Transaction[]
  /** by the id of the top-up */
  orderNos: ReadonlyMap<string, string>
  credits: readonly Credit[]
  /** numbers of charges of another amount that wait for an admin, or were refused: nobody's until they are given back (SP-18) */
  held: ReadonlySet<string>
}

async function readCards({ run, db }: System): Promise<Cards> {
  const { chillpay } = provider.parse(await (await fetch(`${run.sandbox}/control`)).json())
  const topups = await db('shipping-payment').query<{ id: string; no: string }>(
    'select id, order_no as no from topup',
  )
  const held = await db('shipping-payment').query<{ no: string }>(
    `select order_no as no from topup where mismatch or exists
       (select from kit.event e where e.stream = 'topup-' || topup.id and e.type = 'MismatchRefused')`,
  )
  const credits = await db('ledger').query<Credit>(
    `select related_id as topup, account, value from flow
     where flow_event = 'topup' and flow_type = 'in' and unit = 'pt_thb'`,
  )
  const orderNos = new Map(topups.rows.map(({ id, no }) => [id, no]))
  return {
    transactions: chillpay.transactions,
    orderNos,
    credits: credits.rows,
    held: new Set(held.rows.map(({ no }) => no)),
  }
}

const isCharged = ({ status }: Transaction) => status === 0
/** What its bank sent back is with the merchant again. */
const givenBack = ({ returns }: Transaction) => returns.filter(({ state }) => state !== 'rejected').length

/** Each transaction that the card provider has charged is credited once, to whom was charged; no other is. */
function judgeCards({ transactions, orderNos, credits, held }: Cards): string[] {
  const known = new Set(orderNos.values())
  const wrong = [...orderNos].flatMap(([topup, orderNo]) => {
    const charge = transactions.find(({ id }) => id === orderNo)
    const own = credits.filter((credit) => credit.topup === topup)
    const right = own.every(
      ({ account, value }) => account === charge?.customerId && String(value) === charge.amount,
    )
    if (right && own.length === (charge && isCharged(charge) && !held.has(orderNo) ? 1 : 0)) return []
    return [`card payment ${orderNo} is ${charge?.status ?? 'unknown'}, credited ${own.length} times`]
  })
  return [
    ...wrong,
    ...transactions
      .filter((one) => isCharged(one) && !known.has(one.id))
      .map(({ id }) => `the charge ${id} is nobody's`),
    ...transactions
      .filter((one) => givenBack(one) > 1)
      .map((one) => `the charge ${one.id} was given back ${givenBack(one)} times`),
  ]
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** What everybody was given is credited once. */
function judgeGifts({ orderNos, credits }: Cards, given: Known['given']): string[] {
  const gifts = credits.filter(({ topup }) => !orderNos.has(topup))
  return [...given].flatMap(([customer, due]) => {
    const got = sum(gifts.filter(({ account }) => account === customer).map(({ value }) => value))
    return got === due ? [] : [`${customer} was given ${due} points and has got ${got}`]
  })
}

/**
 * Whose balance isn't what they are due, or is locked in part.
 * @param others who must have nothing where nothing is due to them
 */
export async function wrongBalances(
  db: Databases,
  unit: Unit,
  due: ReadonlyMap<string, bigint>,
  others = '',
): Promise<string[]> {
  const { rows } = await db('ledger').query<{ customer: string; balance: bigint; locked: bigint }>(
    `select customer_id as customer, balance, balance_locked as locked from account
     where unit = $1 and (customer_id = any($2) or customer_id like $3)`,
    [unit, [...due.keys()], others],
  )
  const stored = new Map(rows.map((row) => [row.customer, row]))
  return [...new Set([...due.keys(), ...stored.keys()])].flatMap((customer) => {
    const { balance = 0n, locked = 0n } = stored.get(customer) ?? {}
    const wanted = due.get(customer) ?? 0n
    if (balance === wanted && locked === 0n) return []
    return [`${customer} has ${balance} ${unit}, ${locked} locked, instead of ${wanted}`]
  })
}

/** What everybody has is what they were given and charged, less what they bought; nothing of it is locked. */
async function judgeBalances(
  { db }: System,
  { transactions, orderNos, credits, held }: Cards,
  purchases: readonly Purchase[],
  given: Known['given'],
): Promise<string[]> {
  const due = new Map(given)
  // of others than the run's own people it is only known that what they were given is theirs
  for (const { topup, account, value } of credits)
    if (!orderNos.has(topup) && !given.has(account)) due.set(account, (due.get(account) ?? 0n) + value)
  const add = (customer: string, value: bigint) => due.set(customer, (due.get(customer) ?? 0n) + value)
  for (const one of transactions)
    if (isCharged(one) && givenBack(one) === 0 && !held.has(one.id)) add(one.customerId, BigInt(one.amount))
  for (const { buyer, gross, status } of purchases) add(buyer, status === 'completed' ? -gross : 0n)
  return wrongBalances(db, 'pt_thb', due, 'join-crowd-buyer-%')
}

/** What was paid for a thing is its price. */
function judgePrices(purchases: readonly Purchase[], sales: readonly Sale[]): string[] {
  const prices = new Map(sales.map(({ order, priceSatang }) => [order.hash, priceSatang]))
  return purchases.flatMap(({ id, order_hash: hash, gross }) => {
    const price = prices.get(hash) ?? gross
    return price === gross ? [] : [`the purchase ${id} is of ${gross}, and was offered for ${price}`]
  })
}

/** Every charge and every gift is one credit, every balance what follows from them and the purchases. */
export async function judgeMoney(system: System, purchases: readonly Purchase[], known: Known) {
  const cards = await readCards(system)
  const charged = cards.transactions.filter(isCharged)
  return {
    charges: charged.length,
    returned: charged.filter((one) => givenBack(one) > 0).length,
    faults: [
      ...judgeCards(cards),
      ...judgeGifts(cards, known.given),
      ...judgePrices(purchases, known.sales),
      ...(await judgeBalances(system, cards, purchases, known.given)),
    ],
  }
}
