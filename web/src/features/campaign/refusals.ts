import type { CampaignKey } from '../../i18n/campaign.ts'
import type { Reason } from './api/triggers.ts'

/** What can be done about a refusal: `wait` until its time, `get` or `pick` another token, look at `others`, at one's `wallet`. */
export type Step = 'wait' | 'retry' | 'get' | 'pick' | 'others' | 'wallet' | 'code' | 'none'

type Row = {
  key: CampaignKey
  /** where it says when it is otherwise */
  timed?: CampaignKey
  step: Step
}

/** CA-39, CA-70: each reason as a sentence with its next step. */
export const refusalRows = {
  campaign_ended: { key: 'refused.ended', step: 'others' },
  campaign_paused: { key: 'refused.paused', step: 'none' },
  campaign_hidden: { key: 'refused.hidden', step: 'others' },
  limit_global: { key: 'refused.limitGlobal', step: 'others' },
  limit_per_user: { key: 'refused.limitPerUser', step: 'wallet' },
  cooldown: { key: 'refused.cooldown', timed: 'refused.cooldownAt', step: 'wait' },
  requirement_unmet: { key: 'refused.unmet', step: 'get' },
  requirement_unchecked: { key: 'refused.unchecked', timed: 'refused.uncheckedAt', step: 'retry' },
  token_not_owned: { key: 'refused.notOwned', step: 'pick' },
  token_used: { key: 'refused.used', timed: 'refused.usedAt', step: 'pick' },
  token_suspended: { key: 'refused.suspended', step: 'pick' },
  supply_exhausted: { key: 'refused.supply', step: 'others' },
  coupon_required: { key: 'refused.codeMissing', step: 'code' },
  coupon_not_found: { key: 'refused.codeUnknown', step: 'code' },
  coupon_not_started: { key: 'refused.codeEarly', timed: 'refused.codeEarlyAt', step: 'wait' },
  coupon_ended: { key: 'refused.codeEnded', step: 'code' },
  coupon_aged: { key: 'refused.codeEnded', step: 'code' },
  coupon_exhausted: { key: 'refused.codeUsed', step: 'code' },
  coupon_pending: { key: 'refused.codePending', timed: 'refused.codePendingAt', step: 'wait' },
  coupon_cooling_down: { key: 'refused.codeResting', timed: 'refused.codeRestingAt', step: 'wait' },
  coupon_released: { key: 'refused.codeReleased', step: 'code' },
  coupon_pool_empty: { key: 'refused.codesGone', step: 'none' },
} as const satisfies Record<string, Row>

/** Codes that later servers may have besides. */
const unknown = { key: 'refused.other', step: 'none' } as const
const otherCode = { key: 'refused.codeOther', step: 'code' } as const

/** What is said of a reason, and what can be done about it. */
export function refusalOf({ code, retry_at: at }: Pick<Reason, 'code' | 'retry_at'>): {
  key: CampaignKey
  step: Step
} {
  const rows: Readonly<Record<string, Row>> = refusalRows
  const found = Object.hasOwn(rows, code) ? rows[code] : undefined
  const { key, timed, step } = found ?? ((code.startsWith('coupon_') ? otherCode : unknown) as Row)
  return { key: at !== null && timed !== undefined ? timed : key, step }
}

/** Whether it is about the code that is typed with the claim. */
export const isOfCode = ({ code }: Pick<Reason, 'code'>): boolean => code.startsWith('coupon_')
/** Whether it is said at its slot already. */
export const isOfSlot = ({ code }: Pick<Reason, 'code'>): boolean => /^(requirement|token)_/.test(code)
