import { Button } from '@talad/ui/components/button'
import { useText } from '../../i18n/index.ts'
import { BulkPreview, Outcomes } from './outcomes.tsx'
import type { FlagQueue } from './use-flag-queue.ts'

/** What a suspension says where its moderator chose no words of their own. */
export const reasons = ['flag.reason1', 'flag.reason2', 'flag.reason3'] as const

const Key = ({ name }: { name: string }) => (
  <kbd className="rounded-sm border border-current/40 px-1.5 text-xs font-semibold">{name}</kbd>
)

/** The second key of a decision, for who uses none. */
export function DecisionBar({ queue }: { queue: FlagQueue }) {
  const { t } = useText()
  const { asked, targets, last, isBusy } = queue
  const count = targets.length
  return (
    <div className="sticky bottom-0 z-10 grid gap-2 rounded-md border border-line bg-surface p-3 shadow-card">
      <p className="text-sm font-semibold empty:hidden" role="status">
        {asked === undefined
          ? count > 0 && t('flag.chosen', { count: String(count) })
          : t(asked === 'ignore' ? 'flag.askIgnore' : 'flag.askSuspend', { count: String(count) })}
      </p>
      <Outcomes queue={queue} />
      {asked !== undefined && count > 1 && <BulkPreview queue={queue} />}
      <div className="flex flex-wrap items-center gap-2">
        {asked === undefined && count > 0 && (
          <>
            <Button size="small" busy={isBusy} onClick={() => queue.ask('ignore')}>
              {t('flag.ignore')} <Key name="I" />
            </Button>
            <Button size="small" look="danger" busy={isBusy} onClick={() => queue.ask('suspend')}>
              {t('flag.suspend')} <Key name="S" />
            </Button>
          </>
        )}
        {asked === undefined && last.length > 0 && (
          <Button size="small" look="quiet" busy={isBusy} onClick={() => void queue.undo()}>
            {t('flag.undo')} <Key name="U" />
          </Button>
        )}
        {asked === 'ignore' && (
          <Button
            size="small"
            busy={isBusy}
            onClick={() => void queue.decide({ review_disposition: 'ignore', notes: '' })}
          >
            {t('flag.confirmIgnore')} <Key name="Enter" />
          </Button>
        )}
        {asked === 'suspend' &&
          reasons.map((reason, index) => (
            <Button
              key={reason}
              size="small"
              look="danger"
              busy={isBusy}
              onClick={() =>
                void queue.decide({ review_disposition: 'suspend', scope: 'individual', notes: t(reason) })
              }
            >
              {t(reason)} <Key name={String(index + 1)} />
            </Button>
          ))}
        {asked !== undefined && (
          <Button size="small" look="quiet" onClick={queue.leave}>
            {t('decision.leave')} <Key name="Esc" />
          </Button>
        )}
      </div>
    </div>
  )
}
