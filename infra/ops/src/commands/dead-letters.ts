import { setTimeout as delay } from 'node:timers/promises'
import { inTx } from '@talad/shared/db'
import {
  askForRetry,
  type DeadLetter,
  dropDeadLetter,
  findDeadLetter,
  openDeadLetters,
} from '@talad/shared/dead-letter-admin'
import { originOf } from '@talad/shared/inbox-floor'
import { reread } from '@talad/shared/republish'
import type { Context, Opened } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { type Report, short, table } from '../report.ts'

const ID = /^([a-z][a-z-]*)\/(\d{1,18})$/

function readId(text: string): { service: string; id: bigint } {
  const [, service, number] = ID.exec(text) ?? []
  if (service === undefined || number === undefined)
    throw new BadParameter('id', `${text} is not <service>/<number>, as "dead-letters list" shows it`)
  return { service, id: BigInt(number) }
}

async function open(context: Context, text: string): Promise<{ of: Opened; letter: DeadLetter }> {
  const { service, id } = readId(text)
  const of = await context.service(service)
  const letter = await findDeadLetter(of.db, id)
  if (!letter) throw new BadParameter('id', `there is no dead letter ${text}`)
  return { of, letter }
}

const idOf = (of: Opened, id: bigint) => `${of.name}/${id}`

function stateOf(letter: DeadLetter): string {
  if (letter.note?.startsWith('superseded by ')) return 'superseded'
  if (letter.resolved_at !== null) return letter.note === null ? 'handled' : 'dropped'
  if (letter.behind !== null) return 'behind another'
  return letter.due_at === null ? 'waits for you' : 'is tried again'
}

function described(of: Opened, letter: DeadLetter) {
  const { consumer_group: group, message_id: message, topic, key, type, error, attempts, note } = letter
  return {
    id: idOf(of, letter.id),
    state: stateOf(letter),
    group,
    message,
    topic,
    key,
    type,
    error,
    attempts,
    note,
    parkedAt: letter.parked_at,
    resolvedAt: letter.resolved_at,
    behind: letter.behind === null ? null : idOf(of, letter.behind),
  }
}

/** `dead-letters list`: what waits, of all services or some. */
export async function listDeadLetters(
  context: Context,
  { service, group, limit }: { service?: string; group?: string; limit: number },
): Promise<Report> {
  const found: ReturnType<typeof described>[] = []
  for (const of of await context.services(service))
    for (const letter of await openDeadLetters(of.db, { group, limit })) found.push(described(of, letter))
  const rows = found.map((one) => [
    one.id,
    one.state,
    one.group,
    one.key,
    String(one.attempts),
    short(one.error),
  ])
  return {
    json: { deadLetters: found },
    lines:
      found.length === 0
        ? ['No dead letters.']
        : table(['id', 'state', 'group', 'key', 'tries', 'error'], rows),
    next:
      found.length === 0
        ? 'nothing to do.'
        : '"dead-letters show <id>" tells all of one; when its cause is mended, "dead-letters retry <id>".',
  }
}

/** `dead-letters show`: all that is known of one. */
export async function showDeadLetter(context: Context, text: string): Promise<Report> {
  const { of, letter } = await open(context, text)
  const about = {
    ...described(of, letter),
    headers: letter.headers,
    payload: letter.payload.toString('base64'),
  }
  const lines = Object.entries(about).map(([name, value]) => {
    const shown =
      value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : value
    return `${name.padEnd(10)}  ${shown}`
  })
  const next =
    letter.resolved_at !== null
      ? 'nothing to do: it is resolved.'
      : about.behind === null
        ? `mend its cause, then "dead-letters retry ${text}"; "dead-letters drop ${text} --reason <why>" gives it up.`
        : `it waits behind ${about.behind}: look at that one.`
  return { json: about, lines, next }
}

/** Those that a retry is about: one that waits behind none, or the first of each key of a group. */
async function chosen(context: Context, { id, group }: { id?: string; group?: string }) {
  if ((id === undefined) === (group === undefined))
    throw new BadParameter('id', 'name either one dead letter or a --group')
  if (id === undefined) {
    const all: { of: Opened; letter: DeadLetter }[] = []
    for (const of of await context.services())
      for (const letter of await openDeadLetters(of.db, { group, limit: 10_000 }))
        if (letter.behind === null) all.push({ of, letter })
    if (all.length === 0) throw new BadParameter('group', `nothing waits in ${group}`)
    return all
  }
  const one = await open(context, id)
  if (one.letter.resolved_at !== null) throw new BadParameter('id', `${id} is resolved already`)
  if (one.letter.behind !== null)
    throw new BadParameter('id', `${id} waits behind ${idOf(one.of, one.letter.behind)}: retry that one`)
  return [one]
}

const LOOK_MS = 200

/** What a retry waits for: that each of these was tried. */
async function untilTried(
  context: Context,
  letters: readonly { of: Opened; letter: DeadLetter }[],
  waitMs: number,
): Promise<Outcome[]> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const outcomes = await Promise.all(letters.map(({ of, letter }) => outcomeOf(of, letter)))
    const settled = outcomes.filter(({ outcome }) => outcome !== 'waits').length
    context.progress.tell('tried', settled, letters.length)
    if (settled === letters.length || performance.now() > deadline) return outcomes
    await delay(LOOK_MS)
  }
}

