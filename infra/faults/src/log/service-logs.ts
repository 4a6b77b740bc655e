import { openPosting, post } from '@talad/ledger/transfer/post'
import { topup } from '@talad/ledger/transfer/topup'
import { declarations } from '@talad/moderation/declaration/stream'
import { sheets } from '@talad/moderation/fee/stream'
import { issuers } from '@talad/moderation/issuer/stream'
import { changePermissions } from '@talad/moderation/permission/change'
import { suspensions } from '@talad/moderation/suspension/stream'
import { orders, streamId } from '@talad/order-book/order/stream'
import type { ServiceName } from '@talad/services/manifests'
import { systemClock } from '@talad/shared/clock'
import type { Db } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { createNotifier, type Notifier } from '@talad/shared/notifier'
import { change } from '@talad/shared/stream'
import type { Database, Harness } from '../harness.ts'
import { fillOf, hexOf, putOf, termsOf } from './order-samples.ts'

/** The log of a service, and something that happens in it. */
export type ServiceLog = Database & {
  notifier: Notifier
  /** appends what happens as number `n` */
  write(n: number): Promise<void>
}

const TRANSFERS = 4

function commandsOf(n: number) {
  return Array.from({ length: TRANSFERS }, (_, index) => {
    const id = `${n}-${index}`
    return {
      correlationId: id,
      command: topup({
        id,
        customerId: `join-${(n + index) % 50}`,
        unit: 'pt_thb',
        value: 100n,
        reference: 'dev',
      }),
    }
  })
}

/** Orders are put, and each is filled in two steps by the numbers that follow. */
async function writeOrder(deps: { db: Db; notifier: Notifier }, n: number): Promise<void> {
  const name = `order-${Math.floor(n / 3)}`
  const terms = termsOf(name)
  const command = n % 3 === 0 ? putOf(terms) : { type: 'SeeFact' as const, fact: fillOf(name, n, 2n) }
  await change({ ...deps, now: systemClock }, orders, streamId(terms.hash), command)
}

/** Admins are given something and lose it again. */
async function writeGrant(deps: { db: Db }, n: number): Promise<void> {
  const change = { type: n % 3 === 2 ? ('Revoke' as const) : ('Grant' as const), what: 'audit.read' as const }
  const about = { customerId: `join-${Math.floor(n / 3)}`, note: `number ${n}`, now: systemClock() }
  const request = { actor: { operator: 'a' }, requestId: `r-${n}`, id: newId(about.now) }
  await changePermissions(deps, { ...change, ...about }, request)
}

/** Tokens are suspended, let go and suspended again. */
async function writeSuspension(deps: { db: Db }, n: number): Promise<void> {
  const token = `${Math.floor(n / 3)}`
  const contractAddress = hexOf('contract', 40)
  const range = { blockchain: 'kub', contractAddress, tokenFrom: token, tokenTo: token }
  const now = systemClock()
  const decision = { by: 'join-admin', note: `number ${n}`, decisionId: newId(now), now }
  const id = hexOf(`suspension of ${token}`, 24).slice(2)
  const command =
    n % 3 === 1 ? { type: 'Unsuspend' as const } : { type: 'Suspend' as const, id, range, until: null }
  await change({ ...deps, now: systemClock }, suspensions, id, { ...command, ...decision })
}

/** Issuers with a fee, and what they declare, are set and set again. */
async function writeIssuer(deps: { db: Db }, n: number): Promise<void> {
  const at = { ...deps, now: systemClock }
  // a sheet of a few issuers: each change of one tells it whole
  const contractAddress = hexOf(`contract ${Math.floor(n / 30)} ${n % 3}`, 40)
  const range = { blockchain: 'kub', contractAddress, tokenFrom: `${n}`, tokenTo: `${n}` }
  const id = `${Math.floor(n / 3)}`
  const now = systemClock()
  const by = () => ({ by: 'join-admin', note: `number ${n}`, decisionId: newId(now), now })
  const names = { th: 'ผู้ออก', en: 'issuer' }
  const terms = { slug: `issuer_${id}`, names, ranges: [range], customerId: 'join-issuer', active: true }
  await change(at, issuers, id, { type: 'Add', terms, slugTaken: false, ...by() })
  const issuerRange = { issuerId: id, customerId: 'join-issuer', range }
  const sheetId = `kub:${contractAddress}`
  await change(at, sheets, sheetId, { type: 'PlaceIssuer', issuerId: id, ranges: [issuerRange], ...by() })
  const fee = { id: `fee-${id}-${sheetId}`, type: 'issuer' as const, customerId: null }
  const about = { ...fee, issuerId: id, collectionId: contractAddress }
  await change(at, sheets, sheetId, { type: 'AddMissing', fee: about, ...by() })
  const declared = { declarer: 'issuer' as const, range }
  const text = { key: 'rights', title: names, body: names, url: null }
  const what = { ...declared, declarations: [text] }
  await change(at, declarations, `${n}`, { type: 'Set', terms: what, version: 0, ...by() })
}

/** All of them are written side by side: the read model of each passes the others' events over. */
async function writeModeration(deps: { db: Db }, n: number): Promise<void> {
  await writeGrant(deps, n)
  await writeSuspension(deps, n)
  await writeIssuer(deps, n)
}

/** What happens in a service's log. */
const writers: Record<string, (deps: { db: Db; notifier: Notifier }, n: number) => Promise<void>> = {
  'order-book': writeOrder,
  moderation: writeModeration,
}

/** @throws Error where nobody has said what happens in the log of this service */
export async function openServiceLog(harness: Harness, service: ServiceName): Promise<ServiceLog> {
  const database = await harness.database(service)
  const notifier = createNotifier(database.db)
  harness.closing.add('the notifier', () => notifier.close())
  const deps = { db: database.db, notifier }
  if (service === 'ledger') {
    const posting = openPosting(database.url, {})
    harness.closing.add('the posting', () => posting.end())
    return {
      ...database,
      notifier,
      write: async (n) => void (await post(posting, commandsOf(n), systemClock())),
    }
  }
  const write = writers[service]
  if (!write) throw new Error(`nobody says what happens in the log of ${service}`)
  return { ...database, notifier, write: (n) => write(deps, n) }
}
