import { service as bank } from '@talad/bank-withdrawal/service'
import { withdrawals as kind } from '@talad/bank-withdrawal/withdrawal/stream'
import { COMMAND_TOPIC, commands } from '@talad/ledger/consumers/command'
import { publish as publishLedger } from '@talad/ledger/transfer/publish'
import type { InMessage, Outgoing } from '@talad/shared/bus/port'
import type { Db } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { handleAlone } from '@talad/shared/handling'
import { published } from '@talad/shared/stream'
import { sent } from '../log/repeat/steps.ts'
import { holds } from '../proof.ts'
import type { Installation } from './installation.ts'
import { createPostBox, type PostBox } from './post-box.ts'
import type { Operation, Sequence } from './sequence.ts'
import { call, payOut, registerAccount } from './withdrawals.ts'

const MOST_AT_ONCE = 8
const DELIVERS = 0.35
const MOST_ROUNDS = 400
/** Between two operations, and when nothing but time is left that could move anything. */
const STEP_MS = 1_000
const ROUND_MS = 45_000

const GROUP = 'bank-withdrawal.transfer'
const takers = bank.consumers.filter(({ group }) => group === GROUP)
const toLedger = published(kind).messages

/** What became of a sequence. */
export type Played = {
  /** every command that the ledger was told, by what it was told */
  told: readonly InMessage[]
  diedAt: readonly string[]
  deliveries: number
  /** the same for the same seed: what was handed over in which order, and where it died */
  trace: readonly string[]
}

type Playing = {
  at: Installation
  sequence: Sequence
  ledgerBox: PostBox
  bankBox: PostBox
  /** how far the logs were read when the sequence began, and are now */
  read: { ledger: bigint; bank: bigint }
  /** whose logs may have grown since they were read */
  grown: Set<'ledger' | 'bank'>
  told: Map<string, InMessage>
  diedAt: string[]
  deliveries: number
  trace: string[]
}

async function rowsAfter(db: Db, position: bigint): Promise<Row[]> {
  const { rows } = await db.query<Row>({
    name: 'after',
    text: `select position, txid::text as txid, stream, version, type, data, view, meta, at from kit.event
           where position > $1 order by position`,
    values: [position],
  })
  return rows
}

/** Where a log ends. */
export async function endOf(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ end: bigint }>('select coalesce(max(position), 0) as end from kit.event')
  return rows[0]?.end ?? 0n
}

function post({ ledgerBox, told }: Playing, source: string, number: string, out: Outgoing): void {
  const message = sent(source, number, out)
  told.set(message.id, { ...message, partition: 0, offset: '' })
  ledgerBox.put(message)
}

/** The relays: what the logs have grown by is put into the boxes of those who read it. */
async function relay(playing: Playing): Promise<void> {
  const { at, bankBox, read, grown } = playing
  const [ofBank, ofLedger] = await Promise.all([
    grown.has('bank') ? rowsAfter(at.bankDb, read.bank) : [],
    grown.has('ledger') ? rowsAfter(at.ledgerDb, read.ledger) : [],
  ])
  grown.clear()
  for (const row of ofBank) {
    read.bank = row.position
    for (const [n, out] of toLedger(row).entries())
      if (out.topic === COMMAND_TOPIC) post(playing, 'bank-withdrawal', `${row.position}.${n}`, out)
  }
  for (const row of ofLedger) {
    read.ledger = row.position
    for (const [n, out] of publishLedger(row).entries())
      if (takers.some(({ type }) => type === out.type))
        bankBox.put(sent('ledger', `${row.position}.${n}`, out))
  }
}

/** Has a service do something until its process has lived to its end. @throws what isn't the death of a process */
async function insist(
  playing: Playing,
  service: 'ledger' | 'bank',
  work: () => Promise<unknown>,
): Promise<void> {
  const { at, diedAt, trace } = playing
  playing.grown.add(service)
  for (;;) {
    try {
      await work()
      if (at.services.life.diedAt === undefined) return
    } catch (error) {
      if (at.services.life.diedAt === undefined) throw error
    }
    diedAt.push(at.services.life.diedAt)
    trace.push(`died ${at.services.life.diedAt}`)
    await at.restart()
  }
}