/** `dead-letters reread`: its source says again, by its code of today, what it said there, and the newest of the same thing. */
export async function rereadDeadLetter(
  context: Context,
  about: { id: string; waitMs: number; dryRun: boolean },
): Promise<Report> {
  const { of, letter } = await open(context, about.id)
  if (letter.resolved_at !== null) throw new BadParameter('id', `${about.id} is resolved already`)
  const { topic, key, message_id: message } = letter
  const origin = originOf(message)
  const [source = ''] = origin?.source.split('.') ?? []
  if (!origin) throw new BadParameter('id', `message ${message} does not come from a service's log`)
  const from = await context.service(source)
  if (about.dryRun)
    return {
      json: { dryRun: true, wouldAsk: source },
      lines: [`${source} would be asked what it says of ${key} on ${topic} now.`],
      next: 'the same without --dry-run.',
    }
  const payload = { position: origin.position, topic, key }
  await inTx(from.db, (tx) =>
    reread.enqueue(tx, [{ payload, key: `${origin.position} ${topic} ${key}`, at: new Date() }]),
  )
  const [outcome] = await untilTried(context, [{ of, letter }], about.waitMs)
  const now = (await findDeadLetter(of.db, letter.id)) ?? letter
  const isDone = now.resolved_at !== null
  return {
    json: { ...described(of, now), asked: source },
    lines: [
      `${source} was asked; ${about.id} ${isDone ? stateOf(now) : 'waits'}${now.note ? `: ${now.note}` : ''}`,
    ],
    next: isDone
      ? 'what waited behind it follows by itself; "dead-letters list" shows what is left.'
      : outcome?.outcome === 'failed'
        ? 'what the source says now fails too: "dead-letters show <id>" tells the error.'
        : `the source says nothing else, or does not run: mend it, then ask again.`,
    isBad: !isDone,
  }
}

type Outcome = { id: string; outcome: 'handled' | 'failed' | 'waits'; error?: string }

async function outcomeOf(of: Opened, before: DeadLetter): Promise<Outcome> {
  const now = await findDeadLetter(of.db, before.id)
  const id = idOf(of, before.id)
  if (!now || now.resolved_at !== null) return { id, outcome: 'handled' }
  if (now.attempts > before.attempts) return { id, outcome: 'failed', error: now.error }
  return { id, outcome: 'waits' }
}

/** `dead-letters retry`: the running service tries them again, and what came of it is told. */
export async function retryDeadLetters(
  context: Context,
  about: { id?: string; group?: string; waitMs: number; dryRun: boolean },
): Promise<Report> {
  const letters = await chosen(context, about)
  if (about.dryRun) {
    const would = letters.map(({ of, letter }) => described(of, letter))
    return {
      json: { dryRun: true, wouldRetry: would },
      lines: would.map(({ id, type, error }) => `${id} would be tried again: ${type}, ${short(error)}`),
      next: 'the same without --dry-run.',
    }
  }
  for (const { of, letter } of letters) await askForRetry(of.db, { id: letter.id })
  const outcomes = await untilTried(context, letters, about.waitMs)
  const count = (wanted: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    json: { retried: outcomes },
    lines: outcomes.map(
      ({ id, outcome, error }) => `${id} ${outcome}${error === undefined ? '' : `: ${short(error, 200)}`}`,
    ),
    next:
      count('waits') > 0
        ? 'nobody has tried it yet: is the service running? It is tried as soon as it runs; "dead-letters list" shows it.'
        : count('failed') > 0
          ? 'the cause is not mended: "dead-letters show <id>" tells the error.'
          : 'what waited behind it follows by itself; "dead-letters list" shows what is left.',
    isBad: count('handled') < outcomes.length,
  }
}

/** `dead-letters drop`: gives one up, for good. */
export async function dropOne(
  context: Context,
  about: { id: string; reason?: string; yes: boolean; dryRun: boolean },
): Promise<Report> {
  const { of, letter } = await open(context, about.id)
  const { type, message_id: message } = letter
  if (letter.resolved_at !== null) throw new BadParameter('id', `${about.id} is resolved already`)
  const lost = `${about.id} (${type}, message ${message})`
  if (about.dryRun)
    return {
      json: { dryRun: true, wouldDrop: described(of, letter) },
      lines: [
        `${lost} would be dropped: it would never be handled, and what waits behind it would be tried.`,
      ],
      next: 'the same with --reason <why> instead of --dry-run.',
    }
  if (!about.yes && about.reason === undefined)
    throw new BadParameter('--reason', `say why ${about.id} is given up (or --yes): it will never be handled`)
  const outcome = await dropDeadLetter(of.db, letter.id, about.reason ?? 'dropped by an operator')
  return {
    json: { id: about.id, outcome },
    lines: [
      outcome === 'dropped'
        ? `${lost} is dropped; its row stays for 90 days.`
        : `${lost} was handled meanwhile: nothing was dropped.`,
    ],
    next: '"dead-letters list" shows what is left.',
  }
}
