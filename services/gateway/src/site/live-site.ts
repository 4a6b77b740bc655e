import {
  type DocumentName,
  documentName,
  layoutContent,
  lookContent,
  pageContent,
} from '@talad/proto/http/gateway/site-document'
import { MAIN_SITE } from '@talad/shared/context'
import { z } from 'zod'
import { type Site, siteState } from './site/events.ts'

const shown = { revision: z.int(), at: z.coerce.date() }
const look = z.object({ ...shown, content: lookContent })
const layout = z.object({ ...shown, content: layoutContent })
const page = z.object({ ...shown, content: pageContent })

/** What visitors may see of a site: nothing that is only a draft. */
export type LiveSite = {
  id: string
  /** absent of the main site until somebody has changed it */
  site?: Site
  look?: z.infer<typeof look>
  layouts: ReadonlyMap<string, z.infer<typeof layout>>
  /** by `terms-th` */
  pages: ReadonlyMap<string, z.infer<typeof page>>
}

export const emptySite = (id: string): LiveSite => ({ id, layouts: new Map(), pages: new Map() })
export const isMain = ({ id }: Pick<LiveSite, 'id'>): boolean => id === MAIN_SITE

const tailOf = (name: string) => name.slice(name.indexOf('-') + 1)

function withDocument(before: LiveSite, name: DocumentName, content: unknown): LiveSite {
  if (name === 'look') return { ...before, look: look.parse(content) }
  if (name.startsWith('layout-'))
    return { ...before, layouts: new Map([...before.layouts, [tailOf(name), layout.parse(content)]]) }
  return { ...before, pages: new Map([...before.pages, [tailOf(name), page.parse(content)]]) }
}

/** A site with a part as it is shown now; what only a newer version of the gateway knows is passed over. */
export function withPart(before: LiveSite, part: string, content: unknown): LiveSite {
  if (part === 'site') return { ...before, site: siteState.parse(content) }
  const name = documentName.safeParse(part).data
  return name === undefined ? before : withDocument(before, name, content)
}

/** The parts of which `withPart` makes the same site. */
export function partsOf({ id: siteId, site, look, layouts, pages }: LiveSite) {
  const named = (kind: string, list: ReadonlyMap<string, object>) =>
    [...list].map(([name, content]) => ({ part: `${kind}-${name}`, content }))
  const parts = [
    ...(site ? [{ part: 'site', content: site }] : []),
    ...(look ? [{ part: 'look', content: look }] : []),
    ...named('layout', layouts),
    ...named('page', pages),
  ]
  return parts.map((one) => ({ siteId, ...one }))
}
