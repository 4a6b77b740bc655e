import { getMedia } from '@talad/proto/http/asset-indexer/assets'
import { cacheKey, MAIN_SITE } from '@talad/shared/context'
import { Rejection } from '@talad/shared/rejection'
import { builtPage } from '../built-page.ts'
import type { Deps } from '../deps.ts'
import { watchSuspensions } from '../live/suspended.ts'
import { languagesOf, namesOf } from '../site/continent.ts'
import { openImageCache } from './cache.ts'
import { withPreview } from './head.ts'
import { type BlockRef, createLookup, type LookedUpFor, type Lookup } from './lookup.ts'
import { createPainter } from './painter.ts'
import type { Shared } from './words.ts'

const PICTURE_TIMEOUT_MS = 3_000
const MAX_PICTURE_BYTES = 4 * 1_024 * 1_024
/** Whoever asks for a picture can wait for what is drawn on it. */
const PICTURE_PATIENCE_MS = 5_000

type At = { site: string | undefined; origin: string }

export type Previews = {
  /**
   * The web app's page for an address of which there is something to tell.
   * @param path of the address, decoded, without a leading slash
   * @param at `site`: its id, unless it is the main one; `origin`: where links to it lead
   * @returns undefined when it is to be served as it was built
   */
  page(path: string, at: At): Promise<{ status: number; html: string } | undefined>
  /** @returns the picture, or the address of the one that has taken its place. @throws Rejection NOT_FOUND, UNAVAILABLE */
  picture(
    kind: 'asset' | 'collection',
    id: string,
    at: { site: string | undefined; digest: string },
  ): Promise<Buffer | string>
  close(): Promise<void>
}

/** What an address is of which a preview can tell; WB-1. */
function blockRefOf(path: string): BlockRef | undefined {
  const parts = path.split('/')
  const [first, second = '', contract = '', token = ''] = parts
  if (first === 'collection' && parts.length === 2 && second !== '')
    return { kind: 'collection', idOrSlug: second }
  const isAsset = first === 'assets' && parts.length === 4
  if (!isAsset || !/^0x[0-9a-fA-F]{40}$/.test(contract) || !/^(0|[1-9][0-9]{0,77})$/.test(token))
    return undefined
  return { kind: 'asset', blockchain: second, contract, token }
}

/** The bytes of a picture that we made; undefined when it can't be had: the drawing has something in its place. */
async function mediaFile(upstream: string, file: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(upstream + getMedia.path.replace(':file', file), {
      signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS),
      redirect: 'error',
    })
    const length = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
    if (!response.ok || length > MAX_PICTURE_BYTES) {
      await response.body?.cancel()
      return undefined
    }
    return new Uint8Array(await response.arrayBuffer())
  } catch {
    return undefined
  }
}

async function known(lookup: Lookup, site: LookedUpFor, place: BlockRef): Promise<Shared> {
  const found = await lookup(site, place, PICTURE_PATIENCE_MS)
  if (found === undefined) throw new Rejection('UNAVAILABLE')
  if ('status' in found) throw new Rejection('NOT_FOUND')
  return found.shared
}

/** Share previews: what a link to an asset or a collection shows in LINE, Facebook and others. */
export function openPreviews({ config, now, log, hub, sites }: Deps): Previews | undefined {
  const upstream = config.UPSTREAMS['asset-indexer']
  if (upstream === undefined) return undefined
  const siteOf = (id = MAIN_SITE): LookedUpFor => {
    const live = sites.get(id)
    const [language = 'th'] = languagesOf(live, config)
    return { id, language, name: namesOf(live, config)[language] }
  }
  const onError = (err: unknown) => log.warn({ err }, 'an address could not be looked up for its preview')
  const suspensions = watchSuspensions(hub, now)
  const lookup = createLookup({ upstream, now, suspensions, onError })
  const painter = createPainter()
  const cache = openImageCache(config.PREVIEW_DIR)
  const built = builtPage(config.WEB_DIST)

  return {
    async page(path, { site: id, origin }) {
      const site = siteOf(id)
      const place = blockRefOf(path)
      const found = place && (await lookup(site, place))
      if (found === undefined) return undefined
      const text = await built()
      if ('status' in found) return { status: found.status, html: text } // GW-7
      const about = { origin, language: site.language, site: site.name }
      return { status: 200, html: withPreview(text, found.shared, about) }
    },
    async picture(kind, id, { site: siteId, digest }) {
      const site = siteOf(siteId)
      const { card, image } = await known(
        lookup,
        site,
        kind === 'asset' ? { kind, id } : { kind, idOrSlug: id },
      )
      if (!image.endsWith(`/${digest}.jpg`)) return image
      return cache.get(cacheKey({ site: site.id }, `${digest}.jpg`), async () => {
        const files = await Promise.all(card.pictures.map((file) => mediaFile(upstream, file)))
        return painter.paint(
          card,
          files.filter((file) => file !== undefined),
        )
      })
    },
    close() {
      suspensions.stop()
      return painter.close()
    },
  }
}
