import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Preview } from './api.ts'

/** Each key as filters offer it. */
export function TraitEffect({ keys, none }: { keys: Preview['keys']; none: string }) {
  const { t } = useText()
  if (keys.length === 0) return <p className="text-sm text-soft">{none}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {keys.map(({ key, kind, values, min, max, dropped, star }) => (
        <li key={key} className="border-l-2 border-line pl-3">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {star && <span title={t('trait.star')}>★ </span>}
            {key}
          </p>
          <p className="text-soft tabular-nums">
            {kind === null && t('trait.out')}
            {kind === 'choice' && t('trait.choice', { count: formatCount(values) })}
            {kind === 'range' && t('trait.range', { from: String(min), to: String(max) })}
            {dropped > 0 && (
              <span className="text-chili"> · {t('trait.dropped', { count: formatCount(dropped) })}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const lines = (traits: Preview['assets'][number]['before']) =>
  traits.map(({ key, value }) => `${key}: ${value}`).join(' · ') || '–'

/** What becomes of real assets. */
export function TraitPreview({ preview }: { preview: Preview }) {
  const { t } = useText()
  return (
    <section aria-label={t('trait.preview')} className="grid gap-3 rounded-md bg-sunken/60 p-3">
      <p className="text-sm font-semibold">
        {t('trait.lookedAt', { count: formatCount(preview.looked_at) })}
      </p>
      <TraitEffect keys={preview.keys} none={t('trait.none')} />
      <ul className="grid gap-3 text-sm">
        {preview.assets.map(({ asset_id, token_id, name, before, after }) => (
          <li key={asset_id} className="grid gap-0.5 [overflow-wrap:anywhere]">
            <span className="font-semibold">{name || `#${token_id}`}</span>
            <span className="text-soft">{lines(before)}</span>
            <span>→ {lines(after)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
