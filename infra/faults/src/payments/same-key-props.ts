import { openStall, type Stall } from '@talad/e2e/stall'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { until } from '@talad/shared/testing/wait'
import type { System } from '../system.ts'
import { type Counter, openCounter } from './same-key-bank.ts'
import type { Asked } from './same-key-deed.ts'

export type Collection = { id: string; address: string }

/** What the calls are made with. */
export type Props = Stall & {
  system: System
  counter: Counter
  /** how many there are: so many calls about one of them have it to themselves */
  collections: number
  nextCollection(): Collection
  /** of an asset that is not for sale here, another one each time */
  nextAsset(): string
}

/** How an admin's call is made ready. */
export type Ask = (props: Props) => Promise<Asked>

export const note = 'looked at under fire'
export const callOf = async ({ counter }: Pick<Props, 'counter'>) => (await counter.chief()).call

/** A different question each time: what is asked already can't be asked anew. */
export const draftOf = ({ counter }: Pick<Props, 'counter'>) => {
  const variation = { question: `which? ${counter.next()}`, choices: ['this', 'that'], correct_index: 0 }
  const questions = [{ id: 'first', variations: [variation] }]
  return { pass_percentage: 100, texts: { th: { education: [], questions } } }
}

/** What moderation has heard of the indexer. */
async function readKnown(system: System) {
  const betta = system.run.contracts.collections.find(({ key }) => key === 'betta')?.address
  const db = system.db('moderation')
  const read = async () => {
    const { rows: collections } = await db.query<Collection>(
      'select distinct collection_id as id, contract_address as address from asset_replica',
    )
    const { rows: assets } = await db.query<{ id: string }>(
      'select asset_id as id from asset_replica where contract_address <> $1 order by asset_id',
      [betta],
    )
    return { collections, assets }
  }
  const wanted = system.run.contracts.collections.length
  await until('moderation knows all collections', async () => (await read()).collections.length === wanted)
  return read()
}

/** An item of a list after the other, and from the beginning again. */
function inTurns<T>(list: readonly T[]): () => T {
  let last = -1
  return () => {
    last = (last + 1) % list.length
    const [item] = list.slice(last)
    if (item === undefined) throw new Error('there is nothing to take turns with')
    return item
  }
}

/** Somebody can be said to have passed an assessment only once it is asked. */
async function publishAssessment(counter: Counter): Promise<void> {
  const { call } = await counter.chief()
  const content_key = 'new_issuer'
  const { version } = await call(assessmentAdminHttp.getAssessmentContent, { query: { content_key } })
  const set = { content_key, content: draftOf({ counter }), version } as const
  const drafted = await call(assessmentAdminHttp.setAssessmentContent, { body: set })
  const publish = { content_key, require_repass: true, version: drafted.version, note } as const
  await call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
}

export async function openProps(system: System): Promise<Props> {
  const counter = await openCounter(system.run)
  await publishAssessment(counter)
  const { collections, assets } = await readKnown(system)
  const nextAsset = inTurns(assets)
  return {
    ...(await openStall(system.run)),
    system,
    counter,
    collections: collections.length,
    nextCollection: inTurns(collections),
    nextAsset: () => nextAsset().id,
  }
}
