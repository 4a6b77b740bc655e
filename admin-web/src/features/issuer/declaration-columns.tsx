import type { DeclarationSet } from '@talad/proto/http/moderation/declaration-admin'
import { shortHash } from '@talad/ui/format/address'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { useRangeText } from './ranges.tsx'

const declarers = { issuer: 'declaration.issuer', seller: 'declaration.seller' } as const

function Declarer({ declarer_type }: DeclarationSet) {
  return useText().t(declarers[declarer_type])
}

function Tokens({ nft_range }: DeclarationSet) {
  return <span className="wrap-anywhere">{useRangeText()(nft_range)}</span>
}

function Titles({ declarations }: DeclarationSet) {
  const { language } = useText()
  return (
    <span className="line-clamp-2 max-w-xs wrap-anywhere">
      {declarations.map(({ title }) => title[language]).join(' · ')}
    </span>
  )
}

export const declarationColumns: readonly Column<DeclarationSet>[] = [
  {
    key: 'id',
    title: 'suspension.contract',
    cell: ({ nft_range: { blockchain, contract_address } }) => `${blockchain} ${shortHash(contract_address)}`,
    csv: ({ nft_range: { blockchain, contract_address } }) => `${blockchain} ${contract_address}`,
  },
  {
    key: 'tokens',
    title: 'suspension.tokens',
    cell: (set) => <Tokens {...set} />,
    csv: ({ nft_range: { token_from, token_to } }) =>
      token_from === null ? '' : `${token_from}-${token_to}`,
  },
  {
    key: 'declarer',
    title: 'declaration.declarer',
    cell: (set) => <Declarer {...set} />,
    csv: ({ declarer_type }) => declarer_type,
  },
  {
    key: 'titles',
    title: 'declaration.title',
    cell: (set) => <Titles {...set} />,
    csv: ({ declarations }) => declarations.map(({ key }) => key).join(' '),
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} age />,
    csv: ({ changed_at }) => changed_at,
  },
]

export const declarationFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'by',
    label: 'declaration.declarer',
    options: [
      { value: 'issuer', label: 'declaration.issuer' },
      { value: 'seller', label: 'declaration.seller' },
    ],
  },
  { kind: 'text', key: 'contract', label: 'suspension.contractFilter' },
]
