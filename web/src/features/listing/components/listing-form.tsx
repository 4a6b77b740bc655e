import { zodResolver } from '@hookform/resolvers/zod'
import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order, OrderTerms } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Stepper } from '@talad/ui/components/stepper'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { typedDecimal } from '@talad/ui/format/number-input'
import { readAmount } from '@talad/ui/format/whole-amount'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { Preview } from '../../../market/prices/preview.tsx'
import { PriceHints } from '../../../market/prices/price-hints.tsx'
import { PriceRead } from '../../../market/prices/price-read.tsx'
import {
  currencyOptions,
  durationOptions,
  type PricedToken,
  pointsOf,
  tokenOf,
} from '../../../market/prices/price-tokens.ts'
import {
  type PriceFault,
  type PriceLimits,
  priceFault,
  rawOf,
  textOf,
} from '../../../market/prices/typed-price.ts'
import { FirstFee } from './first-fee.tsx'

export type ListingValues = {
  amount: string
  allowPartial: boolean
  totalRaw: string
  totalText: string
  duration: string
  token: PricedToken
}

const faultTexts: Record<PriceFault, LateKey> = {
  number: 'list.priceNumber',
  low: 'list.priceLow',
  high: 'list.priceHigh',
}

/** What the form begins with: nothing, or the listing that gets another price. What was sold of it stays sold. */
function startingValues(terms: OrderTerms, present: Order | undefined) {
  const points = pointsOf(terms)
  const usual = {
    price: '',
    amount: '1',
    allowPartial: true,
    duration: terms.default_duration,
    token: points.address,
  }
  if (!present) return usual
  const { raw } = present.basic.price
  const each = BigInt(raw) / BigInt(present.fill.total)
  return {
    ...usual,
    price: textOf(each, points.decimals),
    amount: present.fill.left,
    allowPartial: present.partial,
  }
}

const limitsOf = ({ minimum_list, maximum, decimals }: PricedToken): PriceLimits => ({
  minimum: minimum_list,
  maximum,
  decimals,
})

function useListingForm(terms: OrderTerms, present: Order | undefined, most: bigint) {
  const { t } = useLateText()
  const texts = { price: z.string(), amount: z.string(), duration: z.string(), token: z.string() }
  const schema = z
    .object({ ...texts, allowPartial: z.boolean() })
    .superRefine(({ price, amount: draft, token: address }, context) => {
      const token = tokenOf(terms, address)
      const amount = readAmount(draft, most)
      // the field itself says what is wrong with it
      if (typeof amount !== 'bigint') {
        context.addIssue({ code: 'custom', path: ['amount'], message: amount })
        return
      }
      const each = rawOf(price, token.decimals)
      const fault = priceFault(each === undefined ? undefined : each * amount, limitsOf(token))
      if (!fault) return
      const { symbol } = token
      const limits = {
        min: formatPrice({ value: token.minimum_list, symbol }),
        max: formatPrice({ value: token.maximum, symbol }),
      }
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
  /** the wallet that lists */
  seller: string
  onSubmit: (values: ListingValues) => void
}

/** Price, pieces and duration of a listing, with what the seller would get. */
export function ListingForm({ asset, terms, held, present, seller, onSubmit }: Props) {
  const { t } = useLateText()
  const most = present ? BigInt(present.fill.left) : held
  const { register, control, handleSubmit, watch, formState } = useListingForm(terms, present, most)
  const isMany = asset.contract.type === 'erc1155'
  const [price, draft, address] = watch(['price', 'amount', 'token'])
  const token = tokenOf(terms, address)
  const { decimals, symbol } = token
  const read = readAmount(draft, most)
  const amount = typeof read === 'bigint' ? read : undefined
  const each = rawOf(price, decimals)
  const total = each === undefined || amount === undefined ? undefined : each * amount
  const isGood = total !== undefined && priceFault(total, limitsOf(token)) === undefined

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
      token,
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
              ref={field.ref}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {!present && terms.tokens.length > 1 && (
        <SelectField
          label={t('list.currency')}
          hint={t(token.shipper ? 'list.bahtHint' : 'list.cryptoHint', { symbol })}
          {...register('token')}
          options={currencyOptions(terms.tokens, t)}
        />
      )}
      <PriceHints asset={asset} isOwn={present !== undefined && !isMany} />
      <Controller
        control={control}
        name="price"
        render={({ field, fieldState }) => (
          <TextField
            label={isMany ? t('list.priceEach') : t('list.price')}
            unit={token.shipper ? '฿' : symbol}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            hint={t('list.priceHint', { min: formatPrice({ value: token.minimum_list, symbol }) })}
            error={fieldState.error?.message}
            ref={field.ref}
            value={field.value}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(typedDecimal(event.target.value, field.value, decimals))}
          />
        )}
      />
      {isGood && each !== undefined && (
        <PriceRead
          asset={asset}
          price={textOf(each, decimals)}
          symbol={symbol}
          isOwn={present !== undefined && !isMany}
        />
      )}
      {isMany && !present && amount !== undefined && amount > 1n && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input type="checkbox" {...register('allowPartial')} className="size-5 accent-leaf" />
          {t('list.allowPartial')}
        </label>
      )}
      <SelectField
        label={t('list.duration')}
        {...register('duration')}
        options={durationOptions(terms.durations, t)}
      />
      <Preview
        contract={asset.contract}
        tokenId={asset.token.id}
        token={token.address}
        type="list"
        amount={String(amount ?? 1n)}
        price={isGood ? textOf(total, decimals) : undefined}
      />
      <FirstFee terms={terms} seller={seller} contract={asset.contract.address} />
      <Button type="submit" size="large" disabled={formState.isSubmitting}>
        {present ? t('reprice.submit') : t('list.submit')}
      </Button>
      <p className="text-center text-sm text-soft">{t('list.free')}</p>
    </form>
  )
}
