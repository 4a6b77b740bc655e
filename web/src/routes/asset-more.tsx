import type { Asset } from '@talad/proto/http/asset-indexer'
import { Section } from '@talad/ui/components/section'
import { useEffect } from 'react'
import AssetHistory from '../features/history/components/asset-history.tsx'
import { rememberSeen } from '../features/recent/recent.ts'
import { useText } from '../i18n/index.ts'
import RecentRow from './recent-row.tsx'

/** What comes last on the page of an asset: what it was sold for, and what the person looked at before it. */
export default function AssetMore({ asset }: { asset: Asset }) {
  const { t } = useText()
  const { _id: id } = asset
  useEffect(() => rememberSeen(id), [id])
  return (
    <div className="mt-14 grid gap-14">
      <Section title={t('history.title')} className="min-w-0">
        <AssetHistory assetId={id} />
      </Section>
      <RecentRow key={id} except={id} />
    </div>
  )
}
