import { holdings } from '@talad/demo/plan'
import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { type Call, control, type Person, signInAs } from '@talad/dev/seed/site'
import { listNow, onceHeard } from '@talad/e2e/people'
import { ResponseError } from '@talad/proto/http/client'
import { operationsHttp } from '@talad/proto/http/operations'
import type { Order } from '@talad/proto/http/order-book/orders'
import { type Db, openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { type Account, register } from './people.ts'

/** Tokens of a quarter of an hour and steps up of ten minutes are renewed well before they end (AW-14). */
const FRESH_MS = 5 * 60_000
/** Who waits for something has it done no more often: writes are counted (GW-24). */
const HASTEN_MS = 1_000

export type Collection = { id: string; address: string }
export type AssetPlace = { id: string; contract: string; token: string; collection: string }

export const note = 'as it was agreed by phone'

/** Who calls; a fresh token is got for whoever has a Join id. */
export type By = Pick<Person, 'token'> & Partial<Person>

/** A running installation on which calls can be made ready. */
export type World = {
  run: Run
  /** the card provider's secret, for messages in its name */
  cardSecret: string
  /** the database of a service, as its owner */
  db(service: string): Db
  /** a number that nothing else here has */
  next(): number
  /** what is there for all rows: made by the first that asks */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
  seller(): Promise<Person>
  buyer(): Promise<Person>
  /** the admin who may do everything, and one who may pay out: what one approves the other confirms */
  chief(): Promise<Person>
  clerk(): Promise<Person>
  /** a customer who has done nothing yet, of KYC level 2 or 3 */
  newcomer(level?: 'SILVER' | 'GOLD'): Promise<Person>
  tokenOf(by: By): Promise<string>
  /** one piece of the seller's, listed for baht and known to the shop */
  offer(): Promise<Order>
  /**
   * an asset of the demonstration, whose lanterns no test buys, and a collection: another one each time, until all had
   * their turn
   */
  asset(): Promise<AssetPlace>
  collection(): Promise<Collection>
  /** has a service do now what it would do later */
  hasten(service: string, task: string, key?: string): Promise<void>
  /** changes rows that nobody may change: what time or a fault would do */
  force(service: string, sql: string, values: unknown[]): Promise<void>
  close(): Promise<void>
}

/** Services must let one seller list as much as the rows ask for. */
export const worldSettings = {
  'order-book': { LIMIT_ORDERS_PER_CUSTOMER: '1000', LIMIT_ORDERS_PER_ASSET: '1000' },
}
/** The same for a system that is started as a newcomer starts it. */
export const worldEnv = { TALAD_SERVICES: JSON.stringify(worldSettings) }

/** An item of a list after the other, and from the beginning again. */
function inTurns<T>(list: readonly T[]): () => T {
  let last = -1
  return () => {
    last = (last + 1) % list.length
    const [item] = list.slice(last)
    if (item === undefined) throw new Error('there is nothing to take turns with')
    return item
  }
}

/** A running system, and what is known of it. */
export type Site = {
  run: Run
  cardSecret: string
  /** how calls are repeated while services come and go */
  patient?: (call: Call) => Call
  /** how a sign-in, which has no key, is begun anew meanwhile */
  retry?: <T>(work: () => Promise<T>) => Promise<T>
}

/** Signs everybody in when they are needed, and again before their tokens end. */
function openDoor({ run, patient = (call) => call, retry = (work) => work() }: Site) {
  const inside = new Map<string, { at: number; person: Promise<Person> }>()
  const staff = new Set(run.admins.map(({ joinId }) => joinId))
  const wrapped = (person: Person): Person => {
    const call = patient(person.call)
    // what an admin may do is known to a service a moment after it was said
    const known: Call = (...given) => onceHeard(['permission_required'], () => call(...given))
    return { ...person, call: staff.has(person.joinId) ? known : call }
  }
  return (account: Account): Promise<Person> => {
    const had = inside.get(account.joinId)
    if (had && performance.now() - had.at < FRESH_MS) return had.person
    const person = retry(() => signInAs(run, account)).then(wrapped)
    inside.set(account.joinId, { at: performance.now(), person })
    return person
  }
}

const lanterns: ReadonlySet<string> = new Set(
  holdings.filter(({ collection }) => collection === 'lantern').map(({ tokenId }) => String(tokenId)),
)

/** What moderation knows of the indexer. */
async function readAssets(run: Run, db: Db) {
  const sql = `select asset_id as id, contract_address as contract, token_id::text as token, collection_id as collection
    from asset_replica order by asset_id`
  const all = await until('moderation knows all collections', async () => {
    const { rows } = await db.query<AssetPlace>(sql)
    return new Set(rows.map(({ contract }) => contract)).size === run.contracts.collections.length && rows
  })
  const ids = new Map(all.map(({ collection, contract }) => [collection, contract]))
  const kept = run.contracts.collections.find(({ key }) => key === 'lantern')?.address
  return {
    collection: inTurns([...ids].map(([id, address]) => ({ id, address }))),
    // whoever mints more of them sells them, and an admin who flags one suspends it at once (MO-14)
    asset: inTurns(all.filter(({ contract, token }) => contract === kept && lanterns.has(token))),
  }
}

/** The seller's tickets, piece by piece. */
const pieces = holdings
  .filter(({ collection, owner }) => collection === 'ticket' && owner === 'seller')
  .flatMap(({ tokenId, quantity }) => Array.from({ length: quantity }, () => String(tokenId)))

function openDatabases(run: Run) {
  const opened = new Map<string, Db>()
  const db = (service: string) => {
    const known = opened.get(service) ?? openDb(run.databases[service] ?? '', { owner: true, max: 2 })
    opened.set(service, known)
    return known
  }
  return { db, close: async () => void (await Promise.all([...opened.values()].map((one) => one.end()))) }
}

export async function openWorld(site: Site): Promise<World> {
  const { run, cardSecret } = site
  await appointStaff(run)
  await control(run, 'PATCH', 'payout', { vetMs: 0 })
  const { db, close } = openDatabases(run)
  const enter = openDoor(site)
  const shared = new Map<string, Promise<unknown>>()
  const hastened = new Map<string, number>()
  let last = 0
  const next = () => ++last
  const called = (key: string) => async () => {
    const account = [...run.accounts, ...run.admins].find((one) => one.key === key)
    if (!account) throw new Error(`nobody is called ${key}`)
    return enter(account)
  }
  const [seller, buyer, chief, clerk] = ['seller', 'buyer', 'chief', 'clerk'].map(called)
  if (!seller || !buyer || !chief || !clerk) throw new Error('nobody is there')
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const made = (shared.get(name) as Promise<T> | undefined) ?? make()
    shared.set(name, made)
    return made
  }
  const assets = () => once('assets', () => readAssets(run, db('moderation')))
  const piece = inTurns(pieces)
  return {
    run,
    cardSecret,
    db,
    next,
    once,
    seller,
    buyer,
    chief,
    clerk,
    newcomer: async (level = 'SILVER') => {
      const [account] = await register(run, [`caller-${next()}`], level)
      if (!account) throw new Error('nobody came')
      return enter(account)
    },
    tokenOf: async ({ token, joinId, address = '', privateKey = '' }) =>
      joinId === undefined ? token : (await enter({ joinId, address, privateKey })).token,
    async offer() {
      const collection = run.contracts.collections.find(({ key }) => key === 'ticket')
      if (!collection) throw new Error('there are no tickets')
      const wish = { contract: collection.address, type: collection.type, tokenId: piece(), amount: 1n }
      const order = await listNow(run, await seller(), { ...wish, priceSatang: BigInt(30_000 + next()) })
      const sql = 'select 1 from order_replica where hash = $1'
      const isKnown = async () => (await db('shipping-payment').query(sql, [order.hash])).rowCount === 1
      await until('the shop knows the order', isKnown, 60_000)
      return order
    },
    asset: async () => (await assets()).asset(),
    collection: async () => (await assets()).collection(),
    async hasten(service, task, key = '') {
      const of = [service, task, key].join(' ')
      if (performance.now() - (hastened.get(of) ?? Number.NEGATIVE_INFINITY) < HASTEN_MS) return
      hastened.set(of, performance.now())
      const asked = (await chief()).call(operationsHttp.runJob, { body: { service, task, key, note } })
      await asked.catch((error: unknown) => {
        // it is done already, or not asked for yet
        if (!(error instanceof ResponseError && error.code === 'not_found')) throw error
      })
    },
    async force(service, sql, values) {
      const owner = await db(service).connect()
      await owner.query('set session_replication_role = replica')
      await owner.query(sql, values)
      owner.release(true)
    },
    close,
  }
}
