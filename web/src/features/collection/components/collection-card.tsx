import type { collection } from '@talad/proto/http/asset-indexer'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { formatBaht, formatCount } from '../../../lib/money.ts'
import { Picture } from '../../../ui/picture.tsx'

export type Collection = z.output<typeof collection>

/** A collection as a wide card: its picture, name and floor. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const { t, language } = useText()
  const name = inLanguage(collection.name, language)
  return (
    <Link
      to="/collection/$idOrSlug"
      params={{ idOrSlug: collection.slug }}
      className="group flex items-center gap-4 overflow-hidden rounded-lg bg-surface pr-5 shadow-card transition-shadow hover:shadow-lift"
    >
      <Picture src={collection.image} alt="" className="w-28 shrink-0 md:w-36" />
      <div className="min-w-0 py-3">
        <h3 className="text-lg leading-snug group-hover:text-leaf">{name}</h3>
        <p className="text-sm text-soft">
          {t('collection.summary', {
            items: formatCount(collection.items),
            listed: formatCount(collection.listed),
          })}
        </p>
        {collection.floor && (
          <p className="mt-1 text-sm">
            {t('collection.from')}{' '}
            <strong className="text-base tabular-nums">{formatBaht(collection.floor)}</strong>
          </p>
        )}
      </div>
    </Link>
  )
}
