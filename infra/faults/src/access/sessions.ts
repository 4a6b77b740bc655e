import { setTimeout as delay } from 'node:timers/promises'
import { control } from '@talad/dev/seed/site'
import { live } from '@talad/proto/http/gateway/live'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { holds, type Proof } from '../proof.ts'
import type { System } from '../system.ts'
import { BITES_MS, bites, ms } from './bites.ts'
import { type Answer, bearer, type Door, doorsOf, isClosed, isIn, send } from './doors.ts'
import { enter, pairIn, refresh } from './enter.ts'
import { grantsEnd } from './grants.ts'
import { inSystem } from './in-system.ts'

const POLL_MS = 50

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
async function replay(system: System): Promise<number> {
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
async function signOut(system: System): Promise<number> {
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

const ORDER = {
  order_hash: `0x${'0'.repeat(64)}`,
  amount: '1',
  recipient_address: `0x${'1'.repeat(40)}`,
}

/** M§5, ID-4: the level falls, and what needs a level is refused to tokens that still claim it. */
async function levelFalls(system: System): Promise<number> {
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

/** B24: what a token is, its own tests say; here, how soon an end is known everywhere. */
export const sessions: Proof = {
  id: 'B24',
  title:
    'A replayed refresh token, a sign-out, a lower KYC level, and a role, a pattern or an API key that was taken bite at the gateway and at every service within five seconds, live streams included, and other sessions go on',
  size: 1,
  unit: 'session of each kind',
  limitMinutes: 10,
  alone: true,
  run: (context) =>
    inSystem(context, async (system) => ({
      'replayed refresh token ends its family everywhere after ms': await replay(system),
      'sign-out bites everywhere after ms': await signOut(system),
      'lower KYC level bites after ms': await levelFalls(system),
      ...(await grantsEnd(system)),
    })),
  found: [
    'An access token of a session that was signed out, or ended because a retired refresh token came again, opened everything but identity until it ended, up to 15 minutes later: nobody asked identity for its list of ended sessions. Every service asks now, at most every second and only while it is called (ID-11).',
    'The live stream of a session that had ended went on until its token ended (ID-11).',
    'A lower KYC level did not bite before the next refresh of the very session: another session, or a thief, kept the old level for up to 15 minutes (ID-4).',
  ],
}
