import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** What caused the work that is being done now; it is stored with every event and sent with every message. */
export type Context = {
  /** one id from the first request to the last effect, through every service and onto the chain transaction's record */
  correlationId: string
  /** id of the message or request that directly caused this */
  causationId?: string
  /** account id of the person, or the name of the service that acts */
  actor?: string
  /** id of the site on which it was asked for; absent: the main one */
  site?: string
  /** of the person who asked, where they named one that we speak */
  language?: Language
  /** W3C trace context */
  traceparent?: string
}

export type Language = 'th' | 'en'

/** GW-1: the site that is meant where none is named. */
export const MAIN_SITE = 'main'
/** How the gateway tells services which site a request is for; what comes from outside under this name stays there. */
export const SITE_HEADER = 'x-talad-site'

const SITE = /^[a-z0-9-]{1,40}$/

/** A site as a header names it; undefined for the main one, and for what is no id of a site. */
export function siteIn(header: unknown): string | undefined {
  return typeof header === 'string' && SITE.test(header) && header !== MAIN_SITE ? header : undefined
}

type Headers = Readonly<Record<string, string | undefined>>

/** The headers of a message that say what has caused it. */
export function causeHeaders({ correlationId, actor, site, language, traceparent }: Context) {
  return {
    ce_correlationid: correlationId,
    ...(actor ? { ce_actor: actor } : {}),
    ...(site ? { ce_site: site } : {}),
    ...(language ? { ce_language: language } : {}),
    ...(traceparent ? { traceparent } : {}),
  }
}

/** Where and for whom a message was caused, by its headers. */
export function placeOf({ ce_site, ce_language, traceparent }: Headers): Omit<Context, 'correlationId'> {
  const site = siteIn(ce_site)
  return {
    ...(site ? { site } : {}),
    ...(ce_language === 'th' || ce_language === 'en' ? { language: ce_language } : {}),
    ...(traceparent ? { traceparent } : {}),
  }
}

/** The key of something that is kept for one site alone: what people see and may do can differ from site to site. */
export function cacheKey(
  { site = MAIN_SITE }: { site?: string | undefined },
  ...parts: readonly string[]
): string {
  return [site, ...parts].map(encodeURIComponent).join(':')
}

const storage = new AsyncLocalStorage<Context>()

export function withContext<T>(context: Context, run: () => T): T {
  return storage.run(context, run)
}

/** The context of the work in hand, or a fresh one for work that nobody asked for (a timer, a start). */
export function currentContext(): Context {
  return storage.getStore() ?? { correlationId: randomUUID() }
}