/** The ledger takes what waits for some customer. */
async function postSome(playing: Playing): Promise<boolean> {
  const { at, ledgerBox, sequence } = playing
  const batch = ledgerBox.next(sequence.random, MOST_AT_ONCE)
  if (!batch) return false
  playing.deliveries += batch.messages.length
  playing.trace.push(`ledger ${batch.messages.map(({ type }) => type).join(' ')}`)
  await insist(playing, 'ledger', () => {
    const { posting } = at.services
    return commands.handle(batch.messages, { posting, now: at.now, notifier: { notify: () => undefined } })
  })
  batch.read()
  return true
}

/** bank-withdrawal hears what the ledger has said of some customer. */
async function hearSome(playing: Playing): Promise<boolean> {
  const { at, bankBox, sequence } = playing
  const batch = bankBox.next(sequence.random, MOST_AT_ONCE)
  if (!batch) return false
  playing.deliveries += batch.messages.length
  playing.trace.push(`bank ${batch.messages.map(({ type }) => type).join(' ')}`)
  for (const message of batch.messages) {
    const one = takers.find(({ type }) => type === message.type)
    if (one) await insist(playing, 'bank', () => handleAlone(at.services.bank, { one, message }))
  }
  batch.read()
  return true
}

/** Everything that was said is heard. */
async function carry(playing: Playing): Promise<boolean> {
  let moved = false
  for (let rounds = 0; ; rounds++) {
    holds(rounds < MOST_ROUNDS, 'messages follow from messages without end')
    await relay(playing)
    const some = [await postSome(playing), await hearSome(playing)]
    if (!some.includes(true)) return moved
    moved = true
  }
}

async function operate(playing: Playing, operation: Operation, number: number): Promise<void> {
  const { at, trace } = playing
  if (operation.kind === 'told') {
    trace.push(operation.told.says)
    for (const [n, out] of operation.told.messages.entries())
      post(playing, 'shipping-payment', `${playing.sequence.name}.${number}.${n}`, out)
    return
  }
  const { call: step } = operation
  trace.push(step.says)
  if (step.after) await carry(playing)
  await insist(playing, 'bank', () => call(at, step))
}

/** Whether a withdrawal of a sequence goes on by itself; one with an incident waits for people. */
async function isUnderWay({ at, sequence }: Playing): Promise<boolean> {
  const { rows } = await at.bankDb.query({
    name: 'under_way',
    text: `select 1 from withdrawal where id = any($1) and incident is null and (
             status in ('holding', 'provider_processing') or status = 'success' and not settled
             or status in ('rejected', 'canceled') and not released) limit 1`,
    values: [sequence.withdrawals.map(({ id }) => id)],
  })
  return rows.length > 0
}

/** What goes on by itself, until nothing does any more. */
async function comeToRest(playing: Playing): Promise<void> {
  const { at } = playing
  for (let rounds = 0; ; rounds++) {
    holds(rounds < MOST_ROUNDS, 'it doesn’t come to rest')
    await insist(playing, 'bank', () => payOut(at))
    const moved = await carry(playing)
    at.pass(ROUND_MS)
    if (!moved && !(await isUnderWay(playing))) return
  }
}

/** Lets a sequence happen, its deaths included, until all is at rest. */
export async function play(at: Installation, sequence: Sequence): Promise<Played> {
  const read = { ledger: await endOf(at.ledgerDb), bank: await endOf(at.bankDb) }
  const playing: Playing = {
    at,
    sequence,
    read,
    ledgerBox: createPostBox(),
    bankBox: createPostBox(),
    told: new Map(),
    diedAt: [],
    deliveries: 0,
    trace: [],
    grown: new Set(),
  }
  at.services.life.plan(0, 'before')
  for (const seller of sequence.people.sellers) await registerAccount(at.bankDb, seller, at.now())
  for (const [number, operation] of sequence.operations.entries()) {
    const death = sequence.deaths.find((one) => one.operation === number)
    if (death) at.services.life.plan(death.awaits, death.phase)
    await operate(playing, operation, number)
    at.pass(STEP_MS)
    if (sequence.random() > DELIVERS) continue
    await relay(playing)
    await postSome(playing)
    await hearSome(playing)
  }
  await comeToRest(playing)
  const { told, diedAt, deliveries, trace } = playing
  return { told: [...told.values()], diedAt, deliveries, trace }
}
