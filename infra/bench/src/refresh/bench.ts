import type { Deps } from '@talad/identity/deps'
import { service } from '@talad/identity/service'
import { makeKeys } from '@talad/identity/session/keys'
import { halfRefresh } from '@talad/identity/session/refresh'
import { makeSealer } from '@talad/shared/sealing'
import { openUnderTest } from '@talad/shared/testing/under-test'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, repeat } from '../measure.ts'

const ROUND_MS = 3_000
const ROUNDS = 5
const WORKERS = 4
const LEAST_A_CORE = 120
const LEAST_PART = 0.6

const MASTER = '11'.repeat(32)
/** Nobody is asked anything: the session is of somebody who isn't known at Join. */
const NOBODY = 'http://127.0.0.1:9'
const settings = {
  JOIN_URL: NOBODY,
  JOIN_API_KEY: 'key',
  ASSET_INDEXER_URL: NOBODY,
  RPC_URL: NOBODY,
  SIGN_IN_HOSTS: 'https://talad.example',
  PERSONAL_DATA_KEY: MASTER,
  SEAPORT_ADDRESS: `0x${'5e'.repeat(20)}`,
  SIGNING_CONTRACTS: JSON.stringify({ tokens: [], collections: [], zones: [] }),
}
const pair = z.object({
  tokenPair: z.object({ refreshToken: z.string() }),
})

/** Identity, and somebody who is signed in. */
async function openSession(postgres: string) {
  const around = await openUnderTest(service, postgres)
  const { url } = await around.start(around.config(settings))
  const answer = await fetch(`${url}/identity/devtool/dev-auth?user=somebody`)
  const { refreshToken } = pair.parse(await answer.json()).tokenPair
  const { db, now } = around
  const accessTokenSeconds = 900
  const sealer = makeSealer(MASTER, 'identity.signing-key')
  const keys = makeKeys({ db, now, sealer, accessTokenSeconds })
  return { around, url, refreshToken, deps: { db, now, keys, accessTokenSeconds } as unknown as Deps }
}
type Opened = Awaited<ReturnType<typeof openSession>>

/** What a refresh can't do without: what is known of a session is read before and after, and a token is signed. */
async function bare({ deps: { db, keys } }: Opened): Promise<void> {
  for (let n = 0; n < 2; n++) await db.query({ name: 'bare', text: 'select * from session limit 1' })
  const { kid, key } = await keys.current()
  await new SignJWT({ sub: 'somebody' }).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
}

/** Calls for each second that this process, which answers and asks, has had a processor. */
async function aCore({ url, refreshToken }: Opened, ms: number): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ refreshToken })
  const call = async () => {
    const answer = await fetch(`${url}/identity/token/half-refresh`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`half refresh: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  await repeat({ workers: WORKERS, ms: ms / 4 }, call)
  const since = process.cpuUsage()
  const { count } = await repeat({ workers: WORKERS, ms }, call)
  const { user, system } = process.cpuUsage(since)
  return count / ((user + system) / 1e6)
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const opened = await openSession(postgres)
  const { around, deps, refreshToken } = opened
  try {
    const ms = ROUND_MS * scale
    const refresh = () => halfRefresh(deps, refreshToken)
    for (const one of [refresh, () => bare(opened)]) await repeat({ workers: WORKERS, ms: 500 }, one)
    const seen = await inTurns(ROUNDS, {
      ours: () => repeat({ workers: WORKERS, ms }, refresh),
      bare: () => repeat({ workers: WORKERS, ms }, () => bare(opened)),
    })
    say(`${seen.ours.count} refreshes in a round`)
    const perCore = await aCore(opened, ms)
    return [
      {
        what: 'half refresh, called',
        ours: perCore,
        unit: 'calls a second of a core, which asks and answers',
        bar: { says: `≥ ${LEAST_A_CORE}`, reached: perCore >= LEAST_A_CORE },
      },
      {
        what: 'half refresh, decided',
        ours: seen.ours.perSecond,
        unit: 'refreshes/s',
        yardstick: { what: 'one ES256 signature and two statements', figure: seen.bare.perSecond },
        bar: {
          says: `at least ${LEAST_PART}`,
          reached: seen.ours.perSecond >= LEAST_PART * seen.bare.perSecond,
        },
      },
    ]
  } finally {
    await around.close()
  }
}

export const refreshBench: Bench = {
  name: 'refresh',
  title: 'A half refresh, beside one ES256 signature and two statements.',
  run,
}
