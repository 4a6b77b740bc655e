import { type NftRangeShown, nftRange } from '@talad/proto/http/nft-range'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import type { z } from 'zod'
import { useText } from '../../i18n/index.ts'

/** A range as it is typed. */
export type TypedRange = {
  key: string
  blockchain: string
  contract: string
  from: string
  to: string
  abstract?: NonNullable<z.input<typeof nftRange>['abstract']>
}

export const newRange = (blockchain: string): TypedRange => ({
  key: crypto.randomUUID(),
  blockchain,
  contract: '',
  from: '',
  to: '',
})

export const typedRange = ({ abstract, ...range }: NftRangeShown): TypedRange => ({
  key: crypto.randomUUID(),
  blockchain: range.blockchain,
  contract: range.contract_address,
  from: range.token_from ?? '',
  to: range.token_to ?? '',
  ...(abstract && {
    abstract: {
      kind: abstract.kind,
      collection_id: abstract.collection_id,
      ...(abstract.item_id !== null && { item_id: abstract.item_id }),
    },
  }),
})

/** What was typed, checked by the contract (MO-1, MO-2). */
export const readTyped = ({ blockchain, contract, from, to, abstract }: TypedRange) =>
  nftRange.safeParse({
    blockchain: blockchain.trim(),
    contract_address: contract.trim(),
    ...(from.trim() !== '' && { token_from: from.trim() }),
    ...(to.trim() !== '' && { token_to: to.trim() }),
    ...(abstract && { abstract }),
  })

type Props = {
  range: TypedRange
  checked: boolean
  onChange: (next: TypedRange) => void
  onRemove?: () => void
}

/** One range; what is wrong is told once it was `checked`. */
export function RangeFields({ range, checked, onChange, onRemove }: Props) {
  const { t } = useText()
  const read = readTyped(range)
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path: [name] }) => name))
  const field = (name: 'blockchain' | 'contract' | 'from' | 'to', of: string) => ({
    value: range[name],
    autoComplete: 'off',
    spellCheck: false,
    error: checked && wrong.has(of) ? t(`suspension.wrong.${name}`) : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ ...range, [name]: event.target.value }),
  })
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3">
      <TextField label={t('suspension.blockchain')} {...field('blockchain', 'blockchain')} />
      <TextField
        label={t('suspension.contract')}
        placeholder="0x…"
        {...field('contract', 'contract_address')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t('suspension.from')} inputMode="numeric" {...field('from', 'token_from')} />
        <TextField label={t('suspension.to')} inputMode="numeric" {...field('to', 'token_to')} />
      </div>
      {onRemove && (
        <div>
          <Button look="quiet" size="small" onClick={onRemove}>
            {t('issuer.removeRange')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
