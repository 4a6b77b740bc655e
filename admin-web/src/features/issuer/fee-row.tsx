import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { type AdminFee, type FeeSheet, MOST_FEES_PERCENT } from '@talad/proto/http/moderation/fees'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Badge } from '@talad/ui/components/status'
import { useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { enableFee, ISSUERS, removeFee, setFee, setIssuerFee } from './api.ts'
import { changeOf, isTooHigh, readPercent, sumWith } from './fee-sum.ts'

const kinds = { service: 'fee.service', royalty: 'fee.royalty', issuer: 'fee.issuer' } as const

/** OB-31: what a sale would pay with what is typed. */
export function FeeSum({ sum }: { sum: number }) {
  const { t } = useText()
  const isAbove = isTooHigh(sum)
  return (
    <div className="grid gap-1" aria-live="polite">
      <div aria-hidden className="h-2 overflow-hidden rounded-sm bg-line">
        <div
          className={`h-full ${isAbove ? 'bg-chili' : 'bg-leaf'}`}
          style={{ width: `${Math.min(100, (100 * sum) / MOST_FEES_PERCENT)}%` }}
        />
      </div>
      <p className={`text-sm tabular-nums ${isAbove ? 'text-chili' : 'text-soft'}`}>
        {t(isAbove ? 'fee.sumAbove' : 'fee.sum', { sum: String(sum), most: String(MOST_FEES_PERCENT) })}
      </p>
    </div>
  )
}

type What = 'set' | 'enable' | 'disable' | 'remove'
const titles: Record<What, TextKey> = {
  set: 'fee.save',
  enable: 'fee.enable',
  disable: 'fee.disable',
  remove: 'fee.remove',
}

/** One fee: how high it is, with the sum of all told while one types, and whether new orders have it. */
export function FeeRow({ sheet, fee }: { sheet: FeeSheet; fee: AdminFee }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [text, setText] = useState(String(fee.percent))
  const [deciding, setDeciding] = useState<What>()
  const percent = readPercent(text)
  const sum = sumWith(sheet, { fee, percent: percent ?? fee.percent })
  const isChanged = percent !== undefined && percent !== fee.percent
  return (
    <li className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {t(kinds[fee.type])}
          {fee.customer_id !== null && <span className="font-normal text-soft"> {fee.customer_id}</span>}
        </span>
        <Badge tone={fee.enabled ? 'good' : 'calm'}>{t(fee.enabled ? 'fee.on' : 'fee.off')}</Badge>
      </div>
      {can('fee.write') ? (
        <>
          <TextField
            label={t('fee.percent')}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={percent === undefined ? t('fee.percentWrong') : undefined}
          />
          {(isChanged || !fee.enabled) && <FeeSum sum={sum} />}
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              disabled={!isChanged || (fee.enabled && isTooHigh(sum))}
              onClick={() => setDeciding('set')}
            >
              {t('fee.save')}
            </Button>
            <Button
              look="quiet"
              size="small"
              disabled={isChanged || (!fee.enabled && isTooHigh(sum))}
              onClick={() => setDeciding(fee.enabled ? 'disable' : 'enable')}
            >
              {t(fee.enabled ? 'fee.disable' : 'fee.enable')}
            </Button>
            {fee.type === 'issuer' && (
              <Button look="quiet" size="small" onClick={() => setDeciding('remove')}>
                {t('fee.remove')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <p className="tabular-nums">{fee.percent}%</p>
      )}
      <RecordHistory target={fee.fee_id} />
      {deciding && (
        <Decision
          sheet={sheet}
          fee={fee}
          what={deciding}
          percent={percent ?? fee.percent}
          sum={sum}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </li>
  )
}

type About = { sheet: FeeSheet; fee: AdminFee; what: What; percent: number; sum: number }

/** What is decided about one fee, as the call that it is. */
function decide(
  { sheet, fee, what, percent }: About,
  decided: { note: string; key: string },
): Promise<unknown> {
  const { fee_id, type, issuer_id, collection_id, customer_id } = fee
  const { version, blockchain, contract_address: address } = sheet
  if (what === 'remove') return removeFee({ fee_id, version }, decided)
  if (type === 'issuer' && what !== 'set')
    return enableFee({ fee_id, enabled: what === 'enable', version }, decided)
  if (type === 'issuer') {
    const about = { issuer_id: issuer_id ?? '', collection_id: collection_id ?? '' }
    return setIssuerFee({ ...about, fee_percent: percent, version }, decided)
  }
  const disabled = what === 'set' ? !fee.enabled : what === 'disable'
  const contract = blockchain !== null && address !== null ? { blockchain, address } : undefined
  const payee = customer_id === null ? {} : { customer_id }
  return setFee({ type, percent, disabled, version, ...payee, ...(contract && { contract }) }, decided)
}

/** AW-3: what new sales pay is typed before it is so. */
function Decision({ onClose, ...about }: About & { onClose: () => void }) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  const { fee, what, percent, sum } = about
  const words = { enable: t('word.enable'), remove: t('word.remove') }
  return (
    <DecisionDialog
      title={t(titles[what])}
      isDestructive={what === 'disable' || what === 'remove'}
      {...((what === 'enable' || what === 'remove') && { word: words[what] })}
      reason={reasonOf(feeAdminHttp.setIssuerFee)}
      act={(note) => decide(about, { note, key: key.current })}
      stale={[ISSUERS]}
      target={fee.fee_id}
      onClose={onClose}
    >
      <p className="tabular-nums">
        {t(kinds[fee.type])} {changeOf(fee.percent, percent)}
      </p>
      {(what === 'enable' || what === 'set') && <FeeSum sum={sum} />}
      <p>{t('fee.newOrders')}</p>
    </DecisionDialog>
  )
}
