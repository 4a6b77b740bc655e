import { projectHttp } from '@talad/proto/http/campaign/projects'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../reads/query-keys.ts'

export type Project = z.output<typeof projectHttp.openProject.response>
export type VirtualCollection = z.output<typeof virtualHttp.openVirtualCollection.response>
export type VirtualItem = z.output<typeof virtualHttp.openVirtualItem.response>

/** How many there are of something changes while people look at it. */
const AGAIN_MS = 60_000

/** A project by its id, its slug, or one that it had (CA-9). */
export function projectQuery(name: string) {
  return queryOptions({
    queryKey: [keys.project, name],
    queryFn: ({ signal }) => call(projectHttp.openProject, { query: { id_or_slug: name } }, { signal }),
    staleTime: 60_000,
  })
}

/** A virtual collection. @param project needed where it is named by a slug (CA-9) */
export function virtualCollectionQuery(name: string, project?: string) {
  const query = { id_or_slug: name, ...(project === undefined ? {} : { project }) }
  return queryOptions({
    queryKey: [keys.virtual, 'collection', project, name],
    queryFn: ({ signal }) => call(virtualHttp.openVirtualCollection, { query }, { signal }),
    refetchInterval: AGAIN_MS,
  })
}

/** An item of a virtual collection. @param project needed where it is named by a slug (CA-9) */
export function virtualItemQuery(name: string, project?: string) {
  const query = { id_or_slug: name, ...(project === undefined ? {} : { project }) }
  return queryOptions({
    queryKey: [keys.virtual, 'item', project, name],
    queryFn: ({ signal }) => call(virtualHttp.openVirtualItem, { query }, { signal }),
    refetchInterval: AGAIN_MS,
  })
}

const PAGE_SIZE = 24
const after = ({ list, size, index }: { list: readonly unknown[]; size: number; index: number }) =>
  list.length < size ? undefined : index + 1

/** The virtual collections of a project, the newest first. */
export function virtualCollectionsQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [keys.virtual, 'collections', projectId],
    queryFn: ({ signal, pageParam: index }) =>
      call(
        virtualHttp.openVirtualCollections,
        { query: { project_id: projectId, size: PAGE_SIZE, index } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: after,
  })
}

/** The items of a virtual collection, by their number. */
export function virtualItemsQuery(collectionId: string) {
  return infiniteQueryOptions({
    queryKey: [keys.virtual, 'items', collectionId],
    queryFn: ({ signal, pageParam: index }) =>
      call(
        virtualHttp.openVirtualItems,
        { query: { collection_id: collectionId, size: PAGE_SIZE, index } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: after,
  })
}
