import type { collection } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { PriceTag } from '@talad/ui/components/price'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'

export type Collection = z.output<typeof collection>

/** A collection as a wide picture with its name, its size and the price it begins at. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const { t, language } = useText()
  const name = inLanguage(collection.name, language)
  return (
    <Link
      to="/collection/$idOrSlug"
      params={{ idOrSlug: collection.slug }}
      className="group relative block overflow-hidden rounded-lg bg-surface shadow-card transition-shadow hover:shadow-lift"
    >
      <Picture src={collection.image} alt="" className="aspect-[16/10]! *:group-hover:scale-[1.03]" />
      <div className="flex items-end justify-between gap-4 px-5 py-4 md:max-xl:grid md:max-xl:justify-stretch md:max-xl:gap-2 md:max-xl:px-4">
        <div className="min-w-0">
          <h3 className="title line-clamp-2 text-lg group-hover:text-leaf">{name}</h3>
          <p className="text-sm text-soft">
            {t('collection.summary', {
              items: formatCount(collection.items),
              listed: formatCount(collection.listed),
            })}
          </p>
        </div>
        {collection.floor && (
          <p className="shrink-0 text-right md:max-xl:text-left">
            <span className="block text-xs text-soft">{t('collection.from')}</span>
            <PriceTag text={formatBaht(collection.floor)} className="text-base" />
          </p>
        )}
      </div>
    </Link>
  )
}
