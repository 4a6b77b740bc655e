import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Cell, ChoiceCell } from '../payload/rows.tsx'
import type { Choices } from './api.ts'
import type { EntryDraft } from './model-draft.ts'

type Props = {
  entry: EntryDraft
  choices: Choices
  /** of a field, in the language on the screen */
  fault: (field: string) => string | undefined
  onChange: (entry: EntryDraft) => void
}

/** Choices by their names, and what is chosen where it is none of them. */
export function optionsOf(
  all: readonly { id: string; name: string; collection?: string }[],
  chosen: string,
  none: string,
) {
  const named = all.map(({ id, name, collection }) => ({
    value: id,
    label: collection === undefined ? name : `${name} · ${collection}`,
  }))
  const other = chosen === '' || all.some(({ id }) => id === chosen) ? [] : [{ value: chosen, label: chosen }]
  return [{ value: '', label: none }, ...named, ...other]
}

const labels = {
  tag: 'campaign.field.tag',
  contractAddress: 'campaign.field.contractAddress',
  blockchain: 'campaign.field.blockchain',
  group: 'campaign.field.group',
  alternative: 'campaign.field.alternative',
} as const

/** CA-24: one way to fill a slot. */
export function Entry({ entry, choices, fault, onChange }: Props) {
  const { t } = useText()
  const text = (field: keyof typeof labels) => ({
    label: t(labels[field]),
    value: entry[field],
    fault: fault(field === 'alternative' ? 'group' : field),
    onChange: (value: string) => onChange({ ...entry, [field]: value }),
  })
  const types = [
    { value: 'vnft', label: t('campaign.type.vnft') },
    { value: 'nft', label: t('campaign.type.nft') },
  ] as const
  const standards = [
    { value: '', label: t('campaign.any') },
    { value: 'ERC721', label: 'ERC-721' },
    { value: 'ERC1155', label: 'ERC-1155' },
    ...(entry.type === 'vnft' ? [{ value: 'VIRTUAL', label: t('campaign.type.virtual') } as const] : []),
  ] as const
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        <Cell {...text('tag')} />
        <ChoiceCell
          label={t('campaign.field.type')}
          value={entry.type}
          options={types}
          onChange={(type) => onChange({ ...entry, type, nftType: '' })}
        />
        <Faulty fault={fault('nftType')}>
          <ChoiceCell
            label={t('campaign.field.nftType')}
            value={entry.nftType}
            options={standards}
            onChange={(nftType) => onChange({ ...entry, nftType })}
          />
        </Faulty>
      </div>
      {entry.type === 'vnft' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <Faulty fault={fault('vcollectionId')}>
            <ChoiceCell
              label={t('virtual.collection')}
              value={entry.vcollectionId}
              options={optionsOf(choices.collections, entry.vcollectionId, t('campaign.any'))}
              onChange={(vcollectionId) => onChange({ ...entry, vcollectionId })}
            />
          </Faulty>
          <Faulty fault={fault('vitemId')}>
            <ChoiceCell
              label={t('campaign.item')}
              value={entry.vitemId}
              options={optionsOf(choices.items, entry.vitemId, t('campaign.any'))}
              onChange={(vitemId) => onChange({ ...entry, vitemId })}
            />
          </Faulty>
        </div>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Cell {...text('blockchain')} />
          <Cell {...text('contractAddress')} />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Cell
          label={t('campaign.field.ranges')}
          value={entry.ranges}
          fault={fault('tokenRanges')}
          onChange={(ranges) => onChange({ ...entry, ranges })}
        />
        <Cell
          label={t('campaign.field.traits')}
          value={entry.traits}
          fault={fault('traitCondition')}
          onChange={(traits) => onChange({ ...entry, traits })}
        />
        <Cell {...text('group')} />
        <Cell {...text('alternative')} />
      </div>
    </div>
  )
}

/** A choice with what is wrong with it. */
export function Faulty({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      {children}
      {fault !== undefined && <p className="text-sm text-chili">{fault}</p>}
    </div>
  )
}
