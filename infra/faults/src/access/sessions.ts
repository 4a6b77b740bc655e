import { setTimeout as delay } from 'node:timers/promises'
import { control } from '@talad/dev/seed/site'
import { live } from '@talad/proto/http/gateway/live'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type Context, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { type Answer, bearer, type Door, doorsOf, isClosed, isIn, send } from './doors.ts'
import { enter, enterAs, type Pair, pairIn, refresh } from './enter.ts'

/** B24: whatever ends or lowers a session bites within this. */
const BITES_MS = 5_000
const POLL_MS = 50

const ms = (since: number) => Math.round(performance.now() - since)

/** Knocks until the answer is as it must be. @returns how long after `since` @throws Disproved when that is too late */
async function bites(
  what: string,
  since: number,
  knock: () => Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<number> {
  for (;;) {
    const answer = await knock()
    const took = ms(since)
    if (wanted(answer) && took <= BITES_MS) return took
    holds(took <= BITES_MS, `${what}: after ${took} ms the answer is ${answer.status} ${answer.code}`)
    await delay(POLL_MS)
  }
}

const isEnded = ({ status, code }: Answer) => status === 401 && code === 'session_expired'

/** A live stream of a session, and the moment at which it ended. */
async function openStream(system: System, token: string): Promise<{ ended: () => number | undefined }> {
  const response = await fetch(system.run.gateway + live.path, { headers: bearer(token) })
  holds(
    response.status === 200 && response.body !== null,
    `the live stream does not open: ${response.status}`,
  )
  let at: number | undefined
  const reader = response.body.getReader()
  const read = async () => {
    while (!(await reader.read()).done);
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      at = performance.now()
    })
  return { ended: () => at }
}

/** Everything that a session's access token opens, before and after the session ends. */
async function sessionEnds(
  system: System,
  what: string,
  token: string,
  end: () => Promise<unknown>,
): Promise<number> {
  const doors = doorsOf(system).filter(isClosed)
  const knock = (door: Door) => () => door.knock(bearer(token))
  for (const door of doors) {
    const answer = await knock(door)()
    holds(isIn(answer), `${what}: before, ${door.name} answers ${answer.status} ${answer.code}`)
  }
  const stream = await openStream(system, token)
  await delay(300)
  holds(stream.ended() === undefined, `${what}: the live stream ends before the session does`)
  const since = performance.now()
  await end()
  const times = await Promise.all(
    doors.map((door) => bites(`${what}: the access token at ${door.name}`, since, knock(door), isEnded)),
  )
  while (stream.ended() === undefined && ms(since) <= BITES_MS) await delay(POLL_MS)
  const streamed = stream.ended()
  holds(streamed !== undefined, `${what}: the live stream goes on after ${BITES_MS} ms`)
  return Math.max(...times, Math.round(streamed - since))
}

/** ID-6: a refresh token of an older generation comes again: it is stolen, or somebody has the newest who should not. */
export async function replay(system: System): Promise<number> {
  const first = await enter(system, 'demo-anan')
  const second = pairIn(await refresh(system, 'full', first.refreshToken))
  const third = pairIn(await refresh(system, 'full', second.refreshToken))
  const again = pairIn(await refresh(system, 'full', second.refreshToken))
  holds(again.refreshToken === third.refreshToken, 'the token retired last does not give the same pair again')
  const took = await sessionEnds(system, 'a replayed refresh token', third.accessToken, async () => {
    const replayed = await refresh(system, 'full', first.refreshToken)
    holds(isEnded(replayed), `a replayed refresh token is answered ${replayed.status} ${replayed.code}`)
  })
  for (const kind of ['half', 'full'] as const) {
    const newest = await refresh(system, kind, third.refreshToken)
    holds(
      isEnded(newest),
      `the newest token of a family that ended: ${kind} refresh ${newest.status} ${newest.code}`,
    )
  }
  return took
}

