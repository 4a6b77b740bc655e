import { campaignTerms as terms } from '@talad/proto/http/campaign/campaign-shapes'
import { z } from 'zod'

/** What is said of a campaign, as it stands in the fields. */
export type CampaignDraft = {
  name: string
  slug: string
  description: string
  limit_global: string
  limit_per_user: string
  limit_per_user_cooldown: string
  token_reuse: 'never' | 'window' | 'always'
  internal: boolean
  public: boolean
}

const schema = z.object({
  name: terms.name,
  slug: terms.slug,
  description: terms.description.unwrap(),
  limit_global: terms.limit_global.unwrap(),
  limit_per_user: terms.limit_per_user.unwrap(),
  limit_per_user_cooldown: terms.limit_per_user_cooldown.unwrap(),
  token_reuse: terms.token_reuse.unwrap(),
  internal: terms.internal.unwrap(),
  public: terms.public.unwrap(),
})
export type CampaignTerms = z.output<typeof schema>

const EMPTY: CampaignTerms = {
  name: '',
  slug: '',
  description: '',
  limit_global: null,
  limit_per_user: null,
  limit_per_user_cooldown: null,
  token_reuse: 'never',
  internal: false,
  public: true,
}

const numberText = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim()))

export const toCampaignDraft = (row: CampaignTerms = EMPTY): CampaignDraft => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  limit_global: numberText(row.limit_global),
  limit_per_user: numberText(row.limit_per_user),
  limit_per_user_cooldown: numberText(row.limit_per_user_cooldown),
  token_reuse: row.token_reuse,
  internal: row.internal,
  public: row.public,
})

/** What was typed, by the contract's own rules; or the names of fields that are wrong. */
export function readCampaign(
  draft: CampaignDraft,
): { terms: CampaignTerms } | { wrong: ReadonlySet<string> } {
  const read = schema.safeParse({
    ...draft,
    limit_global: numberOf(draft.limit_global),
    limit_per_user: numberOf(draft.limit_per_user),
    limit_per_user_cooldown: numberOf(draft.limit_per_user_cooldown),
  })
  const wrong = new Set(read.error?.issues.map(({ path }) => String(path[0])))
  // CA-29: a window needs the time of one
  if (draft.token_reuse === 'window' && draft.limit_per_user_cooldown.trim() === '') wrong.add('token_reuse')
  return read.success && wrong.size === 0 ? { terms: read.data } : { wrong }
}
