import { createServer } from 'node:http'
import { randomFrom } from '@talad/demo/random'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import type { System } from '../system.ts'
import { bearer, type Door, doorsOf, isIn } from './doors.ts'
import { claimsOf, enter } from './enter.ts'
import { type Forgery, namedForgeries, signed, signingKey } from './forge.ts'
import { inSystem } from './in-system.ts'
import { mauledTokens } from './maul.ts'
import { sessionsEnd } from './sessions.ts'

/** The forger's server: it must never hear anything. */
async function openLair() {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.end('{"keys":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, visits, close: () => server.close() }
}

const LANES = 6

/** Tries one token at one door. @throws Disproved unless it is refused as a bad token, and not as a fault */
async function refuse(door: Door, { what, token }: Forgery): Promise<void> {
  const { status, code } = await door.knock(bearer(token))
  const good = status === 401 && ['unauthorized', 'token_expired'].includes(code)
  holds(good, `${door.name} answers ${status} ${code} to a token with ${what}`)
}

async function refuseAll(doors: readonly Door[], forgeries: readonly Forgery[]): Promise<number> {
  const tries = forgeries.flatMap((forgery) => doors.map((door) => ({ door, forgery })))
  let next = 0
  const lane = async () => {
    for (let one = tries[next++]; one; one = tries[next++]) await refuse(one.door, one.forgery)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return tries.length
}

/** A good token in the wrong place, and a good place with the wrong thing in it. */
async function refuseElsewhere(door: Door, token: string, refreshToken: string): Promise<void> {
  if (door.policy.kind === 'visitor') return
  const places: Record<string, Record<string, string>> = {
    'no token': {},
    'the token in a cookie': { cookie: `talad_rt=${token}; authorization=${token}; access_token=${token}` },
    'the token in headers of others': {
      'x-access-token': token,
      'x-authorization': `Bearer ${token}`,
      'proxy-authorization': `Bearer ${token}`,
    },
    'the token as a password': { authorization: `Basic ${Buffer.from(`a:${token}`).toString('base64')}` },
    'the token without a scheme': { authorization: token },
    'the token twice': { authorization: `Bearer ${token} ${token}` },
    'two tokens': { authorization: `Bearer ${token}, Bearer ${token}` },
    'a refresh token': bearer(refreshToken),
    'headers of an identity that was checked elsewhere': {
      'x-account-id': '0'.repeat(24),
      'x-customer-id': 'join-demo-dara',
      'x-user': 'admin',
      'x-kyc-level': '3',
    },
  }
  for (const [what, headers] of Object.entries(places)) {
    const { status } = await door.knock(headers)
    holds(status === 401, `${door.name} answers ${status} to ${what}`)
  }
}

async function tokensAreRefused(system: System, { size, seed }: Context): Promise<Figures> {
  const doors = doorsOf(system)
  const { accessToken, refreshToken } = await enter(system, 'demo-mali')
  const key = await signingKey(system)
  const claims = claimsOf(accessToken)
  for (const door of doors)
    for (const token of [accessToken, signed(key, claims)]) {
      const answer = await door.knock(bearer(token))
      holds(isIn(answer), `${door.name} answers ${answer.status} ${answer.code} to a good token`)
    }
  const lair = await openLair()
  try {
    const named = namedForgeries(key, claims, lair.url)
    const mauled = mauledTokens(size, accessToken, randomFrom(`tokens ${seed}`))
    const tried = await refuseAll(doors, [...named, ...mauled])
    for (const door of doors) await refuseElsewhere(door, accessToken, refreshToken)
    holds(lair.visits.length === 0, `a key was asked of the forger: ${lair.visits[0]}`)
    return { 'ways of forging': named.length, 'tokens tried at all services': tried, accepted: 0 }
  } finally {
    lair.close()
  }
}

export const tokens: Proof = {
  id: 'B24',
  title:
    'No forged, altered or foreign token opens anything, at the gateway or at any service; a replayed refresh token, a sign-out and a lower KYC level bite everywhere within five seconds, and fifty honest refreshes at once sign nobody out',
  size: 1_000,
  unit: 'altered tokens besides the named forgeries',
  limitMinutes: 20,
  alone: true,
  run: (context) =>
    inSystem(context, async (system) => {
      const refused = await tokensAreRefused(system, context)
      return { ...refused, ...(await sessionsEnd(system, context)) }
    }),
  found: [
    'An access token of a session that was signed out, or ended because a retired refresh token came again, opened everything but identity until it ended, up to 15 minutes later: nobody asked identity for its list of ended sessions. Every service asks now, at most every second and only while it is called (ID-11).',
    'The live stream of a session that had ended went on until its token ended (ID-11).',
    'A lower KYC level did not bite before the next refresh of the very session: another session, or a thief, kept the old level for up to 15 minutes (ID-4).',
  ],
}
