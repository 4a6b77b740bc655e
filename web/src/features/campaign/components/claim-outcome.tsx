import { LONG_ACTION_MS, useLong } from '@talad/ui/browser/use-long'
import { CheckIcon } from '@talad/ui/components/icons'
import { Spinner } from '@talad/ui/components/spinner'
import { Notice } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import type { Reason, Trigger } from '../api/triggers.ts'
import type { Claim } from '../claiming.ts'
import { momentText } from '../moment.ts'

type Reward = Trigger['output']['rewards'][number]

type Props = {
  claim: Claim
  /** why the call itself was refused */
  error: Error | undefined
  /** what came of it the last time, before this page */
  latest: Trigger | undefined
  reward: (reward: Reward) => ReactNode
  refusals: (reasons: readonly Reason[]) => ReactNode
  /** leads to what was given */
  wallet: ReactNode
}

function Going() {
  const { t } = useCampaignText()
  const long = useLong(true, LONG_ACTION_MS)
  return (
    <Notice>
      <div role="status" className="grid gap-1">
        <p className="flex items-center gap-2.5 font-semibold">
          <Spinner className="size-4" /> {t('claim.going')}
        </p>
        <p>{t(long ? 'claim.goingLong' : 'claim.goingText')}</p>
      </div>
    </Notice>
  )
}

function Won({ trigger, reward, wallet }: { trigger: Trigger } & Pick<Props, 'reward' | 'wallet'>) {
  const { t } = useCampaignText()
  return (
    <div role="status" className="grid gap-3 rounded-lg bg-leaf-wash p-4">
      <p className="flex items-center gap-2.5 font-semibold text-leaf">
        <CheckIcon /> {t('claim.won')}
      </p>
      <ul className="grid gap-2">
        {trigger.output.rewards.map((one) => (
          <li key={one.holding_id}>{reward(one)}</li>
        ))}
      </ul>
      {wallet}
    </div>
  )
}

/** What became of a claim, in sentences with a next step (CA-33, CA-39); who pressed far below is brought to it. */
export function ClaimOutcome(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { claim, error } = props
  const isTold = claim.kind !== 'none' || error !== undefined
  useEffect(() => {
    if (isTold) place.current?.scrollIntoView({ block: 'center' })
  }, [isTold])
  return (
    <div ref={place} className="empty:hidden">
      <Told {...props} />
    </div>
  )
}

function Told({ claim, error, latest, reward, refusals, wallet }: Props) {
  const { t } = useCampaignText()
  if (claim.kind === 'sending' || claim.kind === 'pending') return <Going />
  if (claim.kind === 'won') return <Won trigger={claim.trigger} reward={reward} wallet={wallet} />
  if (claim.kind === 'refused') {
    const { status, output } = claim.trigger
    return (
      <Notice tone="bad">
        <div role="alert" className="grid gap-3">
          <p className="font-semibold">{t(status === 202 ? 'claim.gone' : 'claim.refused')}</p>
          {refusals(output.reasons)}
          <p>{t('claim.nothingSpent')}</p>
        </div>
      </Notice>
    )
  }
  if (claim.kind === 'fault') {
    const { retry_at: at } = claim.trigger.output
    return (
      <Notice>
        <p role="alert">{at ? t('claim.faultAt', { at: momentText(at, Date.now()) }) : t('claim.fault')}</p>
      </Notice>
    )
  }
  if (claim.kind === 'unheard') {
    return (
      <Notice>
        <p role="alert">{t('claim.unheard')}</p>
      </Notice>
    )
  }
  if (error) {
    return (
      <Notice tone="bad">
        <p role="alert">{messageOf(error)}</p>
      </Notice>
    )
  }
  if (latest?.status !== 400) return null
  const when = formatDayAndTime(latest.decided ?? latest.created)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3 text-sm">
      <div className="grid gap-1">
        <p>{t(latest.released === null ? 'claim.before' : 'claim.takenBack', { when })}</p>
        {latest.release_reason !== null && (
          <p className="wrap-anywhere">{t('claim.takenReason', { reason: latest.release_reason })}</p>
        )}
      </div>
      {latest.released === null && wallet}
    </div>
  )
}
