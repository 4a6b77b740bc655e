import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { Hint } from '@talad/ui/components/hint'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AssetRow } from '../features/asset/components/asset-grid.tsx'
import AssetHistory from '../features/history/components/asset-history.tsx'
import { rememberSeen } from '../features/recent/recent.ts'
import { useLateText } from '../i18n/late.ts'
import RecentRow from './recent-row.tsx'

const UseThis = lazyPart(() => import('./use-this.tsx'))

const MORE = 6
const CHEAPEST = { sort: 'sp', direction: 'a' } as const

/** What comes last on the page of an asset: what it was sold for, more of its collection, and what the person looked at before it. */
export default function AssetMore({ asset }: { asset: Asset }) {
  const { t, language } = useLateText()
  const { _id: id } = asset
  const { blockchain, address } = asset.contract
  const { issuer } = asset.dynamic
  useEffect(() => rememberSeen(id), [id])
  return (
    <div className="mt-14 grid gap-14">
      <Part>
        <UseThis
          place={{ blockchain, contract: address, token: asset.token.id }}
          uses={asset.internal.utility_usage}
        />
      </Part>
      <Section title={t('history.title')} className="min-w-0">
        <AssetHistory assetId={id} />
        {issuer && (
          <p className="mt-4 flex flex-wrap items-center gap-x-2 text-sm text-soft">
            {t('asset.issuer')} <span className="font-semibold text-ink">{issuer.names[language]}</span>
            <Hint text={t('asset.issuerHint')} />
          </p>
        )}
        <nav className="mt-4 flex flex-wrap gap-x-6 text-sm text-leaf">
          <Link
            to="/declarations"
            search={{ bc: blockchain, ca: address, ti: asset.token.id }}
            className="inline-flex min-h-11 items-center hover:underline"
          >
            {t('asset.declared')}
          </Link>
          <Link
            to="/fees"
            search={{ of: asset.collection.slug }}
            className="inline-flex min-h-11 items-center hover:underline"
          >
            {t('footer.fees')}
          </Link>
        </nav>
      </Section>
      <Section
        title={t('asset.moreOf', { name: inLanguage(asset.collection.name, language) })}
        aside={
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: asset.collection.slug }}
            search={{}}
            className="shrink-0 font-semibold text-leaf hover:underline"
          >
            {t('home.seeAll')}
          </Link>
        }
        className="min-w-0"
      >
        <AssetRow
          filter={{ collection: asset.collection.id, ...CHEAPEST }}
          limit={MORE + 1}
          show={MORE}
          except={(assets) => assets.filter(({ _id }) => _id === id)}
        />
      </Section>
      <RecentRow key={id} except={id} />
    </div>
  )
}
