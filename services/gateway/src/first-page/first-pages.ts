import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { cacheKey, MAIN_SITE } from '@talad/shared/context'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { watchSuspensions } from '../live/suspended.ts'
import { routeTable } from '../routes/table.ts'
import { continentOf, gtmIdOf } from '../site/continent.ts'
import type { LiveSite } from '../site/live-site.ts'
import { domainOf } from '../site/sites.ts'
import { createDrawer } from './drawer.ts'
import type { Drawn, Language } from './worker.ts'

/** GW-23 */
const FRESH_MS = 10_000
/** Shown while a newer one is drawn; the app reads anew what is older than 10 s. */
const STALE_MS = 60_000
const MOST_KEPT = 100
/** The page never waits longer for what stands in it. */
const PATIENCE_MS = 400
const LONGEST_ADDRESS = 500

type Where = Pick<FastifyRequest, 'site' | 'headers'>

/** `live`: the site as it was drawn of; another one once something of it is published */
type Kept = { drawn: Drawn | undefined; at: number; live: LiveSite }

export type FirstPages = {
  /**
   * What a visitor sees at an address, until the app has come.
   * @param context whose site it is, and which of its hosts was asked
   * @param address path and query, as it was asked
   * @returns undefined when the page is to be served empty
   */
  get(context: Where, address: string, language: Language): Promise<Drawn | undefined>
  close(): Promise<void>
}

/** What the program may read: calls of visitors which only read, each from its service. */
function publicReads({ config }: Deps) {
  const table = routeTable({ upstreams: config.UPSTREAMS, devMode: false })
  return table
    .filter(
      ({ endpoint }) => endpoint.method === 'GET' && endpoint.auth.kind === 'visitor' && endpoint.cacheable,
    )
    .map(({ endpoint, upstream }) => ({
      pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
      upstream,
    }))
}

/** Pages that are drawn before they are sent, where the web app's build has brought the program for it. */
export function openFirstPages(deps: Deps): FirstPages | undefined {
  const { config, log, now, sites } = deps
  const program = join(config.WEB_DIST, 'server/first-page.mjs')
  if (!existsSync(program)) return undefined
  const drawer = createDrawer({
    program: pathToFileURL(program).href,
    reads: publicReads(deps),
  })
  const suspensions = watchSuspensions(deps.hub, now)
  const kept = new Map<string, Kept>()
  const asked = new Map<string, Promise<Drawn | undefined>>()

  function keep(key: string, live: LiveSite, drawn: Drawn | undefined): void {
    kept.delete(key)
    kept.set(key, { drawn, at: now().getTime(), live })
    const oldest = kept.keys().next()
    if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
  }

  async function drawNow(
    key: string,
    { live, domain }: { live: LiveSite; domain: string },
    address: string,
    language: Language,
  ): Promise<Drawn | undefined> {
    try {
      const home = live.layouts.get('home')?.content.sections ?? null
      const drawn = await drawer.draw({ address, language, site: continentOf(deps, live, domain), home })
      keep(key, live, drawn)
      return drawn
    } catch (err) {
      // a page that isn't there, a service that rests: the app finds out, and says so
      log.debug({ err }, 'a first page was not drawn')
      return undefined
    } finally {
      asked.delete(key)
    }
  }

  return {
    async get(context, address, language) {
      if (address.length > LONGEST_ADDRESS) return undefined
      const live = sites.get(context.site ?? MAIN_SITE)
      const domain = domainOf(context)
      const key = cacheKey(context, language, address, gtmIdOf(live, domain) ?? '') // GW-36: a host has its own
      const found = kept.get(key)
      const known = found && found.live === live && suspensions.holds(found) ? found : undefined
      const age = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.at
      if (age < FRESH_MS) return known?.drawn
      const drawing = asked.get(key) ?? drawNow(key, { live, domain }, address, language)
      asked.set(key, drawing)
      if (age < STALE_MS) return known?.drawn
      return Promise.race([drawing, setTimeout(PATIENCE_MS, undefined, { ref: false })])
    },
    close() {
      suspensions.stop()
      return drawer.close()
    },
  }
}
