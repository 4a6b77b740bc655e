import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { formatPercent } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { traitValue } from '../trait-value.ts'

/** A share as it is said: whole percents, and one decimal where that matters. */
function shortened(percent: number): number {
  return percent < 10 ? Math.max(0.1, Math.round(percent * 10) / 10) : Math.round(percent)
}

/** Traits with how many share them, the rarer the shorter the bar; each leads to the others of its kind. */
export function Traits({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  return (
    <ul className="grid gap-x-8 sm:max-md:grid-cols-2 xl:grid-cols-2">
      {asset.metadata.attributes.map((trait) => (
        <li key={`${trait.trait_type}=${trait.value}`}>
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: asset.collection.slug }}
            search={{ tr: [{ key: trait.trait_type, value: trait.value }] }}
            className="group grid h-full grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line py-3"
          >
            <span className="truncate text-sm text-soft">{inLanguage(trait.trait_type, language)}</span>
            <span className="text-sm text-soft tabular-nums">
              {t('asset.traitShare', { percent: formatPercent(shortened(trait.percent)) })}
            </span>
            <span className="font-semibold group-hover:text-leaf">{traitValue(trait, language)}</span>
            <span
              aria-hidden="true"
              className="h-1.5 w-24 self-center justify-self-end rounded-full bg-sunken"
            >
              <span
                className="block h-full min-w-1.5 rounded-full bg-leaf"
                style={{ width: `${Math.min(100, trait.percent)}%` }}
              />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
