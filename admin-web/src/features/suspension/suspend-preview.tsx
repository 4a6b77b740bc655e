import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import type { SuspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { Button } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Notice } from '@talad/ui/components/status'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { previewQuery, type Range, SUSPENSIONS, suspend } from './api.ts'
import { Tokens } from './range-text.tsx'
import { reasonTexts } from './reasons.ts'

const DAY_MS = 86_400_000
const days = { forever: undefined, day: 1, week: 7, month: 30 } as const
/** How long a suspension lasts. */
export type Lasts = keyof typeof days
export const lasting: readonly Lasts[] = ['forever', 'day', 'week', 'month']
export const lastingTexts = {
  forever: 'suspension.forever',
  day: 'suspension.day',
  week: 'suspension.week',
  month: 'suspension.month',
} as const

function endOf(lasts: Lasts): string | undefined {
  const after = days[lasts]
  return after && new Date(Date.now() + after * DAY_MS).toISOString()
}

type Wanted = { range: Range; lasts: Lasts; reason: SuspensionReason | undefined }

/** AW-7: what a range would hide, and the way to suspend it. */
export function SuspendPreview({ range, lasts, reason }: Wanted) {
  const { t } = useText()
  const { can } = usePermissions()
  const [confirming, setConfirming] = useState(false)
  return (
    <Loaded query={useQuery(previewQuery(range))}>
      {({ text, same, overlapping, assets, orders, purchases }) => (
        <section aria-label={t('suspension.preview')} className="grid gap-4">
          {assets.collection === null && <Notice tone="wait">{t('suspension.unknown')}</Notice>}
          <Facts>
            <Fact label={t('suspension.collection')}>{assets.collection?.name ?? '–'}</Fact>
            <Fact label={t('suspension.assets')}>
              {formatCount(assets.assets)}
              {assets.suspended > 0 &&
                ` (${t('suspension.already', { count: formatCount(assets.suspended) })})`}
            </Fact>
            <Fact label={t('suspension.orders')}>{formatCount(orders.orders)}</Fact>
            <Fact label={t('suspension.canceled')}>{formatCount(purchases.canceled)}</Fact>
            <Fact label={t('suspension.refunded')}>{formatCount(purchases.refunded)}</Fact>
            <Fact label={t('suspension.finishing')}>{formatCount(purchases.finishing)}</Fact>
          </Facts>
          <Samples>
            {assets.samples.map(({ asset_id, token_id, name, image }) => (
              <li key={asset_id} className="min-w-0 text-xs">
                <Picture src={image} alt="" className="rounded-sm" />
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{name || `#${token_id}`}</span>
              </li>
            ))}
          </Samples>
          {orders.samples.length > 0 && (
            <ul className="grid gap-1 text-sm tabular-nums">
              {orders.samples.map(({ hash, token_id, price, symbol }) => (
                <li key={hash} className="flex justify-between gap-3">
                  <span className="[overflow-wrap:anywhere]">#{token_id}</span>
                  <span className="shrink-0">{formatPrice({ value: price, symbol })}</span>
                </li>
              ))}
            </ul>
          )}
          {overlapping.length > 0 && (
            <div className="grid gap-1 text-sm">
              <h3 className="text-base">{t('suspension.overlapping')}</h3>
              {overlapping.map((one) => (
                <OpenLink key={one.suspension_id} id={one.suspension_id}>
                  <Tokens range={one.nft_range} />
                </OpenLink>
              ))}
            </div>
          )}
          {same?.status === 'suspended' ? (
            <Notice>
              <p>{t('suspension.same')}</p>
              <OpenLink id={same.suspension_id}>{t('suspension.openSame')}</OpenLink>
            </Notice>
          ) : (
            can('suspension.write') && (
              <div>
                <Button look="danger" size="small" onClick={() => setConfirming(true)}>
                  {t('suspension.suspend')}
                </Button>
              </div>
            )
          )}
          {confirming && (
            <Confirm
              range={range}
              text={text}
              lasts={lasts}
              reason={reason}
              onClose={() => setConfirming(false)}
            />
          )}
        </section>
      )}
    </Loaded>
  )
}

function Samples({ children }: { children: ReactNode[] }) {
  if (children.length === 0) return null
  return <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 xl:grid-cols-3">{children}</ul>
}

function OpenLink({ id, children }: { id: string; children: ReactNode }) {
  const { change } = useAddress()
  return (
    <button
      type="button"
      onClick={() => change({ id })}
      className="justify-self-start text-left text-sm font-semibold text-leaf underline"
    >
      {children}
    </button>
  )
}

/** AW-3 */
type ConfirmProps = Wanted & { text: string; onClose: () => void }

function Confirm({ range, text, lasts, reason, onClose }: ConfirmProps) {
  const { t } = useText()
  const { change } = useAddress()
  const key = useRef(crypto.randomUUID())
  const [until] = useState(() => endOf(lasts)) // the same for each try
  const [made, setMade] = useState<string>()
  return (
    <DecisionDialog
      title={t('suspension.suspend')}
      isDestructive
      word={t('word.suspend')}
      templates={['suspension.reason1', 'suspension.reason2', 'suspension.reason3']}
      reason={reasonOf(suspensionAdminHttp.suspend)}
      act={async (note) => {
        const { suspension_id } = await suspend({ range, until, reason, note, key: key.current })
        setMade(suspension_id)
      }}
      stale={[SUSPENSIONS]}
      target={made ?? text}
      onClose={() => {
        onClose()
        if (made !== undefined) change({ id: made })
      }}
    >
      <p className="font-mono text-sm [overflow-wrap:anywhere]">{text}</p>
      <p>{t('suspension.suspendText')}</p>
      <p>
        {t('suspension.told')}: {t(reason ? reasonTexts[reason] : 'suspension.told.none')}
      </p>
      {until !== undefined && (
        <p>
          {t('suspension.ends')} <Moment at={until} />
        </p>
      )}
    </DecisionDialog>
  )
}
