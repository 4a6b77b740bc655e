import type { CampaignKey } from '../../i18n/campaign.ts'
import type { Campaign } from './api/campaigns.ts'

/** A text with what is filled in. */
export type Sentence = { key: CampaignKey; values?: Record<string, string | number> }

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A length of time in words, in the largest unit that it is whole in: `90 minutes`, `1 day`. */
export function duration(seconds: number, language: string): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? units[3]
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, style).format(seconds / size)
}

type Terms = Pick<
  Campaign,
  'limit_global' | 'left' | 'limit_per_user' | 'limit_per_user_cooldown' | 'token_reuse' | 'automint_config'
>

/** CA-12: how often an account may claim. */
function often(
  { limit_per_user: limit, limit_per_user_cooldown: cooldown }: Terms,
  language: string,
): Sentence {
  if (cooldown !== null) {
    const every = duration(cooldown, language)
    return { key: 'campaign.timesEvery', values: { count: limit ?? 1, every } }
  }
  if (limit === null) return { key: 'campaign.anyTimes' }
  return { key: 'campaign.times', values: { count: limit } }
}

/** CA-29: what becomes of what is used. */
function reuse({ token_reuse: how, limit_per_user_cooldown: cooldown }: Terms, language: string): Sentence {
  if (how === 'always') return { key: 'campaign.reuseAlways' }
  if (how === 'window' && cooldown !== null)
    return { key: 'campaign.reuseWindow', values: { every: duration(cooldown, language) } }
  return { key: 'campaign.reuseNever' }
}

/** CA-11, CA-12, CA-29, CA-50: the limits of a campaign in words. @param asks whether it asks for any token */
export function termsOf(
  campaign: Terms,
  { asks, language }: { asks: boolean; language: string },
): Sentence[] {
  const { limit_global: limit, left, automint_config: mint } = campaign
  return [
    often(campaign, language),
    ...(limit === null
      ? []
      : [{ key: 'campaign.inAll', values: { count: limit, left: left ?? limit } } as const]),
    ...(asks ? [reuse(campaign, language)] : []),
    ...(mint.enabled && mint.blockchain !== null
      ? [{ key: 'campaign.minted', values: { chain: mint.blockchain.toUpperCase() } } as const]
      : []),
  ]
}
