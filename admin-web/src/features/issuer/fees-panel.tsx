import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { contractPlace, type FeeSheet } from '@talad/proto/http/moderation/fees'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useSite } from '../../lib/site.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { KnownCustomer, useUnknownCustomer } from '../../ui/known-customer.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ISSUERS, type Place, setFee, sheetQuery } from './api.ts'
import { FeeSum } from './fee-row.tsx'
import { isTooHigh, readPercent, sumWith } from './fee-sum.ts'
import { Sheet } from './sheet.tsx'

/** MO-35: the general service fee, and the service fee and royalties of one contract. */
export function FeesPanel({ contract = '' }: { contract?: string }) {
  const { t } = useText()
  const blockchain = useSite()?.chain.slug ?? ''
  const [address, setAddress] = useState(contract)
  const place = contractPlace.safeParse({ blockchain, address: address.trim() }).data
  const isWrong = address.trim() !== '' && !place
  return (
    <div className="grid gap-5">
      <h2 className="text-lg">{t('fee.configs')}</h2>
      <TextField
        label={t('suspension.contractFilter')}
        hint={t('fee.contractHint')}
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        value={address}
        error={isWrong ? t('suspension.wrong.contract') : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      {!isWrong && <SheetOf key={place?.address} place={place} />}
    </div>
  )
}

function SheetOf({ place }: { place: Place | undefined }) {
  const { can } = usePermissions()
  return (
    <Loaded query={useQuery(sheetQuery(place))}>
      {(sheet) => (
        <div className="grid gap-5">
          <Sheet sheet={sheet} />
          {can('fee.write') && <NewFee key={sheet.version} sheet={sheet} place={place} />}
        </div>
      )}
    </Loaded>
  )
}

/** A service fee where there is none yet, or one more royalty. */
function NewFee({ sheet, place }: { sheet: FeeSheet; place: Place | undefined }) {
  const { t } = useText()
  const [payee, setPayee] = useState('')
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const isUnknown = useUnknownCustomer(isConfirming ? payee.trim() : '')
  const key = useRef(crypto.randomUUID())
  const hasService = sheet.fees.some(({ type }) => type === 'service')
  const percent = readPercent(text)
  const customer = payee.trim()
  const type = customer === '' ? 'service' : 'royalty'
  const isPayeeWrong = customer === '' ? hasService : !/^join-.+/.test(customer)
  if (hasService && !place) return null
  const sum = sumWith(sheet, { fee: { fee_id: '', type }, percent: percent ?? 0 })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (percent !== undefined && !isPayeeWrong && !isTooHigh(sum)) setConfirming(true)
  }
  const set = (note: string) =>
    setFee(
      {
        type,
        percent: percent ?? 0,
        disabled: false,
        version: sheet.version,
        ...(place && { contract: place }),
        ...(customer !== '' && { customer_id: customer }),
      },
      { note, key: key.current },
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-base">{t('fee.new')}</h3>
      {place && (
        <TextField
          label={t('fee.payee')}
          hint={hasService ? undefined : t('fee.payeeHint')}
          autoComplete="off"
          spellCheck={false}
          value={payee}
          error={checked && isPayeeWrong ? t('issuer.wrong.payee') : undefined}
          onChange={(event) => setPayee(event.target.value)}
        />
      )}
      <TextField
        label={t('fee.percent')}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={checked && percent === undefined ? t('fee.percentWrong') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {percent !== undefined && <FeeSum sum={sum} />}
      <div>
        <Button type="submit" size="small" disabled={isTooHigh(sum)}>
          {t('fee.enable')}
        </Button>
      </div>
      {isConfirming && (
        <DecisionDialog
          title={t('fee.enable')}
          word={t('word.enable')}
          reason={reasonOf(feeAdminHttp.setFee)}
          act={set}
          isBlocked={customer !== '' && isUnknown}
          stale={[ISSUERS]}
          target={place?.address ?? 'general'}
          onClose={() => setConfirming(false)}
        >
          {customer !== '' && <KnownCustomer id={customer} />}
          <FeeSum sum={sum} />
          <p>{t('fee.newOrders')}</p>
        </DecisionDialog>
      )}
    </form>
  )
}
