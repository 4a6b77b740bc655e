import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { type Reach, reachPage } from './api.ts'
import { kindOf, summed } from './reach-sum.ts'

/** How many accounts have what is asked for: by slot and of all of them, never 0 for what isn't known. */
export function ReachPanel({ campaignId }: { campaignId: string }) {
  const { t } = useText()
  const [found, setFound] = useState<Reach>()
  const counting = useMutation({
    mutationFn: async () => {
      let sum: Reach | undefined
      do {
        sum = summed(sum, await reachPage(campaignId, sum?.nextCursor ?? undefined))
        setFound(sum)
      } while (sum.nextCursor !== null)
    },
  })
  const isLast = found?.nextCursor === null
  const said = (one: Reach['union']) => {
    const kind = kindOf(one, isLast)
    if (kind === 'unknown') return t('campaign.reachUnknown')
    const count = formatCount(one.accounts ?? 0)
    return kind === 'exact' ? count : t('campaign.reachAtLeast', { count })
  }
  return (
    <section className="grid max-w-2xl gap-3 rounded-lg border border-line p-4">
      <h3 className="text-base">{t('campaign.reach')}</h3>
      <p className="text-sm text-soft">{t('campaign.reachText')}</p>
      {found && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
          {found.slots.map((slot) => (
            <Line key={slot.slotId} name={slot.tag} value={said(slot)} />
          ))}
          {found.slots.length > 1 && <Line name={t('campaign.reachUnion')} value={said(found.union)} />}
        </dl>
      )}
      {found && found.progress.total > 0 && (
        <p role="status" className="text-sm text-soft">
          {t('campaign.reachProgress', {
            seen: formatCount(found.progress.seen),
            total: formatCount(found.progress.total),
          })}
        </p>
      )}
      {counting.error && <Notice tone="bad">{messageOf(counting.error)}</Notice>}
      <div>
        <Button size="small" look="quiet" busy={counting.isPending} onClick={() => counting.mutate()}>
          {t('campaign.reachCount')}
        </Button>
      </div>
    </section>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="wrap-anywhere">{name}</dt>
      <dd className="text-right font-semibold tabular-nums">{value}</dd>
    </>
  )
}
