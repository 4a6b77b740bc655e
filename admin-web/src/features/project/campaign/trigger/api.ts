import { type trigger, triggerStatuses } from '@talad/proto/http/campaign/trigger-shapes'
import { triggerAdminHttp as http } from '@talad/proto/http/campaign/triggers-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../../../lib/pages.ts'
import type { ListSource } from '../../../../ui/data-table/column.ts'
import { COUNTED_EVERY_MS } from '../api.ts'

/** Begins the keys of everything that is read of triggers. */
export const TRIGGERS = 'triggers'

export type Trigger = z.output<typeof trigger>
export type TriggerStatus = Trigger['status']
export type Reason = Trigger['output']['reasons'][number]
export type SlotState = Trigger['output']['slots'][number]

export type ExplainedSlot = z.output<typeof http.explainRequirement.response>['slots'][number]
export type LookedToken = ExplainedSlot['tokens'][number]

const SUCCESS = 400

export const triggerSource = (project_id: string): ListSource<Trigger> => ({
  key: TRIGGERS,
  read: async ({ search, at, size }, signal) => {
    const query = {
      project_id,
      campaign_id: search.campaign,
      account_id: search.account?.toLowerCase(),
      status: triggerStatuses.find((one) => String(one) === search.status),
      dry: search.dry === '1' ? ('1' as const) : ('0' as const),
      size,
      page: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed((await call(http.listTriggers, { query }, { signal })).triggers)
  },
})

/** How often a campaign has given, without what was taken back. */
export const successesQuery = (project_id: string, campaign_id: string) =>
  queryOptions({
    queryKey: [TRIGGERS, 'successes', campaign_id],
    queryFn: async ({ signal }) => {
      const kept = { status: SUCCESS, released: '0' as const }
      const query = { project_id, campaign_id, ...kept, size: 1, count: '1' as const }
      return (await call(http.listTriggers, { query }, { signal })).triggers.total
    },
    refetchInterval: COUNTED_EVERY_MS,
  })

export const triggerQuery = (triggerId: string) =>
  queryOptions({
    queryKey: [TRIGGERS, 'one', triggerId],
    queryFn: async ({ signal }) =>
      (await call(http.getTriggerOf, { query: { triggerId } }, { signal })).trigger,
  })

type Which = { campaignId: string; account_id: string; of: 'draft' | 'live' }

/** CA-36: what would come of it for somebody, and nothing else. */
export async function tryOut({ campaignId, account_id, of }: Which, code: string): Promise<Trigger> {
  const input = code === '' ? {} : { coupon: { code } }
  const body = { campaignId, input, target: { account_id } }
  const about = { idempotencyKey: crypto.randomUUID() } // what is true changes: each try is a new one
  return (await call(http.triggerCampaignFor, { query: { dry: '1', of }, body }, about)).trigger
}

/** AW-8: of each slot the account's tokens that it is about. */
export const explain = async ({ campaignId, account_id, of }: Which): Promise<readonly ExplainedSlot[]> =>
  (await call(http.explainRequirement, { query: { campaign_id: campaignId, account_id, of } })).slots

export const releaseTrigger = (triggerId: string, reason: string, key: string) =>
  act(http.releaseTrigger, { body: { triggerId, reason } }, { idempotencyKey: key })
