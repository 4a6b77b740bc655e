import { ResponseError } from '@talad/proto/http/client'
import type { Section } from '@talad/proto/site/sections'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './query-keys.ts'
import { siteQuery } from './site.ts'

async function readLayout(kind: 'home', signal: AbortSignal): Promise<Section[] | null> {
  // what a home may be made of comes with the first home that is read here: a drawn page brings it read
  const { layoutHttp } = await import('@talad/proto/http/gateway/layout')
  try {
    return (await call(layoutHttp.layout, { query: { kind } }, { signal })).sections
  } catch (error) {
    if (error instanceof ResponseError && error.code === 'not_published') return null
    throw error
  }
}

/** GW-32: what stands on a page of this site; null: nothing was published, as the site itself tells. */
export const layoutQuery = (kind: 'home') =>
  queryOptions({
    queryKey: [keys.layout, kind],
    queryFn: async ({ client, signal }) => {
      const { layouts } = await client.ensureQueryData(siteQuery)
      return layouts.includes(kind) ? readLayout(kind, signal) : null
    },
    staleTime: 60_000,
  })
