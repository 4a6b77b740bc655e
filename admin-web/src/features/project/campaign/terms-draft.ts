import { campaignTerms as given } from '@talad/proto/http/campaign/campaign-shapes'
import { z } from 'zod'
import { objectOf, objectText } from '../json-object.ts'

export const reuses = ['never', 'window', 'always'] as const
export type Reuse = (typeof reuses)[number]

/** What is said of a campaign, as it stands in the fields. */
export type TermsDraft = {
  name: string
  slug: string
  description: string
  limitGlobal: string
  limitPerUser: string
  cooldown: string
  reuse: Reuse
  automint: boolean
  blockchain: string
  internal: boolean
  isPublic: boolean
  linked: readonly string[]
  metadata: string
}

const schema = z.object({
  name: given.name,
  slug: given.slug,
  description: given.description.unwrap(),
  limit_global: given.limit_global.unwrap(),
  limit_per_user: given.limit_per_user.unwrap(),
  limit_per_user_cooldown: given.limit_per_user_cooldown.unwrap(),
  token_reuse: given.token_reuse.unwrap(),
  automint_config: given.automint_config.unwrap(),
  internal: given.internal.unwrap(),
  public: given.public.unwrap(),
  linked_campaigns: given.linked_campaigns.unwrap(),
  metadata: given.metadata.unwrap(),
})
export type CampaignTerms = z.output<typeof schema>

const EMPTY: CampaignTerms = {
  name: '',
  slug: '',
  description: '',
  limit_global: null,
  limit_per_user: 1,
  limit_per_user_cooldown: null,
  token_reuse: 'never',
  automint_config: { enabled: false, blockchain: null },
  internal: false,
  public: true,
  linked_campaigns: [],
  metadata: {},
}

const textOf = (limit: number | null) => (limit === null ? '' : String(limit))
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim()))

export function toTermsDraft(row: CampaignTerms = EMPTY): TermsDraft {
  const { name, slug, description, internal, automint_config: automint } = row
  return {
    name,
    slug,
    description,
    limitGlobal: textOf(row.limit_global),
    limitPerUser: textOf(row.limit_per_user),
    cooldown: textOf(row.limit_per_user_cooldown),
    reuse: row.token_reuse,
    automint: automint.enabled,
    blockchain: automint.blockchain ?? '',
    internal,
    isPublic: row.public,
    linked: row.linked_campaigns,
    metadata: objectText(row.metadata),
  }
}

function written(draft: TermsDraft) {
  const { name, slug, description, internal } = draft
  return {
    name,
    slug,
    description,
    limit_global: numberOf(draft.limitGlobal),
    limit_per_user: numberOf(draft.limitPerUser),
    limit_per_user_cooldown: numberOf(draft.cooldown),
    token_reuse: draft.reuse,
    automint_config: { enabled: draft.automint, blockchain: draft.blockchain.trim() || null },
    internal,
    public: draft.isPublic,
    linked_campaigns: draft.linked,
    metadata: objectOf(draft.metadata),
  }
}

/** What was typed, by the contract's own rules; or the names of the fields that are wrong. */
export function readTerms(draft: TermsDraft): { terms: CampaignTerms } | { wrong: ReadonlySet<string> } {
  const read = schema.safeParse(written(draft))
  const wrong = new Set(read.error?.issues.map(({ path }) => String(path[0])))
  if (draft.reuse === 'window' && draft.cooldown.trim() === '') wrong.add('token_reuse') // CA-29
  if (draft.automint && draft.blockchain.trim() === '') wrong.add('automint_config')
  return read.success && wrong.size === 0 ? { terms: read.data } : { wrong }
}
