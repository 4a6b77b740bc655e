import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { formatBaht } from '@talad/ui/format/money'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { KnownCustomer, useUnknownCustomer } from '../../ui/known-customer.tsx'
import { ORDERS, putDeal } from './api.ts'
import { readDeal, type SignedDeal } from './signed-deal.ts'

type Deal = { customer: string; counterparty: string; deal: SignedDeal }

/** OB-7: puts what a seller has signed for one buyer alone. */
export function NewDeal() {
  const { t } = useText()
  const id = useId()
  const [seller, setSeller] = useState('')
  const [buyer, setBuyer] = useState('')
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [asked, setAsked] = useState<Deal>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const deal = readDeal(text)
    setWrong('wrong' in deal ? deal.wrong : undefined)
    if (!('wrong' in deal)) setAsked({ customer: seller.trim(), counterparty: buyer.trim(), deal })
  }
  const customer = { autoComplete: 'off', spellCheck: false, required: true, maxLength: 100 } as const
  return (
    <>
      <form onSubmit={submit} className="grid gap-4">
        <h2 className="text-lg">{t('deal.new')}</h2>
        <p className="text-sm text-soft">{t('deal.text')}</p>
        <TextField
          {...customer}
          label={t('deal.seller')}
          value={seller}
          onChange={({ target }) => setSeller(target.value)}
        />
        <TextField
          {...customer}
          label={t('deal.buyer')}
          value={buyer}
          onChange={({ target }) => setBuyer(target.value)}
        />
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            {t('deal.signed')}
          </label>
          <textarea
            id={id}
            value={text}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => {
              setText(target.value)
              setWrong(undefined)
            }}
            className="w-full rounded-md border border-line bg-surface p-4 font-mono text-sm focus-visible:border-leaf aria-invalid:border-chili"
          />
          <p id={`${id}-note`} className={`text-sm ${wrong === undefined ? 'text-soft' : 'text-chili'}`}>
            {wrong === undefined && t('deal.signedHint')}
            {wrong === '' && t('deal.notJson')}
            {wrong && t('deal.wrong', { field: wrong })}
          </p>
        </div>
        <div>
          <Button type="submit" size="small">
            {t('deal.new')}
          </Button>
        </div>
      </form>
      {asked && <Confirm {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Confirm({ onClose, ...about }: Deal & { onClose: () => void }) {
  const { t } = useText()
  const { change } = useAddress()
  const { customer, counterparty, deal } = about
  const key = useRef(crypto.randomUUID())
  const isSellerUnknown = useUnknownCustomer(customer)
  const isBuyerUnknown = useUnknownCustomer(counterparty)
  return (
    <DecisionDialog
      title={t('deal.new')}
      reason={reasonOf(orderAdminHttp.putDeal)}
      act={(note) => putDeal({ ...about, note }, key.current)}
      stale={[ORDERS]}
      target={deal.order.hash}
      isBlocked={isSellerUnknown || isBuyerUnknown}
      onClose={(isDone) => {
        onClose()
        if (isDone) change({ id: deal.order.hash })
      }}
    >
      <Facts>
        <Fact label={t('deal.seller')}>
          {customer}
          <KnownCustomer id={customer} />
        </Fact>
        <Fact label={t('deal.buyer')}>
          {counterparty}
          <KnownCustomer id={counterparty} />
        </Fact>
        <Fact label={t('suspension.contract')}>
          <Ident value={deal.asset.contract.address} short /> · {deal.asset.token.id}
        </Fact>
        <Fact label={t('order.price')}>{formatBaht(deal.price.text)}</Fact>
      </Facts>
    </DecisionDialog>
  )
}
