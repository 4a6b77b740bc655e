import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { Section } from '@talad/ui/components/section'
import EventList from '../features/activity/components/event-list.tsx'
import { Holders } from '../features/asset/components/holders.tsx'
import { useText } from '../i18n/index.ts'
import { useSite } from '../market/reads/site.ts'

/** Who holds an asset, and what happened with it. */
export default function AssetRecords({ asset, wallets }: { asset: Asset; wallets: readonly string[] }) {
  const { t } = useText()
  const { chain } = useSite()
  return (
    <div className="grid gap-12 *:min-w-0">
      {asset.contract.type === 'erc1155' && (
        <Section title={t('asset.holders')}>
          <Holders assetId={asset._id} mine={wallets} />
        </Section>
      )}
      <Section title={t('asset.activity')}>
        <EventList filter={{ asset: asset._id }} explorer={chain.explorer} />
      </Section>
    </div>
  )
}
