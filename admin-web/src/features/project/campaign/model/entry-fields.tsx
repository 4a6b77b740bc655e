import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../../../i18n/index.ts'
import { oneOf } from '../../../../lib/pages.ts'
import { useSite } from '../../../../lib/site.ts'
import type { Faults } from '../../payload/faults.ts'
import { newJoint, newLeaf } from './condition-draft.ts'
import { ConditionFields } from './condition-fields.tsx'
import { type EntryDraft, type Standard, standards } from './draft.ts'
import { useModelFault } from './fault-words.ts'
import { faultAt } from './faults.ts'
import { ItemPicker } from './item-picker.tsx'

const types = ['vnft', 'nft'] as const
const standardTexts = {
  '': 'model.whichever',
  ERC721: 'model.erc721',
  ERC1155: 'model.erc1155',
  VIRTUAL: 'model.virtual',
} as const satisfies Record<Standard, TextKey>

type TextName =
  | 'blockchain'
  | 'contractAddress'
  | 'tokenId'
  | 'tokenRanges'
  | 'displayName'
  | 'displayTokenId'
const labels = {
  blockchain: 'mint.chain',
  contractAddress: 'mint.contract',
  tokenId: 'model.tokenId',
  tokenRanges: 'model.ranges',
  displayName: 'model.displayName',
  displayTokenId: 'model.displayTokenId',
} as const satisfies Record<TextName, TextKey>

type Props = {
  entry: EntryDraft
  faults: Faults
  onChange: (entry: EntryDraft, mark?: string) => void
}

/** CA-24: one way to fill a slot. */
export function EntryFields({ entry, faults, onChange }: Props) {
  const { t } = useText()
  const words = useModelFault()
  const chain = useSite()?.chain.slug ?? ''
  const { key, type, nftType, condition } = entry
  const fault = (field: string) => words(faultAt(faults, key, field, true))
  const put = (part: Partial<EntryDraft>, mark?: string) => onChange({ ...entry, ...part }, mark)
  const field = (name: TextName) => ({
    label: t(labels[name]),
    value: entry[name],
    error: fault(name),
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => put({ [name]: target.value }, `${key}.${name}`),
  })
  const isVirtual = type === 'vnft'
  const isOnChain = nftType === 'ERC721' || nftType === 'ERC1155'
  const choices = isVirtual ? standards : standards.filter((one) => one !== '' && one !== 'VIRTUAL')
  const become = (next: 'nft' | 'vnft') =>
    put(
      next === 'nft'
        ? { type: next, nftType: 'ERC721', blockchain: chain, vcollectionId: '', vitemId: '' }
        : { type: next, nftType: '', blockchain: '', contractAddress: '' },
    )
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t('model.type')}
          value={type}
          options={types.map((value) => ({
            value,
            label: t(value === 'vnft' ? 'model.vnft' : 'model.nft'),
          }))}
          onChange={({ target }) => {
            const next = oneOf(types, target.value)
            if (next && next !== type) become(next)
          }}
        />
        <SelectField
          label={t('contract.class')}
          error={fault('nftType')}
          value={nftType}
          options={choices.map((value) => ({ value, label: t(standardTexts[value]) }))}
          onChange={({ target }) => {
            const next = oneOf(standards, target.value)
            if (next !== undefined)
              put({ nftType: next, ...(next === 'VIRTUAL' && { blockchain: '', contractAddress: '' }) })
          }}
        />
        {isVirtual && (
          <ItemPicker
            collection={entry.vcollectionId}
            item={entry.vitemId}
            anyItem
            fault={{ collection: fault('vcollectionId'), item: fault('vitemId') }}
            onChange={(vcollectionId, vitemId) => put({ vcollectionId, vitemId })}
          />
        )}
        {(isOnChain || entry.blockchain !== '') && <TextField {...field('blockchain')} />}
        {(isOnChain || entry.contractAddress !== '') && <TextField {...field('contractAddress')} />}
        <TextField {...field('tokenId')} inputMode="numeric" />
        <TextField {...field('tokenRanges')} hint={t('model.rangesHint')} />
        <TextField {...field('displayName')} hint={t('model.displayNameHint')} spellCheck />
        <TextField {...field('displayTokenId')} />
      </div>
      {condition ? (
        <div className="grid gap-2">
          <h5 className="text-sm font-semibold">{t('condition.title')}</h5>
          <ConditionFields
            condition={condition}
            path={`${key}.traitCondition`}
            faults={faults}
            onChange={(next, mark) => put({ condition: next }, mark)}
            onRemove={() => put({ condition: undefined })}
          />
        </div>
      ) : (
        <div>
          <Button size="small" look="quiet" onClick={() => put({ condition: newJoint('all', [newLeaf()]) })}>
            {t('condition.begin')}
          </Button>
        </div>
      )}
    </div>
  )
}
