import type { FlagCase } from '@talad/proto/http/flagging-admin'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { flaggedAssetQuery, flaggedCollectionQuery } from './api.ts'

/** AW-6: what a suspension would end, of the asset and of its whole collection. */
export function Effect({ asset }: Pick<FlagCase, 'asset'>) {
  const { t } = useText()
  const one = useQuery(flaggedAssetQuery(asset._id))
  const all = useQuery(flaggedCollectionQuery(asset.collection_id))
  const orders = one.data?.internal.orders
  return (
    <section className="grid gap-1 rounded-md bg-sunken p-4 text-sm">
      <h3 className="text-base">{t('flag.effect')}</h3>
      {orders && (
        <p>{t('flag.effectOne', { count: formatCount(String(orders.listings + orders.offers)) })}</p>
      )}
      {all.data && (
        <p>
          {t('flag.effectAll', {
            items: formatCount(String(all.data.items)),
            listed: formatCount(String(all.data.listed)),
            owners: formatCount(String(all.data.owners)),
          })}
        </p>
      )}
    </section>
  )
}
