import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Ident } from '../../ui/ident.tsx'
import { endedQuery, flaggedCollectionQuery, flaggedVirtualQuery, openOrdersQuery } from './api.ts'

/** AW-6: what a suspension would end, of the asset and of its whole collection. */
export function Effect({ asset }: Pick<FlagCase, 'asset'>) {
  const { t } = useText()
  const { can } = usePermissions()
  const { data: orders } = useQuery(openOrdersQuery(asset))
  const all = useQuery(flaggedCollectionQuery(asset.collection_id))
  const virtual = useQuery(flaggedVirtualQuery(asset))
  return (
    <section className="grid gap-1 rounded-md bg-sunken p-4 text-sm">
      <h3 className="text-base">{t('flag.effect')}</h3>
      {orders && <p>{t('flag.effectOne', { count: formatCount(orders.total ?? orders.list.length) })}</p>}
      {can('suspension.read') && <Ended asset={asset} />}
      {virtual.data && (
        <p>
          {t('flag.effectVirtual', {
            items: formatCount(String(virtual.data.items)),
            listed: formatCount(String(virtual.data.listed)),
          })}
        </p>
      )}
      {all.data && !asset.abstract && (
        <p>
          {t('flag.effectAll', {
            items: formatCount(String(all.data.items)),
            listed: formatCount(String(all.data.listed)),
            owners: formatCount(String(all.data.owners)),
          })}
        </p>
      )}
      {can('suspension.read') && can('suspension.write') && <Ended asset={asset} whole />}
    </section>
  )
}

/** Purchases under way. */
function Ended({ asset, whole = false }: Pick<FlagCase, 'asset'> & { whole?: boolean }) {
  const { t } = useText()
  const { data } = useQuery(endedQuery(asset, whole))
  if (!data) return null
  const { canceled, refunded, finishing } = data
  const values = { canceled, refunded, finishing }
  return <p>{t(whole ? 'flag.purchasesAll' : 'flag.purchases', values)}</p>
}

/** AW-6: the open orders of the asset. */
export function OpenOrders({ asset }: Pick<FlagCase, 'asset'>) {
  const { t } = useText()
  const { data } = useQuery(openOrdersQuery(asset))
  if (!data) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">
        {t('flag.orders')} ({data.total ?? data.list.length})
      </h3>
      {data.list.length === 0 && <p className="text-sm text-soft">{t('flag.noOrders')}</p>}
      <ul className="divide-y divide-line text-sm">
        {data.list.map(({ hash, type, basic: { price }, offerer }) => (
          <li key={hash} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1.5">
            <span>
              {t(type === 'offer' ? 'flag.offer' : 'flag.listing')}{' '}
              <strong className="tabular-nums">
                {formatPrice({ value: price.value, symbol: price.token.symbol })}
              </strong>
            </span>
            <Ident value={offerer} short />
          </li>
        ))}
      </ul>
    </section>
  )
}
