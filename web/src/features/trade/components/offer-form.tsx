import { zodResolver } from '@hookform/resolvers/zod'
import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Stepper } from '@talad/ui/components/stepper'
import { formatPrice } from '@talad/ui/format/money'
import { typedDecimal } from '@talad/ui/format/number-input'
import { readAmount } from '@talad/ui/format/whole-amount'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { useTradeText } from '../../../i18n/trade.ts'
import { recipientFault } from '../../../market/people/recipient.ts'
import { RecipientField } from '../../../market/people/recipient-field.tsx'
import { Preview } from '../../../market/prices/preview.tsx'
import { PriceHints } from '../../../market/prices/price-hints.tsx'
import { PriceRead } from '../../../market/prices/price-read.tsx'
import { currencyOptions, durationOptions, type PricedToken } from '../../../market/prices/price-tokens.ts'
import { type PriceFault, priceFault, rawOf, textOf } from '../../../market/prices/typed-price.ts'
import type { PutWish } from '../../../market/trading/put.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { ApprovalNotes, useShort } from './approvals.tsx'
import { WalletField } from './wallet-field.tsx'

const faultTexts: Record<PriceFault, LateKey> = {
  number: 'list.priceNumber',
  low: 'list.priceLow',
  high: 'list.priceHigh',
}

/** The tokens in which offers may be made (OB-20). */
export const offerTokens = ({ tokens }: Pick<OrderTerms, 'tokens'>) =>
  tokens.filter(({ minimum_offer }) => minimum_offer !== null)

const limitsOf = ({ minimum_offer, maximum, decimals }: PricedToken) => ({
  minimum: minimum_offer ?? '0',
  maximum,
  decimals,
})

function useOfferForm(terms: OrderTerms, first: PricedToken, tokenOf: (address: string) => PricedToken) {
  const { t } = useLateText()
  const most = BigInt(terms.maximum_offer_amount)
  const schema = z
    .object({ price: z.string(), amount: z.string(), duration: z.string(), token: z.string() })
    .superRefine(({ price, amount: draft, token: address }, context) => {
      const amount = readAmount(draft, most)
      if (typeof amount !== 'bigint') {
        context.addIssue({ code: 'custom', path: ['amount'], message: amount })
        return
      }
      const token = tokenOf(address)
      const each = rawOf(price, token.decimals)
      const limits = limitsOf(token)
      const fault = priceFault(each === undefined ? undefined : each * amount, limits)
      if (!fault) return
      const inToken = (value: string) => formatPrice({ value, symbol: token.symbol })
      const texts = { min: inToken(limits.minimum), max: inToken(limits.maximum) }
      context.addIssue({ code: 'custom', path: ['price'], message: t(faultTexts[fault], texts) })
    })
  return useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: {
      price: '',
      amount: '1',
      duration: terms.default_offer_duration,
      token: first.address,
    },
  })
}

type Props = {
  asset: Asset
  terms: OrderTerms
  /** the first of `offerTokens` */
  first: PricedToken
  wallets: readonly OwnWallet[]
  wallet: OwnWallet
  onWallet: (wallet: OwnWallet) => void
  onOffer: (wish: PutWish) => void
  onApprove: (wish: PutWish) => void
  onRevoke: Parameters<typeof ApprovalNotes>[0]['onRevoke']
}

/** Amount, price, currency and duration of an offer, with who would get what of it. */
export function OfferForm(props: Props) {
  const { asset, terms, first, wallets, wallet } = props
  const { t } = useLateText()
  const { t: trade } = useTradeText()
  const tokens = offerTokens(terms)
  const tokenOf = (address: string) => tokens.find((token) => token.address === address) ?? first
  const { register, control, handleSubmit, watch } = useOfferForm(terms, first, tokenOf)
  const [recipient, setRecipient] = useState(wallet.address)
  const [isAsked, setAsked] = useState(false)
  const [isExact, setExact] = useState(false)
  const chooseWallet = (next: OwnWallet) => {
    // what was to go to the wallet that acts goes to the one that acts now
    if (recipient === wallet.address) setRecipient(next.address)
    props.onWallet(next)
  }
  const isMany = asset.contract.type === 'erc1155'
  const most = BigInt(terms.maximum_offer_amount)
  const [price, draft, address] = watch(['price', 'amount', 'token'])
  const token = tokenOf(address)
  const { decimals, symbol } = token
  const read = readAmount(draft, most)
  const amount = typeof read === 'bigint' ? read : undefined
  const each = rawOf(price, decimals)
  const total = each === undefined || amount === undefined ? undefined : each * amount
  const isGood = total !== undefined && priceFault(total, limitsOf(token)) === undefined
  const from = { wallet: wallet.address, seaport: terms.seaport, collection: asset.contract.address }
  const short = useShort({ ...from, token: token.address }, isGood ? total : undefined)

  const send = (go: (wish: PutWish) => void) =>
    void handleSubmit(({ duration }) => {
      setAsked(true)
      if (total === undefined || amount === undefined || recipientFault(recipient)) return
      go({
        type: 'offer' as const,
        asset,
        token,
        isExact,
        duration,
        amount: String(amount),
        allowPartial: isMany && amount > 1n,
        totalRaw: String(total),
        totalText: textOf(total, decimals),
        recipient: recipient.trim().toLowerCase(),
      })
    })()

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send(props.onOffer)
      }}
      className="grid gap-5"
      noValidate
    >
      {isMany && (
        <Controller
          control={control}
          name="amount"
          render={({ field }) => (
            <Stepper
              label={trade('offer.amount')}
              draft={field.value}
              maximum={most}
              overText={trade('offer.tooMany')}
              ref={field.ref}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <SelectField label={t('list.currency')} {...register('token')} options={currencyOptions(tokens, t)} />
      <PriceHints asset={asset} />
      <Controller
        control={control}
        name="price"
        render={({ field, fieldState }) => (
          <TextField
            label={trade(isMany ? 'offer.priceEach' : 'offer.price')}
            unit={symbol}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            hint={t('list.priceHint', { min: formatPrice({ value: token.minimum_offer ?? '0', symbol }) })}
            error={fieldState.error?.message}
            ref={field.ref}
            value={field.value}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(typedDecimal(event.target.value, field.value, decimals))}
          />
        )}
      />
      {isGood && each !== undefined && (
        <PriceRead asset={asset} price={textOf(each, decimals)} symbol={symbol} />
      )}
      <SelectField
        label={trade('offer.duration')}
        {...register('duration')}
        options={durationOptions(terms.offer_durations, t)}
      />
      <WalletField wallets={wallets} wallet={wallet} onChange={chooseWallet} />
      <RecipientField
        wallets={wallets.map((one) => one.address)}
        value={recipient}
        isAsked={isAsked}
        onChange={setRecipient}
      />
      <Preview
        contract={asset.contract}
        tokenId={asset.token.id}
        token={token.address}
        type="offer"
        amount={String(amount ?? 1n)}
        price={isGood ? textOf(total, decimals) : undefined}
      />
      <ApprovalNotes
        wallet={wallet.address}
        seaport={terms.seaport}
        token={token}
        collection={asset.contract.address}
        gives="token"
        short={short}
        asked={total}
        isExact={isExact}
        onExact={setExact}
        onRevoke={props.onRevoke}
      />
      <Button type="submit" size="large" disabled={short > 0n}>
        {trade('offer.submit')}
      </Button>
      <Button look="plain" size="small" onClick={() => send(props.onApprove)}>
        {trade('approval.only')}
      </Button>
      <p className="text-sm text-soft">{trade('offer.text')}</p>
    </form>
  )
}
