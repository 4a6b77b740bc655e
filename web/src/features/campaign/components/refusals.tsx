import { formatCount } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import type { Reason } from '../api/triggers.ts'
import { momentText } from '../moment.ts'
import { refusalOf, type Step } from '../refusals.ts'

type Props = {
  reasons: readonly Reason[]
  /** what a slot or reward is called, by its tag */
  nameOf: (tag: string) => string
  /** the way to do something about it; nothing where the sentence says it all */
  next: (step: Step, tag: string | null) => ReactNode
}

/** All that is against a claim, each with what can be done about it (CA-39). */
export function Refusals({ reasons, nameOf, next }: Props) {
  const { t } = useCampaignText()
  return (
    <ul className="grid gap-3">
      {reasons.map((reason) => {
        const { code, tag, retry_at: at, used, limit } = reason
        const { key, step } = refusalOf(reason)
        const values = {
          name: tag === null ? '' : nameOf(tag),
          at: at === null ? '' : momentText(at, Date.now()),
          used: formatCount(used ?? 0),
          limit: formatCount(limit ?? 0),
        }
        const way = next(step, tag)
        return (
          <li key={`${code} ${tag ?? ''}`} className="grid justify-items-start gap-1.5">
            <p>{t(key, values)}</p>
            {way}
          </li>
        )
      })}
    </ul>
  )
}
