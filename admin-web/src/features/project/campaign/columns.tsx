import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Campaign } from './api.ts'

/** CA-10: what counts first is told. */
export function CampaignState(row: Campaign) {
  const { t } = useText()
  if (row.archived) return <Badge tone="wait">{t('project.archived')}</Badge>
  if (row.ended) return <Badge tone="calm">{t('campaign.ended')}</Badge>
  if (row.artifacts_version === 0) return <Badge tone="calm">{t('campaign.draft')}</Badge>
  if (row.paused) return <Badge tone="wait">{t('campaign.paused')}</Badge>
  return <Badge tone="good">{t('campaign.runs')}</Badge>
}

function Left({ left }: Campaign) {
  const { t } = useText()
  return left === null ? t('virtual.noLimit') : formatCount(left)
}

export const campaignColumns: readonly Column<Campaign>[] = [
  { key: 'name', title: 'virtual.name', cell: ({ name }) => name, csv: ({ name }) => name },
  { key: 'slug', title: 'project.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    key: 'left',
    title: 'campaign.left',
    amount: true,
    cell: (row) => <Left {...row} />,
    csv: ({ left }) => String(left ?? ''),
  },
  {
    key: 'state',
    title: 'key.state',
    cell: (row) => <CampaignState {...row} />,
    csv: ({ paused, ended }) => (ended ? 'ended' : paused ? 'paused' : ''),
  },
  {
    key: 'updated',
    title: 'col.updated',
    usuallyHidden: true,
    cell: ({ updated }) => <Moment at={updated} age />,
    csv: ({ updated }) => updated,
  },
]
