import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../../../i18n/index.ts'
import { Moment } from '../../../../ui/moment.tsx'
import type { ExplainedSlot } from './api.ts'
import { lookTexts, tokenText } from './words.ts'

/** AW-8: each token that a slot is about, and the first thing in which it is otherwise: where, wanted, found. */
export function LookedTokens({ slots }: { slots: readonly ExplainedSlot[] }) {
  const { t } = useText()
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{t('look.title')}</h3>
      {slots.map(({ slot_id, tag, tokens, total, unchecked }) => (
        <div key={slot_id} className="grid gap-1">
          <h4 className="text-sm font-semibold wrap-anywhere">{tag}</h4>
          {total === 0 && <p className="text-sm text-soft">{t('look.none')}</p>}
          <ul className="divide-y divide-line">
            {tokens.map((token) => {
              const [tone, state] = lookTexts[token.state]
              const name = tokenText(token)
              return (
                <li key={name} className="grid gap-1 py-2 text-sm">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <span className="wrap-anywhere">{name}</span>
                    <Badge tone={tone}>{t(state)}</Badge>
                  </span>
                  {token.failure && <span className="wrap-anywhere">{t('look.failure', token.failure)}</span>}
                  {token.retry_at !== null && (
                    <span>
                      {t('trigger.retryAt')} <Moment at={token.retry_at} />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          {total > tokens.length && (
            <p className="text-sm text-soft">
              {t('look.more', { count: formatCount(total - tokens.length) })}
            </p>
          )}
          {unchecked && <p className="text-sm text-soft">{t('slot.unchecked')}</p>}
        </div>
      ))}
    </section>
  )
}
