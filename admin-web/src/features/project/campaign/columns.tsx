import { Badge, type Tone } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { type TextKey, useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Campaign } from './api.ts'
import { type CampaignState, stateOf } from './words.ts'

const states = {
  archived: ['calm', 'project.archived'],
  ended: ['calm', 'campaign.isEnded'],
  paused: ['wait', 'campaign.isPaused'],
  unpublished: ['calm', 'campaign.isUnpublished'],
  internal: ['good', 'campaign.isInternal'],
  hidden: ['good', 'campaign.isHidden'],
  public: ['good', 'campaign.isPublic'],
} as const satisfies Record<CampaignState, readonly [Tone, TextKey]>

export function CampaignBadge(campaign: Campaign) {
  const { t } = useText()
  const [tone, key] = states[stateOf(campaign)]
  return <Badge tone={tone}>{t(key)}</Badge>
}

function Limit({ value }: { value: number | null }) {
  const { t } = useText()
  return value === null ? t('virtual.noLimit') : formatCount(value)
}

export const campaignColumns: readonly Column<Campaign>[] = [
  { key: 'name', title: 'virtual.name', cell: ({ name }) => name, csv: ({ name }) => name },
  { key: 'slug', title: 'project.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  { key: 'state', title: 'key.state', cell: (row) => <CampaignBadge {...row} />, csv: stateOf },
  {
    key: 'limit',
    title: 'campaign.limitGlobal',
    amount: true,
    cell: ({ limit_global: limit }) => <Limit value={limit} />,
    csv: ({ limit_global: limit }) => String(limit ?? ''),
  },
  {
    key: 'each',
    title: 'campaign.limitPerUser',
    amount: true,
    cell: ({ limit_per_user: limit }) => <Limit value={limit} />,
    csv: ({ limit_per_user: limit }) => String(limit ?? ''),
  },
  {
    key: 'version',
    title: 'campaign.version',
    amount: true,
    cell: ({ artifacts_version: version }) => (version === 0 ? '–' : version),
    csv: ({ artifacts_version: version }) => String(version),
  },
  {
    key: 'updated',
    title: 'col.updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} age />,
    csv: ({ updated }) => updated,
  },
]
