import { type FetchLimits, FetchRefused } from '@talad/shared/guarded-fetch'
import { fetchSource } from '@talad/shared/media/sources'
import { AbiCoder, id } from 'ethers'
import type { Deps } from '../deps.ts'
import { readMetadata } from '../sync/metadata.ts'
import { aboutDue } from './decide-about.ts'

/** AI-19 */
const LIMITS: FetchLimits = { maxBytes: 1_000_000, timeoutMs: 10_000 }
const AT_ONCE = 8
const CONTRACT_URI = id('contractURI()').slice(0, 10)
const OWNER = id('owner()').slice(0, 10)
const NOBODY = `0x${'0'.repeat(40)}`
const coder = AbiCoder.defaultAbiCoder()

type AboutDeps = Pick<Deps, 'db' | 'rpc' | 'sources'>
type Due = { id: string; address: string; about_tries: number }

async function ask(deps: AboutDeps, address: string, data: string, type: 'string' | 'address') {
  const answer = await deps.rpc.call(address, data)
  try {
    return String(coder.decode([type], answer ?? '0x')[0])
  } catch {
    return undefined // it has no such function
  }
}

/** ERC-173: who owns the contract; null: nobody, or it doesn't tell. */
async function creatorOf(deps: AboutDeps, address: string): Promise<string | null> {
  const owner = (await ask(deps, address, OWNER, 'address'))?.toLowerCase()
  return owner === undefined || owner === NOBODY ? null : owner
}

/** ERC-7572: what its maker says of it; undefined: the source doesn't answer, or with something else. */
async function descriptionOf(deps: AboutDeps, address: string): Promise<string | undefined> {
  const source = (await ask(deps, address, CONTRACT_URI, 'string'))?.trim()
  if (source === undefined || source === '') return ''
  try {
    return readMetadata((await fetchSource(deps.sources, source, LIMITS)).body)?.description
  } catch (error) {
    if (error instanceof FetchRefused) return undefined
    throw error
  }
}

/**
 * A source that doesn't answer takes nothing away; it is asked again later and later. So is a contract that the node can't
 * run, as one that never ends: it must not stand before all others for ever.
 */
async function readOne(deps: AboutDeps, { id, address, about_tries }: Due, now: Date): Promise<void> {
  const [said, owned] = await Promise.allSettled([descriptionOf(deps, address), creatorOf(deps, address)])
  const description = said.status === 'fulfilled' ? said.value : undefined
  const isOwnerKnown = owned.status === 'fulfilled'
  const tries = description === undefined || !isOwnerKnown ? about_tries + 1 : 0
  await deps.db.query(
    `update collection set description = coalesce($2, description), creator = case when $3 then $4 else creator end,
       about_tries = $5, about_due = $6
     where id = $1`,
    [id, description ?? null, isOwnerKnown, isOwnerKnown ? owned.value : null, tries, aboutDue(tries, now)],
  )
}

/** AI-19: reads what contracts tell of their collections, those that wait longest first. */
export async function readAbouts(deps: AboutDeps, now: Date): Promise<void> {
  const { rows } = await deps.db.query<Due>(
    'select id, address, about_tries from collection where about_due <= $1 order by about_due, id limit $2',
    [now, AT_ONCE],
  )
  await Promise.all(rows.map((due) => readOne(deps, due, now)))
}
