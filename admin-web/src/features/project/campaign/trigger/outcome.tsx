import { Badge } from '@talad/ui/components/status'
import { useText } from '../../../../i18n/index.ts'
import { Moment } from '../../../../ui/moment.tsx'
import type { Trigger } from './api.ts'
import { reasonSentence, slotSentence, slotTexts, statusTexts } from './words.ts'

export function TriggerBadge({ status, released }: Pick<Trigger, 'status' | 'released'>) {
  const { t } = useText()
  const [tone, key] = statusTexts[status]
  if (released !== null) return <Badge>{t('trigger.released')}</Badge>
  return <Badge tone={tone}>{t(key)}</Badge>
}

/** What came of a trigger: all that is against it, and how each slot stands. */
export function Outcome({ trigger }: { trigger: Trigger }) {
  const { t } = useText()
  const { reasons, slots, retry_at: retryAt } = trigger.output
  const [, , about] = statusTexts[trigger.status]
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-start gap-2">
        <TriggerBadge {...trigger} />
        <p className="text-sm">{t(about)}</p>
        {retryAt !== null && (
          <p className="text-sm">
            {t('trigger.retryAt')} <Moment at={retryAt} />
          </p>
        )}
      </div>
      {reasons.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-base">{t('trigger.reasons')}</h3>
          <ul className="grid gap-2">
            {reasons.map((reason) => {
              const { key, values } = reasonSentence(reason)
              return (
                <li
                  key={`${reason.code} ${reason.tag}`}
                  className="rounded-sm bg-chili-wash px-3 py-2 text-sm text-chili"
                >
                  <p>{t(key, values)}</p>
                  {reason.retry_at !== null && (
                    <p>
                      {t('trigger.retryAt')} <Moment at={reason.retry_at} />
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {slots.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-base">{t('trigger.slots')}</h3>
          <ul className="divide-y divide-line">
            {slots.map((slot) => {
              const { key, values } = slotSentence(slot)
              const [tone, state] = slotTexts[slot.state]
              return (
                <li key={slot.slot_id} className="grid gap-1 py-2 text-sm">
                  <span className="flex flex-wrap items-center justify-between gap-2">
                    <span className="font-semibold wrap-anywhere">{slot.tag}</span>
                    <Badge tone={slot.required ? tone : 'calm'}>{t(state)}</Badge>
                  </span>
                  <span className="wrap-anywhere">{t(key, values)}</span>
                  {!slot.required && <span className="text-soft">{t('slot.spare')}</span>}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </div>
  )
}
