import { assetIdOf } from '@talad/asset-indexer/chain/ids'
import type { Deps } from '@talad/asset-indexer/deps'
import { marketJob } from '@talad/asset-indexer/jobs/market'
import { suspensionJob } from '@talad/asset-indexer/jobs/suspension'
import { service } from '@talad/asset-indexer/service'
import { randomFrom, times } from '@talad/demo/random'
import { contract, hexOf } from '../order-samples.ts'
import { consumersPlay } from './consumers-play.ts'
import type { Common } from './harness.ts'
import { doJobs } from './job-queue.ts'
import { accountStory, issuerStory, SUSPENSIONS, suspensionStory } from './known-story.ts'
import { copyOf, lifeOf, randomLife, saleOf } from './order-life.ts'
import { hear, NOW, type Script, woven } from './steps.ts'

type Indexer = Deps & Common

const ORDERS = 4
const tokens = ['1', '2']
const config = { CHAIN_SLUG: 'kub' } as Deps['config']

async function given({ db }: Indexer): Promise<void> {
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name) values ('c', 'kub', $1, 'erc1155', 'c', 'c')`,
    [contract],
  )
  for (const token of tokens) {
    await db.query(
      `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
       values ($1, 'c', $2, $3, 9, 1, $4, 1)`,
      [assetIdOf('kub', contract, token), contract, token, NOW],
    )
    await db.query('insert into holder values ($1, $2, 9)', [
      ...[assetIdOf('kub', contract, token), hexOf('holder', 40)],
    ])
  }
}

/** What a copy of an order knows here: all but how much was sold. */
const shortened = (copy: string) => copy.split(' ').slice(0, 4).join(' ')

/** Nor how well people are known. */
const withoutLevel = (copy: string) => copy.replace(/^(account .*) \d+ (\d+ \d+)$/, '$1 $2')

/** The lives of some orders of two assets. */
function scriptOf(seed: string): Script<Indexer> {
  const random = randomFrom(seed)
  const lives = times(ORDERS, (n) => {
    const name = `${n} of ${seed}`
    const type = random() < 0.7 ? ('list' as const) : ('offer' as const)
    const tokenId = tokens[Math.floor(random() * tokens.length)] ?? '1'
    const terms = saleOf(name, { type, tokenId })
    return lifeOf(terms, randomLife(name, random))
  })
  const people = { accountId: `account of ${seed}`, customerId: `join-${seed}` }
  const stories = [
    ...tokens.map((tokenId) =>
      suspensionStory(`${tokenId} of ${seed}`, { contract, tokenId }, 2 + Math.floor(random() * 4)),
    ),
    accountStory(seed, saleOf(seed, people), random),
    issuerStory(seed, contract, random),
  ]
  const told = [...lives, ...stories.map(({ messages }) => messages)]
  return {
    given,
    steps: woven(told, random).map((message) => hear<Indexer>(message)),
    copies: [
      ...lives.flatMap((life) => life.at(-1) ?? []).map((message) => shortened(copyOf(message))),
      ...stories.map(({ copy }) => withoutLevel(copy)),
    ],
  }
}

export const indexerPlay = consumersPlay<Deps>(service, {
  besides: { config },
  async settle(deps) {
    for (const one of [marketJob, suspensionJob])
      await doJobs(deps, one, (error) => {
        throw error
      })
  },
  look: {
    copies: `select concat_ws(' ', hash, revision, status, inactive) as row from order_replica
      union all select concat_ws(' ', 'account', account_id, revision, cardinality(wallets)) from account_replica
      union all select concat_ws(' ', 'issuer', i.issuer_id, revision, slug, count(r.place))
        from issuer_replica i left join issuer_range r using (issuer_id) group by i.issuer_id
      union all ${SUSPENSIONS}`,
    unbound: ['AI-9'],
    config,
  },
  scriptOf,
})
