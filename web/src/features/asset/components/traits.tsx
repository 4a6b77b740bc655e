import type { Asset } from '@talad/proto/http/asset-indexer'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { formatPercent } from '../../../lib/money.ts'

/** Traits with how many share them; each leads to the others of its kind. */
export function Traits({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {asset.metadata.attributes.map((trait) => (
        <li key={`${trait.trait_type}=${trait.value}`}>
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: asset.collection.slug }}
            search={{ tr: [{ key: trait.trait_type, value: trait.value }] }}
            className="block h-full rounded-md border border-line bg-surface px-3.5 py-2.5 transition-colors hover:border-leaf"
          >
            <span className="block truncate text-xs text-soft">{inLanguage(trait.trait_type, language)}</span>
            <span className="block text-sm leading-snug font-semibold">
              {inLanguage(trait.value, language)}
            </span>
            <span className="block text-xs text-leaf">
              {t('asset.traitShare', { percent: formatPercent(trait.percent) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
