import { triggerStatuses } from '@talad/proto/http/campaign/trigger-shapes'
import type { Column, Filter } from '../../../../ui/data-table/column.ts'
import { Ident } from '../../../../ui/ident.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { Campaign } from '../api.ts'
import type { Trigger } from './api.ts'
import { TriggerBadge } from './outcome.tsx'
import { statusTexts } from './words.ts'

export const triggerColumns = (campaigns: readonly Campaign[]): readonly Column<Trigger>[] => {
  const nameOf = ({ campaignId }: Trigger) =>
    campaigns.find(({ _id }) => _id === campaignId)?.name ?? campaignId
  return [
    {
      key: 'created',
      title: 'mint.asked',
      cell: ({ created }) => <Moment at={created} />,
      csv: ({ created }) => created,
    },
    { key: 'campaign', title: 'trigger.campaign', cell: nameOf, csv: nameOf },
    {
      key: 'status',
      title: 'key.state',
      cell: (row) => <TriggerBadge {...row} />,
      csv: ({ status }) => String(status),
    },
    {
      key: 'account',
      title: 'member.account',
      cell: ({ accountId }) => <Ident value={accountId} short />,
      csv: ({ accountId }) => accountId,
    },
    {
      key: 'reasons',
      title: 'trigger.reasons',
      cell: ({ output }) => output.reasons.map(({ code }) => code).join(', ') || '–',
      csv: ({ output }) => output.reasons.map(({ code }) => code).join(' '),
    },
    {
      key: 'id',
      title: 'trigger.id',
      usuallyHidden: true,
      cell: ({ triggerId }) => triggerId,
      csv: ({ triggerId }) => triggerId,
    },
  ]
}

export const triggerFilters = (campaigns: readonly Campaign[]): readonly Filter[] => [
  {
    kind: 'choice',
    key: 'status',
    label: 'key.state',
    options: triggerStatuses.map((value) => ({ value: String(value), label: statusTexts[value][1] })),
  },
  {
    kind: 'choice',
    key: 'campaign',
    label: 'trigger.campaign',
    options: campaigns.map(({ _id, name }) => ({ value: _id, text: name })),
  },
  { kind: 'text', key: 'account', label: 'member.account' },
  {
    kind: 'choice',
    key: 'dry',
    label: 'trigger.dry',
    all: 'trigger.withoutDry',
    options: [{ value: '1', label: 'trigger.withDry' }],
  },
]
