import { book } from '@talad/calls/book'
import type { Prepared, Row } from '@talad/calls/row'
import { type Answer, askPatiently, callerOf } from '@talad/calls/send'
import type { World } from '@talad/calls/world'
import type { Person } from '@talad/dev/seed/site'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { type Figures, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { ask, bearer } from './doors.ts'

/** Whatever is private about its owner must not be in a stranger's answer. */
function holdsNothingOf(what: string, { text }: Pick<Answer, 'text'>, secrets: readonly string[]): void {
  const found = secrets.find((secret) => text.toLowerCase().includes(secret.toLowerCase()))
  holds(found === undefined, `${what} tells a stranger of ${found}`)
}

const isText = (text: string | undefined) => text !== undefined && text !== ''

/** The ids that a call names, and those of whoever they belong to. */
function secretsOf({ by, params, query, body }: Prepared): string[] {
  const ids = JSON.stringify([params, query, body]).match(/(?<!\w)[0-9a-f]{24}(?!\w)/g) ?? []
  return [...ids, by?.joinId ?? '', by?.address ?? ''].filter(isText)
}

/** The same call, by somebody else and by its owner: it was not refused to everybody. */
async function reachOut(system: System, world: World, row: Row, stranger: Person): Promise<void> {
  const { endpoint, owns } = row
  const prepared = await row.prepare(world)
  const theirs = bearer(await world.tokenOf(stranger))
  const what = `${endpoint.name} on a thing of somebody else`
  for (const host of [system.run.gateway, system.service(endpoint.service).url]) {
    const answer = await askPatiently(host, endpoint, prepared, theirs)
    holdsNothingOf(what, answer, secretsOf(prepared))
    const { status, code, text } = answer
    // a list that is empty for a stranger is as good as a refusal
    const isRefused = owns === 'nothing' ? status === 200 : status >= 400 && status < 500 && code === owns
    holds(isRefused, `${what} is answered ${status} ${code}, not ${owns}: ${text.slice(0, 300)}`)
  }
  const caller = await callerOf(world, row, prepared)
  const own = endpoint.idempotent ? { ...caller, 'idempotency-key': `own-${endpoint.name}` } : caller
  const { status, text } = await askPatiently(system.run.gateway, endpoint, prepared, own)
  holds(status === endpoint.status, `${endpoint.name} answers its owner ${status}: ${text.slice(0, 300)}`)
}

const FIELDS = [
  ...[
    'customer_id',
    'customerId',
    'account_id',
    'accountId',
    'buyer',
    'buyer_customer_id',
    'oc',
    'user',
    'sub',
  ],
]

/** Lists and profiles are the caller's own, whoever the query names. */
async function look(system: System, world: World, stranger: Person): Promise<number> {
  const owner = await world.buyer()
  const query = FIELDS.map((name) => `${name}=${owner.customerId}`).join('&')
  const own = everyEndpoint.filter(
    ({ auth, method, params, path }) =>
      ['user', 'customer', 'kyc'].includes(auth.kind) &&
      method === 'GET' &&
      !params &&
      !path.endsWith('/live'),
  )
  const headers = bearer(await world.tokenOf(stranger))
  for (const { path, name } of own) {
    const answer = await ask(`${system.run.gateway}${path}?${query}`, { headers })
    holds(answer.status < 500, `${name} fails: ${answer.text}`)
    holdsNothingOf(name, answer, [owner.joinId, owner.address])
  }
  return own.length
}

/** A stranger, signed in and of a sufficient level, tries everything on what belongs to others: new calls too. */
export async function others(system: System, world: World): Promise<Figures> {
  const stranger = await world.newcomer()
  const owned = book.filter(({ owns }) => typeof owns === 'string')
  for (const row of owned) await reachOut(system, world, row, stranger)
  const looked = await look(system, world, stranger)
  return { "calls on others' things": 2 * owned.length, 'lists that hold only the caller’s own': looked }
}
