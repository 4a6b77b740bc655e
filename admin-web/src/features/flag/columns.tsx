import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'

const classes = ['inappropriate', 'spam', 'other'] as const
export const classTexts = {
  inappropriate: 'flag.inappropriate',
  spam: 'flag.spam',
  other: 'flag.other',
} as const

function Signs({ claim, overdue, asset, round, review_disposition: decided }: FlagCase) {
  const { t } = useText()
  return (
    <span className="flex flex-wrap gap-1">
      {decided && (
        <Badge tone={decided === 'ignore' ? 'calm' : 'bad'}>
          {t(decided === 'ignore' ? 'flag.wasIgnored' : 'flag.wasSuspended')}
        </Badge>
      )}
      {claim && (
        <Badge tone={claim.is_me ? 'good' : 'wait'}>{t(claim.is_me ? 'claim.mine' : 'claim.others')}</Badge>
      )}
      {overdue && <Badge tone="bad">{t('flag.overdue')}</Badge>}
      {asset.suspended && <Badge tone="bad">{t('flag.suspended')}</Badge>}
      {round > 1 && <Badge tone="wait">{t('flag.round', { round: String(round) })}</Badge>}
    </span>
  )
}

/** What the reports of a case say, and how many say it. */
export function Classes({ classifications }: Pick<FlagCase, 'classifications'>) {
  const { t } = useText()
  const said = classes.filter((one) => classifications[one] > 0)
  return said.map((one) => `${t(classTexts[one])} ${classifications[one]}`).join(' · ')
}

export const nameOf = ({ asset }: FlagCase) => asset.name || asset.token_id

/** @param select the mark of a row that is selected */
export function flagColumns(select: Column<FlagCase>['cell']): readonly Column<FlagCase>[] {
  return [
    { key: 'id', title: 'flag.asset', cell: nameOf, csv: nameOf },
    { key: 'select', title: 'flag.select', cell: select },
    {
      key: 'reports',
      title: 'flag.reports',
      cell: (row) => <Classes {...row} />,
      csv: ({ classifications }) => JSON.stringify(classifications),
    },
    {
      key: 'score',
      title: 'flag.score',
      amount: true,
      cell: ({ score }) => score.toFixed(2),
      csv: ({ score }) => String(score),
    },
    {
      key: 'opened',
      title: 'flag.opened',
      cell: ({ opened }) => <Moment at={opened} age />,
      csv: ({ opened }) => opened,
    },
    { key: 'signs', title: 'bank.signs', cell: (row) => <Signs {...row} /> },
  ]
}

export const flagFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'st',
    label: 'filter.status',
    all: 'flag.open',
    options: [
      { value: 'resolved', label: 'flag.resolved' },
      { value: 'all', label: 'table.all' },
    ],
  },
  {
    kind: 'choice',
    key: 'cl',
    label: 'flag.classification',
    options: classes.map((value) => ({ value, label: classTexts[value] })),
  },
  {
    kind: 'choice',
    key: 'by',
    label: 'flag.reporterKind',
    options: [
      { value: 'user', label: 'flag.user' },
      { value: 'bot', label: 'flag.bot' },
      { value: 'admin', label: 'flag.admin' },
    ],
  },
  {
    kind: 'choice',
    key: 'age',
    label: 'flag.age',
    options: [
      { value: '24', label: 'flag.age24' },
      { value: '72', label: 'flag.age72' },
    ],
  },
  {
    kind: 'choice',
    key: 'sr',
    label: 'flag.order',
    all: 'flag.byScore',
    options: [{ value: 'oldest', label: 'flag.oldestFirst' }],
  },
  { kind: 'text', key: 'rp', label: 'flag.reporter' },
]
