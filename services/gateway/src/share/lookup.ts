import { setTimeout } from 'node:timers/promises'
import { getAsset, getCollection, listAssets } from '@talad/proto/http/asset-indexer/assets'
import { createClient, ResponseError } from '@talad/proto/http/client'
import type { Clock } from '@talad/shared/clock'
import { cacheKey, SITE_HEADER } from '@talad/shared/context'
import type { Suspensions } from '../live/suspended.ts'
import type { Language } from './card.ts'
import { type Shared, sharedAsset, sharedCollection } from './words.ts'

/** What is known of an address: what to tell, that it is gone (404) or closed (403), or nothing for now. */
export type Found = { shared: Shared } | { status: 403 | 404 } | undefined

export type BlockRef =
  | { kind: 'asset'; id: string }
  | { kind: 'asset'; blockchain: string; contract: string; token: string }
  | { kind: 'collection'; idOrSlug: string }

/** GW-23 */
const FRESH_MS = 10_000
/** Shown while a newer answer is on its way; the page itself reads anew anyway. */
const STALE_MS = 300_000
const MOST_KEPT = 5_000
/** A page never waits longer for its preview: people want the page. */
const PATIENCE_MS = 400
const TIMEOUT_MS = 5_000

/** The site for which it is told, in its language. */
export type LookedUpFor = { id: string; language: Language; name: string }

type Kept = { found: Found; at: number }

/** The samples of a collection's picture: what is oldest in it changes least. */
const SAMPLES = { ps: 4, sr: 'ti', sd: 'a' } as const

async function readPlace(
  call: ReturnType<typeof createClient>,
  place: BlockRef,
  site: LookedUpFor,
): Promise<Found> {
  const about = { headers: { [SITE_HEADER]: site.id } }
  if (place.kind === 'asset') {
    const query =
      'id' in place ? { id: place.id } : { bc: place.blockchain, ad: place.contract, ti: place.token }
    return { shared: sharedAsset(await call(getAsset, { query }, about), site) }
  }
  const collection = await call(getCollection, { query: { id: place.idOrSlug } }, about)
  const samples = await call(listAssets, { query: { cl: collection._id, ...SAMPLES } }, about)
  return { shared: sharedCollection(collection, samples.list, site) }
}

/** Reads what previews tell from the asset indexer, and keeps it for a while. */
export function createLookup(options: {
  upstream: string
  now: Clock
  suspensions: Pick<Suspensions, 'holds'>
  onError: (error: unknown) => void
}) {
  const call = createClient({ baseUrl: options.upstream, timeoutMs: TIMEOUT_MS })
  const kept = new Map<string, Kept>()
  const asked = new Map<string, Promise<Found>>()

  function keep(key: string, found: Found): void {
    kept.delete(key)
    kept.set(key, { found, at: options.now().getTime() })
    const oldest = kept.keys().next()
    if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  }

  async function readNow(key: string, site: LookedUpFor, place: BlockRef): Promise<Found> {
    try {
      const found = await readPlace(call, place, site)
      keep(key, found)
      return found
    } catch (error) {
      const status = error instanceof ResponseError ? error.status : undefined
      if (status === 404 || status === 403) {
        keep(key, { status })
        return { status }
      }
      if (status === undefined || status >= 500) options.onError(error)
      return status === 400 ? { status: 404 } : undefined
    }
  }

  function ask(key: string, site: LookedUpFor, place: BlockRef): Promise<Found> {
    const running = asked.get(key)
    if (running) return running
    const asking = readNow(key, site, place).finally(() => asked.delete(key))
    asked.set(key, asking)
    return asking
  }

  /** @param patienceMs what to wait for at most; then undefined, and the answer is there for the next one */
  return async function lookup(site: LookedUpFor, place: BlockRef, patienceMs = PATIENCE_MS): Promise<Found> {
    const key = cacheKey({ site: site.id }, site.name, site.language, ...Object.entries(place).flat())
    const found = kept.get(key)
    const known = found && options.suspensions.holds(found) ? found : undefined
    const age = known === undefined ? Number.POSITIVE_INFINITY : options.now().getTime() - known.at
    if (age < FRESH_MS) return known?.found
    const asking = ask(key, site, place)
    if (age < STALE_MS && known?.found && 'shared' in known.found) return known.found
    return Promise.race([asking, setTimeout(patienceMs, undefined, { ref: false })])
  }
}
export type Lookup = ReturnType<typeof createLookup>
