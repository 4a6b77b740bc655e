import { zodResolver } from '@hookform/resolvers/zod'
import type { Asset } from '@talad/proto/http/asset-indexer'
import type { Order, OrderTerms } from '@talad/proto/http/order-book'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Stepper } from '@talad/ui/components/stepper'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { typedDecimal } from '@talad/ui/format/number-input'
import { readAmount } from '@talad/ui/format/whole-amount'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { type PriceFault, priceFault, rawOf, textOf } from '../price.ts'
import { Preview } from './preview.tsx'

export type ListingValues = {
  amount: string
  allowPartial: boolean
  totalRaw: string
  totalText: string
  duration: string
}

const durationTexts: Readonly<Record<string, LateKey>> = {
  '1.5m': 'duration.90s',
  '1h': 'duration.1h',
  '6h': 'duration.6h',
  '1d': 'duration.1d',
  '3d': 'duration.3d',
  '7d': 'duration.7d',
  '1m': 'duration.1m',
  '3m': 'duration.3m',
  '6m': 'duration.6m',
}

const faultTexts: Record<PriceFault, LateKey> = {
  number: 'list.priceNumber',
  low: 'list.priceLow',
  high: 'list.priceHigh',
}

/** What the form begins with: nothing, or the listing that gets another price. What was sold of it stays sold. */
function startingValues(terms: OrderTerms, present: Order | undefined) {
  const usual = { price: '', amount: '1', allowPartial: true, duration: terms.default_duration }
  if (!present) return usual
  const { raw } = present.basic.price
  const each = BigInt(raw) / BigInt(present.fill.total)
  return {
    ...usual,
    price: textOf(each, terms.point_token.decimals),
    amount: present.fill.left,
    allowPartial: present.partial,
  }
}

function useListingForm(terms: OrderTerms, present: Order | undefined, most: bigint) {
  const { t } = useLateText()
  const { decimals } = terms.point_token
  const schema = z
    .object({ price: z.string(), amount: z.string(), allowPartial: z.boolean(), duration: z.string() })
    .superRefine(({ price, amount: draft }, context) => {
      const amount = readAmount(draft, most)
      // the field itself says what is wrong with it
      if (typeof amount !== 'bigint') {
        context.addIssue({ code: 'custom', path: ['amount'], message: amount })
        return
      }
      const each = rawOf(price, decimals)
      const fault = priceFault(each === undefined ? undefined : each * amount, terms)
      if (!fault) return
      const limits = { min: formatBaht(terms.minimum_price), max: formatBaht(terms.maximum_price) }
      context.addIssue({ code: 'custom', path: ['price'], message: t(faultTexts[fault], limits) })
    })
  return useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: startingValues(terms, present),
  })
}

type Props = {
  asset: Asset
  terms: OrderTerms
  held: bigint
  present: Order | undefined
  onSubmit: (values: ListingValues) => void
}

/** Price, pieces and duration of a listing, with what the seller would get. */
export function ListingForm({ asset, terms, held, present, onSubmit }: Props) {
  const { t } = useLateText()
  const most = present ? BigInt(present.fill.left) : held
  const { register, control, handleSubmit, watch, formState } = useListingForm(terms, present, most)
  const { decimals, address: priceToken } = terms.point_token
  const isMany = asset.contract.type === 'erc1155'
  const [price, draft] = watch(['price', 'amount'])
  const read = readAmount(draft, most)
  const amount = typeof read === 'bigint' ? read : undefined
  const each = rawOf(price, decimals)
  const total = each === undefined || amount === undefined ? undefined : each * amount
  const isGood = total !== undefined && priceFault(total, terms) === undefined

  const send = handleSubmit((values) => {
    const raw = rawOf(values.price, decimals)
    const pieces = readAmount(values.amount, most)
    if (raw === undefined || typeof pieces !== 'bigint') return
    const totalRaw = raw * pieces
    onSubmit({
      amount: String(pieces),
      allowPartial: isMany && pieces > 1n && values.allowPartial,
      totalRaw: String(totalRaw),
      totalText: textOf(totalRaw, decimals),
      duration: values.duration,
    })
  })

  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-5" noValidate>
      {isMany && !present && (
        <Controller
          control={control}
          name="amount"
          render={({ field }) => (
            <Stepper
              label={t('list.amount', { amount: formatCount(String(held)) })}
              draft={field.value}
              maximum={most}
              overText={t('amount.overHeld', { amount: formatCount(String(most)) })}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="price"
        render={({ field, fieldState }) => (
          <TextField
            label={isMany ? t('list.priceEach') : t('list.price')}
            unit="฿"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            hint={t('list.priceHint', { min: formatBaht(terms.minimum_price) })}
            error={fieldState.error?.message}
            value={field.value}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(typedDecimal(event.target.value, decimals))}
          />
        )}
      />
      {isMany && !present && amount !== undefined && amount > 1n && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" {...register('allowPartial')} className="size-5 accent-leaf" />
          {t('list.allowPartial')}
        </label>
      )}
      <SelectField
        label={t('list.duration')}
        {...register('duration')}
        options={terms.durations.map(({ label }) => {
          const key = durationTexts[label]
          return { value: label, label: key ? t(key) : label }
        })}
      />
      <Preview
        contract={asset.contract}
        tokenId={asset.token.id}
        token={priceToken}
        price={isGood ? textOf(total, decimals) : undefined}
      />
      <Button type="submit" size="large" disabled={formState.isSubmitting}>
        {present ? t('reprice.submit') : t('list.submit')}
      </Button>
      <p className="text-center text-sm text-soft">{t('list.free')}</p>
    </form>
  )
}