/** ID-11: signed out, the other sessions of the same person go on. */
export async function signOut(system: System): Promise<number> {
  const [pair, other] = [await enter(system, 'demo-anan'), await enter(system, 'demo-anan')]
  const path = system.run.gateway + identityHttp.logout.path
  const took = await sessionEnds(system, 'a sign-out', pair.accessToken, () =>
    send(path, { refreshToken: pair.refreshToken }),
  )
  for (const door of doorsOf(system).filter(isClosed)) {
    const answer = await door.knock(bearer(other.accessToken))
    holds(isIn(answer), `a sign-out ends another session too: ${door.name} answers ${answer.status}`)
  }
  return took
}

const AT_ONCE = 50

/** Fifty tabs refresh at the same moment, some half and some whole: nobody is signed out. */
export async function honestTabs(system: System, rounds: number): Promise<number> {
  let pair: Pair = await enterAs(system, { user: 'tabs', level: 2 })
  let calls = 0
  for (let round = 0; round < rounds; round++) {
    const { refreshToken } = pair
    const kinds = Array.from({ length: AT_ONCE }, (_, n) =>
      round % 2 === 1 && n % 2 === 0 ? 'half' : 'full',
    )
    const answers = await Promise.all(kinds.map((kind) => refresh(system, kind, refreshToken)))
    calls += answers.length
    const refused = answers.filter(({ status }) => status !== 200)
    const [one] = refused
    holds(
      one === undefined,
      `${refused.length} of ${AT_ONCE} honest refreshes fail: ${one?.status} ${one?.code}`,
    )
    const made = new Set(
      answers.filter((_, n) => kinds[n] === 'full').map((answer) => pairIn(answer).refreshToken),
    )
    holds(made.size === 1, `${AT_ONCE} refreshes at once made ${made.size} families of tokens`)
    pair = pairIn(await refresh(system, 'half', [...made][0] ?? ''))
  }
  for (const door of doorsOf(system).filter(isClosed)) {
    const answer = await door.knock(bearer(pair.accessToken))
    holds(isIn(answer), `after honest refreshes ${door.name} answers ${answer.status} ${answer.code}`)
  }
  return calls
}

const ORDER = {
  order_hash: `0x${'0'.repeat(64)}`,
  amount: '1',
  recipient_address: `0x${'1'.repeat(40)}`,
}

/** M§5, ID-4: the level falls, and what needs a level is refused to tokens that still claim it. */
export async function levelFalls(system: System): Promise<number> {
  const { run } = system
  const [pair, other] = [await enter(system, 'demo-mali'), await enter(system, 'demo-mali')]
  const ship = shippingPaymentHttp.ship.path
  const put = orderBookHttp.putOrder.path
  const places: [string, string, object][] = [
    ['the gateway', run.gateway + ship, ORDER],
    ['shipping-payment', system.service('shipping-payment').url + ship, ORDER],
    ['order-book through the gateway', run.gateway + put, {}],
    ['order-book', system.service('order-book').url + put, {}],
  ]
  const knock = (url: string, body: object) => () => send(url, body, bearer(pair.accessToken))
  for (const [name, url, body] of places) {
    const { code } = await knock(url, body)()
    holds(!['kyc_not_eligible', 'unauthorized'].includes(code), `before, ${name} answers ${code}`)
  }
  const since = performance.now()
  try {
    await control(run, 'PATCH', 'join/users/demo-mali', { level: 'BRONZE' })
    pairIn(await refresh(system, 'half', other.refreshToken))
    const refused = ({ status, code }: Answer) => status === 403 && code === 'kyc_not_eligible'
    const times = places.map(([name, url, body]) =>
      bites(`a lower KYC level at ${name}`, since, knock(url, body), refused),
    )
    return Math.max(...(await Promise.all(times)))
  } finally {
    await control(run, 'PATCH', 'join/users/demo-mali', { level: 'SILVER' })
  }
}

/** What ends, and what goes on, one after the other; for the table. */
export async function sessionsEnd(system: System, { say }: Pick<Context, 'say'>) {
  const calls = await honestTabs(system, 4)
  say(`${calls} honest refreshes`)
  const replayed = await replay(system)
  const signedOut = await signOut(system)
  const fallen = await levelFalls(system)
  return {
    'honest refreshes, 50 at once': calls,
    'replayed refresh token ends its family everywhere after ms': replayed,
    'sign-out bites everywhere after ms': signedOut,
    'lower KYC level bites after ms': fallen,
  }
}
