import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { Section } from '@talad/ui/components/section'
import EventList from '../features/activity/components/event-list.tsx'
import { Holders } from '../features/asset/components/holders.tsx'
import { OrderHistory } from '../features/order/components/order-history.tsx'
import { useLateText } from '../i18n/late.ts'
import { useOwnText } from '../i18n/own.ts'
import { useSite } from '../market/reads/site.ts'

/** Who holds an asset, and what happened with it. */
export default function AssetRecords({ asset, wallets }: { asset: Asset; wallets: readonly string[] }) {
  const { t: word } = useLateText()
  const { t } = useOwnText()
  const { chain } = useSite()
  const { contract, token } = asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  return (
    <div className="grid gap-12 *:min-w-0">
      {asset.contract.type === 'erc1155' && (
        <Section title={word('asset.holders')}>
          <Holders assetId={asset._id} mine={wallets} />
        </Section>
      )}
      <Section title={word('asset.activity')}>
        <EventList filter={{ asset: asset._id }} explorer={chain.explorer} />
      </Section>
      <Section title={t('order.history')}>
        <OrderHistory place={place} wallets={wallets} />
      </Section>
    </div>
  )
}
