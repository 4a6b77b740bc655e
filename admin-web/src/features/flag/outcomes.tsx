import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQueries } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { happened } from '../../lib/happened.ts'
import { textOfCode } from '../../lib/refusal.ts'
import { Moment } from '../../ui/moment.tsx'
import { openOrdersQuery } from './api.ts'
import { nameOf } from './columns.tsx'
import type { FlagQueue, Outcome } from './use-flag-queue.ts'

/** MO-19: what several decisions at once would do, before they are made. */
export function BulkPreview({ queue }: { queue: FlagQueue }) {
  const { t } = useText()
  const { asked, targets } = queue
  const orders = useQueries({
    queries: targets.map(({ asset }) => ({ ...openOrdersQuery(asset), enabled: asked === 'suspend' })),
    combine: (found) => {
      const open = found.flatMap(({ data }) => (data ? [data.total ?? data.list.length] : []))
      return open.length === found.length ? open.reduce((sum, one) => sum + one, 0) : undefined
    },
  })
  const others = targets.filter(({ claim }) => claim && !claim.is_me)
  return (
    <div className="grid gap-1 text-sm">
      <p className="line-clamp-3 text-soft wrap-anywhere">{targets.map(nameOf).join(' · ')}</p>
      {asked === 'suspend' && orders !== undefined && (
        <p>{t('flag.effectMany', { count: formatCount(orders) })}</p>
      )}
      {others.length > 0 && (
        <p className="text-chili">{t('flag.claimedMany', { count: String(others.length) })}</p>
      )}
    </div>
  )
}

/** MO-19: what came of each of several decisions; AW-4: of one that somebody else was faster with, who and when. */
export function Outcomes({ queue }: { queue: FlagQueue }) {
  const { t } = useText()
  const { outcomes } = queue
  const refused = outcomes.filter(({ code }) => code !== null)
  if (outcomes.length === 0) return null
  return (
    <div role={refused.length > 0 ? 'alert' : 'status'}>
      <Notice tone={refused.length > 0 ? 'bad' : 'good'}>
        <div className="flex items-start justify-between gap-3">
          <ul className="grid max-h-40 min-w-0 gap-1 overflow-y-auto">
            {outcomes.map((one) => (
              <li key={one.id} className="wrap-anywhere">
                <Line outcome={one} />
              </li>
            ))}
          </ul>
          <Button look="plain" size="small" onClick={queue.forget}>
            {t('common.close')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function Line({ outcome: { name, code, conflict } }: { outcome: Outcome }) {
  const { t } = useText()
  const done = happened(conflict?.what)
  if (code === null) return `✓ ${name}`
  return (
    <>
      ✗ <strong>{name}</strong>: {textOfCode(code) ?? code}
      {done && ` · ${t(done)}`}
      {conflict?.by !== undefined && ` · ${t('decision.conflictBy', { by: conflict.by })}`}
      {conflict?.at !== undefined && (
        <>
          {' · '}
          <Moment at={conflict.at} />
        </>
      )}
    </>
  )
}
