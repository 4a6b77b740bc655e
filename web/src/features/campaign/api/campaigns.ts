import { campaignHttp } from '@talad/proto/http/campaign/campaigns'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../../../market/reads/query-keys.ts'

export type CampaignAnswer = z.output<typeof campaignHttp.openCampaign.response>
export type Campaign = CampaignAnswer['campaign']

/** How many are left of what is given changes while people look at it. */
const AGAIN_MS = 60_000

/** A campaign, with what it is linked with and what it gives. @param project by which its slug is meant (CA-19) */
export function campaignQuery(name: string, project: string) {
  return queryOptions({
    queryKey: [keys.campaign, project, name],
    queryFn: ({ signal }) =>
      call(campaignHttp.openCampaign, { query: { id_or_slug: name, project, extra: '1' } }, { signal }),
    refetchInterval: AGAIN_MS,
    // what a visitor was told stays until it is read again as who has signed in: a claim that is under way isn't torn down
    placeholderData: (told, before) =>
      before?.queryKey[1] === project && before.queryKey[2] === name ? told : undefined,
  })
}

const PAGE_SIZE = 24

/** The public campaigns of a project, the newest first (CA-10). */
export function campaignsQuery(projectId: string) {
  return infiniteQueryOptions({
    queryKey: [keys.campaign, 'list', projectId],
    queryFn: ({ signal, pageParam: index }) =>
      call(
        campaignHttp.openCampaigns,
        { query: { project_id: projectId, size: PAGE_SIZE, index } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ list, size, index }) => (list.length < size ? undefined : index + 1),
  })
}
