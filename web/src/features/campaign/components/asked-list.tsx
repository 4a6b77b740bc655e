import { inLanguage } from '@talad/proto/http/bilingual'
import type { ReactNode } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import type { Asked, Slot, Way } from '../asked.ts'
import { conditionWords, numbersOf } from '../conditions.ts'

/** Between what may be had instead of each other. */
function Or() {
  const { t } = useCampaignText()
  return (
    <p className="flex items-center gap-3 text-sm font-semibold text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('campaign.or')}
    </p>
  )
}

/** Which tokens of what is asked are meant: their numbers, and what their traits must be (CA-24 to CA-26). */
export function WayTerms({ way }: { way: Way }) {
  const { t, language } = useCampaignText()
  const numbers = numbersOf(way)
  const traits =
    way.traitCondition === undefined
      ? ''
      : conditionWords(way.traitCondition, language, ({ key, values }) => t(key, values))
  if (!numbers && traits === '') return null
  return (
    <span className="block text-sm break-words text-soft">
      {numbers && (
        <span className="block tabular-nums">
          {t(numbers.isMore ? 'campaign.numbersMore' : 'campaign.numbers', { numbers: numbers.text })}
        </span>
      )}
      {traits !== '' && <span className="block">{traits}</span>}
    </span>
  )
}

type Draw = {
  /** draws a way to fill a slot: what it is, with its picture */
  way: (way: Way) => ReactNode
  /** draws what is the case with a slot for who looks */
  standing?: (slot: Slot) => ReactNode
}

function SlotCard({ slot, way, standing }: Draw & { slot: Slot }) {
  const { t, language } = useCampaignText()
  const [first, ...others] = slot.ways
  const name = slot.ways.find(({ displayName }) => displayName)?.displayName
  return (
    <div className="grid gap-3 rounded-lg bg-surface p-4 shadow-card md:p-5">
      {name && <h3 className="text-base font-semibold break-words">{inLanguage(name, language)}</h3>}
      {others.length > 0 && <p className="text-sm text-soft">{t('campaign.oneOf')}</p>}
      {way(first)}
      {others.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ways have no other name, and keep their order
        <div key={at} className="grid gap-3">
          <Or />
          {way(one)}
        </div>
      ))}
      {standing?.(slot)}
    </div>
  )
}

/** All that a campaign asks for: each slot as a card, alternatives within a frame (CA-21). */
export function AskedList({ asked, ...draw }: Draw & { asked: readonly Asked[] }) {
  const { t } = useCampaignText()
  return (
    <ul className="grid gap-4 *:min-w-0">
      {asked.map((one) => (
        <li key={'slot' in one ? one.slot.id : `choice ${one.choice}`}>
          {'slot' in one ? (
            <SlotCard slot={one.slot} {...draw} />
          ) : (
            <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line p-3 md:p-4">
              <legend className="px-2 text-sm font-semibold">{t('campaign.either')}</legend>
              {one.alternatives.map((slots, at) => (
                <div key={slots[0]?.id} className="grid gap-3 *:min-w-0">
                  {at > 0 && <Or />}
                  {slots.map((slot) => (
                    <SlotCard key={slot.id} slot={slot} {...draw} />
                  ))}
                </div>
              ))}
            </fieldset>
          )}
        </li>
      ))}
    </ul>
  )
}
