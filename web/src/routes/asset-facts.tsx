import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { ChevronIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Skeleton } from '@talad/ui/components/status'
import { type ReactNode, useState } from 'react'
import { Traits } from '../features/asset/components/traits.tsx'
import { useText } from '../i18n/index.ts'

const AssetChain = lazyPart(() => import('./asset-chain.tsx'))

/** What few look at, fetched when they do. */
function Details({ asset }: { asset: Asset }) {
  const { t } = useText()
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className="group rounded-lg border border-line px-5" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-14 list-none items-center justify-between font-semibold">
        {t('asset.details')}
        <ChevronIcon className="text-soft transition-transform group-open:rotate-180" />
      </summary>
      {wasOpened && (
        <Part fallback={<Skeleton className="mb-6 h-32" />}>
          <AssetChain asset={asset} />
        </Part>
      )}
    </details>
  )
}

/** The story of an asset, its traits, and what the chain says of it. */
export function AssetFacts({ asset, children }: { asset: Asset; children?: ReactNode }) {
  const { t, language } = useText()
  const { description } = asset.metadata
  return (
    <div className="grid gap-10">
      {description && (
        <Section title={t('asset.about')}>
          <p className="max-w-prose whitespace-pre-line">{inLanguage(description, language, '\n\n')}</p>
        </Section>
      )}
      {asset.metadata.attributes.length > 0 && (
        <Section title={t('asset.traits')}>
          <Traits asset={asset} />
        </Section>
      )}
      <div className="grid justify-items-start gap-3 *:first:w-full">
        <Details asset={asset} />
        {children}
      </div>
    </div>
  )
}
