import type { AbstractPart } from '@talad/proto/http/asset-indexer/abstract-rule'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { AbstractSeen } from './api.ts'

/** The server counts no further. */
const COUNTED = 1_000

type Stands = AbstractSeen['assets'][number]['before']
const wordsOf = (stands: Stands) =>
  stands ? [stands.kind, stands.collection_id, stands.item_id, stands.token_id].join(' / ') : '–'

/** What real assets stand for now, and would. */
export function AbstractPreview({ preview, parts }: { preview: AbstractSeen; parts: AbstractPart[] }) {
  const { t } = useText()
  const countOf = (assets: number) => `${formatCount(assets)}${assets >= COUNTED ? '+' : ''}`
  return (
    <section aria-label={t('abstract.preview')} className="grid gap-3 rounded-md bg-sunken/60 p-3 text-sm">
      <ul className="grid gap-1">
        {preview.parts.map(({ assets }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told in their order
          <li key={index} className="[overflow-wrap:anywhere]">
            {t('abstract.covers', {
              part: parts[index]?.collection_id ?? '',
              count: countOf(assets),
            })}
          </li>
        ))}
      </ul>
      <ul className="grid gap-2">
        {preview.assets.map(({ asset_id, token_id, name, before, after }) => (
          <li key={asset_id} className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
            <p className="font-semibold">{name || `#${token_id}`}</p>
            <p className="text-soft">
              {wordsOf(before)} → {wordsOf(after)}
            </p>
          </li>
        ))}
      </ul>
      {preview.assets.length === 0 && <p className="text-soft">{t('abstract.none')}</p>}
    </section>
  )
}
