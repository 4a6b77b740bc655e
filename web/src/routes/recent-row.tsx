import { Section } from '@talad/ui/components/section'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assetsOfIdsQuery } from '../features/asset/api/assets.ts'
import { AssetSlide } from '../features/asset/components/asset-grid.tsx'
import { recentlySeen } from '../features/recent/recent.ts'
import { useText } from '../i18n/index.ts'

const SHOWN = 8

/** What the person looked at last in this browser; nothing when that is nothing. */
export default function RecentRow({ except }: { except?: string }) {
  const { t } = useText()
  const [ids] = useState(() => recentlySeen(except).slice(0, SHOWN))
  const { data: assets = [] } = useQuery(assetsOfIdsQuery(ids))
  if (assets.length === 0) return null
  return (
    <Section title={t('recent.title')} className="min-w-0">
      <AssetSlide assets={assets} />
    </Section>
  )
}
