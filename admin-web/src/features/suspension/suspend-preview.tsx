import { suspensionAdminHttp } from '@talad/proto/http/suspension-admin'
import { Button } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { previewQuery, type Range, SUSPENSIONS, suspend } from './api.ts'
import { Tokens } from './range-text.tsx'

/** AW-7: what a range would hide, and the way to suspend it. */
export function SuspendPreview({ range }: { range: Range }) {
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
                  <span className="shrink-0">
                    {price} {symbol}
                  </span>
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
          {confirming && <Confirm range={range} text={text} onClose={() => setConfirming(false)} />}
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
function Confirm({ range, text, onClose }: { range: Range; text: string; onClose: () => void }) {
  const { t } = useText()
  const { change } = useAddress()
  const key = useRef(crypto.randomUUID())
  const [made, setMade] = useState<string>()
  return (
    <DecisionDialog
      title={t('suspension.suspend')}
      word={t('word.suspend')}
      reason={reasonOf(suspensionAdminHttp.suspend)}
      act={async (note) => {
        const { suspension_id } = await suspend({ range, note, key: key.current })
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
    </DecisionDialog>
  )
}
