import { setTimeout as delay } from 'node:timers/promises'
import { callersOf } from '@talad/campaign/callers/callers'
import { service } from '@talad/campaign/service'
import { askCampaign, keepKeys } from '@talad/gateway/api-key/known-keys'
import { digestOf, makeApiKey } from '@talad/shared/http/api-key'
import { type CallerPorts, createAuth } from '@talad/shared/http/auth'
import { newId } from '@talad/shared/ids'
import { openUnderTest } from '@talad/shared/testing/under-test'
import type { Bench, Context, Line } from '../bench.ts'
import { settings } from '../campaign-settings.ts'
import { inTurns, repeat } from '../measure.ts'

const FEW = 100
const MANY = 100_000
const MOST_GROWTH = 1.5
const KEY_BAR_MS = 5
const ROUND_MS = 1_500
const ROUNDS = 5
const KEYS_MS = 10_000
/** Calls a second with keys are about a hundred for each of these. */
const WORKERS = 4
const PAUSE_MS = 10

/** A project in which so many have a role, in a database of its own, and how somebody's is judged. */
async function openProject(postgres: string, grants: number) {
  const around = await openUnderTest(service, postgres)
  const { db, owner, now } = around
  const [projectId, somebody, stranger] = [newId(), newId(), newId()]
  await owner.query(
    `insert into project (id, slug, name, description, line_channel_id, line_liff_id, theme, archived, version, created_at, changed_at)
     values ($1, 'fair', 'Fair', '', '', '', '{}', false, 1, now(), now())`,
    [projectId],
  )
  await owner.query(
    `insert into project_grant (id, project_id, principal_id, role, created_at)
     select to_char(n, 'fm000000000000000000000000'), $1, case n when 1 then $2 else 'b' || lpad(n::text, 23, '0') end,
       case n when 1 then 'owner' else 'viewer' end, now()
     from generate_series(1, $3::int) n`,
    [projectId, somebody, grants],
  )
  await owner.query('vacuum analyze project_grant')
  const auth = createAuth({ jwks: new URL('http://127.0.0.1:9'), callers: {} })
  const { projectRoles } = callersOf({ db, auth, now, patternRoles: { in: async () => [] } })
  const request = {
    query: { project_id: projectId },
    routeOptions: { url: '/platform-admin/api/v1/vnft/collection/list' },
  } as unknown as Parameters<NonNullable<CallerPorts['projectRoles']>>[2]
  const actor = {
    customerId: undefined,
    kycLevel: 0,
    sessionId: undefined,
    signedInAt: undefined,
    waysIn: [],
  }
  const check = (accountId: string) => projectRoles?.({ ...actor, accountId }, 'project.read', request)
  return {
    around,
    projectId,
    somebody,
    async check() {
      if ((await check(somebody)) !== true) throw new Error('who has a role is refused')
      if ((await check(stranger)) !== false) throw new Error('a stranger has a role')
    },
  }
}
type Opened = Awaited<ReturnType<typeof openProject>>

/** How long a request waits for what the gateway knows of its key, and what one question to campaign takes. */
async function measureKeys({ around, projectId, somebody }: Opened, ms: number) {
  const campaign = await around.start(around.config(settings))
  const digest = digestOf(makeApiKey('live'))
  await around.owner.query(
    `insert into api_key (id, project_id, name, prefix, digest, scopes, limit_per_minute, created_by, created_at)
     values ($1, $2, 'Till', 'tk_live_', $3, '{vnft.read}', 600, $4, now())`,
    [newId(), projectId, digest, somebody],
  )
  const ask = askCampaign(campaign.url, 'internal-token-for-tests')
  const keys = keepKeys(ask)
  const require = async (known: Promise<object | undefined>) => {
    if (!(await known)) throw new Error('the key is not known')
  }
  const paced = (known: () => Promise<object | undefined>) => async () => {
    const since = performance.now()
    await require(known())
    return performance.now() - since
  }
  for (let n = 0; n < 100; n++) await require(ask(digest))
  const timesOf = async (known: () => Promise<object | undefined>) => {
    const times: number[] = []
    const one = paced(known)
    await repeat({ workers: WORKERS, ms }, async () => {
      times.push(await one())
      await delay(PAUSE_MS)
    })
    times.sort((a, b) => a - b)
    return times[Math.floor(times.length * 0.99)] ?? 0
  }
  return { warm: await timesOf(() => keys.of(digest)), asked: await timesOf(() => ask(digest)) }
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const few = await openProject(postgres, FEW)
  const many = await openProject(postgres, MANY)
  try {
    const ms = ROUND_MS * scale
    for (const { check } of [few, many]) await repeat({ workers: 1, ms: 500 }, check)
    const seen = await inTurns(ROUNDS, {
      few: () => repeat({ workers: 1, ms }, few.check),
      many: () => repeat({ workers: 1, ms }, many.check),
    })
    say(`${seen.few.count} and ${seen.many.count} pairs of checks in a round`)
    const { warm, asked } = await measureKeys(few, KEYS_MS * scale)
    return [
      {
        what: `who has a role and a stranger are judged, p50, in a project with ${MANY} grants`,
        ours: seen.many.p50,
        unit: 'ms',
        yardstick: { what: `with ${FEW}`, figure: seen.few.p50 },
        bar: {
          says: `≤ ${MOST_GROWTH} ×`,
          reached: seen.many.p50 <= MOST_GROWTH * seen.few.p50,
        },
      },
      {
        what: 'what the gateway knows of an API key, warm, p99',
        ours: warm,
        unit: 'ms',
        yardstick: { what: 'asked of campaign each time', figure: asked },
        bar: { says: `≤ ${KEY_BAR_MS} ms`, reached: warm <= KEY_BAR_MS },
      },
    ]
  } finally {
    await Promise.all([few, many].map(({ around }) => around.close()))
  }
}

export const accessBench: Bench = {
  name: 'access',
  title: `Roles in a project of ${MANY} grants beside one of ${FEW}, and API keys as the gateway knows them.`,
  run,
}
