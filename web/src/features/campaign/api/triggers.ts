import { triggerHttp } from '@talad/proto/http/campaign/triggers'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../../../market/reads/query-keys.ts'

export type Trigger = z.output<typeof triggerHttp.triggerCampaign.response>['trigger']
export type Reason = Trigger['output']['reasons'][number]
export type TokenPlace = NonNullable<Trigger['output']['slots'][number]['token']>
export type Scanned = z.output<typeof triggerHttp.scanRequirement.response>['list'][number]

/** What is claimed with: tokens that were picked, by the tags of their slots, and a code. */
export type ClaimInput = Trigger['input']
export type Selections = NonNullable<ClaimInput['selections']>

/** Not sooner again, whatever the server says. */
const SOONEST_MS = 5_000
/** What is free only then is not waited for while a page is open. */
const LATEST_MS = 3_600_000

/** After how long something may be otherwise; false: not while one waits. */
export function againAfter(retryAt: string | null | undefined, now: number): number | false {
  const rest = retryAt ? Date.parse(retryAt) - now : Number.NaN
  return rest <= LATEST_MS ? Math.max(SOONEST_MS, rest) : false
}

/** CA-36: what would come of claiming now; nothing is spent by asking. */
export function dryQuery(account: string, campaignId: string, selections: Selections) {
  const input = Object.keys(selections).length === 0 ? {} : { selections }
  return queryOptions({
    queryKey: [keys.triggers, 'dry', account, campaignId, selections],
    queryFn: async ({ signal }) => {
      const body = { campaignId, input }
      return (await call(triggerHttp.triggerCampaign, { query: { dry: '1' }, body }, { signal })).trigger
    },
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => againAfter(state.data?.output.retry_at, Date.now()),
  })
}

/** CA-45: what came of it the last time; null: there was none. */
export function latestQuery(account: string, campaignId: string) {
  return queryOptions({
    queryKey: [keys.triggers, 'latest', account, campaignId],
    queryFn: async ({ signal }) => {
      const { triggers } = await call(
        triggerHttp.latestTriggers,
        { query: { campaign_ids: campaignId } },
        { signal },
      )
      return triggers[0] ?? null
    },
  })
}

const POLL_MS = 1_500

/** CA-33: a claim, until it is decided. */
export function triggerQuery(triggerId: string) {
  return queryOptions({
    queryKey: [keys.triggers, 'one', triggerId],
    queryFn: async ({ signal }) =>
      (await call(triggerHttp.getTrigger, { query: { triggerId } }, { signal })).trigger,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 100 ? false : POLL_MS),
  })
}

/** CA-31: a person's tokens that are good for a slot, page after page at the same blocks (CA-30). */
export function scanQuery(account: string, campaignId: string, slotIndex: number) {
  return infiniteQueryOptions({
    queryKey: [keys.triggers, 'scan', account, campaignId, slotIndex],
    queryFn: ({ signal, pageParam: { index, blocks } }) => {
      const query = {
        campaign_id: campaignId,
        slot_index: slotIndex,
        index,
        ...(blocks && { web3_blocks: JSON.stringify(blocks) }),
      }
      return call(triggerHttp.scanRequirement, { query }, { signal })
    },
    initialPageParam: { index: 0, blocks: undefined as Record<string, number> | undefined },
    getNextPageParam: ({ list, size, index, web3_blocks: blocks }) =>
      list.length < size ? undefined : { index: index + 1, blocks },
  })
}

/** CA-33, CA-35: claims; with the same key it is one claim, and its answer is waited for as long as a call may take. */
export async function pressClaim(campaignId: string, input: ClaimInput, key: string): Promise<Trigger> {
  const given = { query: { wait: '1' as const }, body: { campaignId, input } }
  return (await call(triggerHttp.triggerCampaign, given, { idempotencyKey: key })).trigger
}
