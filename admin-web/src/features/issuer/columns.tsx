import type { Issuer } from '@talad/proto/http/moderation/issuer-admin'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { RangeBars } from './ranges.tsx'

export function ActiveBadge({ is_active }: Pick<Issuer, 'is_active'>) {
  const { t } = useText()
  return (
    <Badge tone={is_active ? 'good' : 'calm'}>{t(is_active ? 'issuer.active' : 'issuer.inactive')}</Badge>
  )
}

/** Its name in the language of the page. */
export function IssuerName({ names }: Pick<Issuer, 'names'>) {
  const { language } = useText()
  return <span className="[overflow-wrap:anywhere]">{names[language]}</span>
}

export const issuerColumns: readonly Column<Issuer>[] = [
  { key: 'id', title: 'issuer.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  {
    key: 'name',
    title: 'issuer.name',
    cell: ({ names }) => <IssuerName names={names} />,
    csv: ({ names }) => names.th,
  },
  {
    key: 'ranges',
    title: 'issuer.ranges',
    cell: ({ nft_ranges }) => <RangeBars ranges={nft_ranges} small />,
    csv: ({ nft_ranges }) => String(nft_ranges.length),
  },
  {
    key: 'payee',
    title: 'issuer.payee',
    cell: ({ primary_customer_id }) => primary_customer_id,
    csv: ({ primary_customer_id }) => primary_customer_id,
  },
  {
    key: 'active',
    title: 'col.status',
    cell: ({ is_active }) => <ActiveBadge is_active={is_active} />,
    csv: ({ is_active }) => String(is_active),
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} age />,
    csv: ({ changed_at }) => changed_at,
  },
]

export const issuerFilters: readonly Filter[] = [
  { kind: 'text', key: 'q', label: 'issuer.find' },
  {
    kind: 'choice',
    key: 'active',
    label: 'filter.status',
    options: [
      { value: 'active', label: 'issuer.active' },
      { value: 'inactive', label: 'issuer.inactive' },
    ],
  },
]
