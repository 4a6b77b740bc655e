import { Agent, request } from 'node:http'
import { service } from '@talad/gateway/service'
import { inTx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { openUnderTest } from '@talad/shared/testing/under-test'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, repeat } from '../measure.ts'

const MANY = 1_000
const MOST_GROWTH = 1.05
const LAYOUT_BAR_MS = 50
const WORKERS = 4
const ROUND_MS = 2_000
const ROUNDS = 7
const LAYOUT = '/api/public/v1/layout'

const NO_LIMIT = Object.fromEntries(
  ['LIMIT_PUBLIC', 'LIMIT_FILES', 'LIMIT_SEARCH'].map((name) => [name, '100000000']),
)
const settings = {
  ...NO_LIMIT,
  CHAIN_ID: '3501',
  CHAIN_SLUG: 'jfin',
  SITE_ORIGINS: 'https://talad.example',
  SITE_DOMAINS: 'talad.example',
  UPSTREAMS: '{}',
}

const both = (text: string) => ({ th: text, en: text })
/** Of one length, so that no answer is longer than another. */
const nameOf = (at: number) => String(at).padStart(4, '0')
const domainOf = (at: number) => `site-${nameOf(at)}.talad.example`
const idOf = (at: number) => at.toString(16).padStart(24, '0')

const siteOf = (at: number) => ({
  slug: `site_${nameOf(at)}`,
  name: both(`Site ${nameOf(at)}`),
  offers: true,
  closed: false,
  version: 1,
  changedBy: 'bench',
  changedAt: new Date(0),
  hosts: [
    {
      domain: domainOf(at),
      isAdmin: false,
      isPrimary: true,
      gtmId: null,
      isOurs: true,
      proven: false,
      missing: null,
      letGo: false,
    },
  ],
})

/** A home of ten sections, as it is published. */
const homeOf = (at: number) => ({
  revision: 1,
  at: new Date(0),
  content: {
    sections: Array.from({ length: 10 }, (_, n) => ({
      id: `s${n}`,
      kind: 'card-slider',
      content: { title: both(`Row ${n} of site ${nameOf(at)}`) },
      source: 'assets',
      asset_ids: [],
      collection_ids: [],
      quantity: 5,
    })),
  },
})

/** A gateway with so many sites. */
async function openSites(postgres: string, count: number) {
  const around = await openUnderTest(service, postgres)
  await inTx(around.owner, async (tx) => {
    for (let at = 0; at < count; at++)
      for (const [part, content] of [
        ['site', siteOf(at)],
        ['layout-home', homeOf(at)],
      ] as const)
        await tx.query(
          `with counted as (update site_count set n = n + 1 returning n)
           insert into site_part (site_id, part, content, n) select $1, $2, $3, n from counted`,
          [idOf(at), part, toJson(content)],
        )
  })
  const { url } = await around.start(around.config({ ...settings, DEV_MODE: '0' }))
  const agent = new Agent({ keepAlive: true })
  let asked = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const at = (asked++ * 7) % count // 7 and a thousand have no divisor in common
      const sent = request(new URL(LAYOUT, url), { agent, headers: { host: domainOf(at) } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.on('end', () =>
          text.includes(`of site ${nameOf(at)}"`)
            ? resolve()
            : reject(new Error(`not the home of site ${at}: ${text}`)),
        )
      })
      sent.on('error', reject).end()
    })
  const close = async () => {
    agent.destroy()
    await around.close()
  }
  return { ask, close }
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const one = await openSites(postgres, 1)
  const many = await openSites(postgres, MANY)
  try {
    const ms = ROUND_MS * scale
    for (const { ask } of [one, many]) await repeat({ workers: WORKERS, ms }, ask)
    const seen = await inTurns(ROUNDS, {
      one: () => repeat({ workers: WORKERS, ms }, one.ask),
      many: () => repeat({ workers: WORKERS, ms }, many.ask),
    })
    say(`${seen.one.count} and ${seen.many.count} homes in a round`)
    return [
      {
        what: `a home at the host of one of ${MANY} sites, p50`,
        ours: seen.many.p50,
        unit: 'ms',
        yardstick: { what: 'of the only one', figure: seen.one.p50 },
        bar: { says: `≤ ${MOST_GROWTH} ×`, reached: seen.many.p50 <= MOST_GROWTH * seen.one.p50 },
      },
      {
        what: `the same, p99`,
        ours: seen.many.p99,
        unit: 'ms',
        yardstick: { what: 'of the only one', figure: seen.one.p99 },
        bar: { says: `≤ ${LAYOUT_BAR_MS} ms`, reached: seen.many.p99 <= LAYOUT_BAR_MS },
      },
    ]
  } finally {
    await Promise.all([one.close(), many.close()])
  }
}

export const sitesBench: Bench = {
  name: 'sites',
  bar: 'P6',
  title: `\`/layout\` of a gateway with ${MANY} sites beside one with a single site.`,
  run,
}
