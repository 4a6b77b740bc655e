import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useWaysText } from '../../../i18n/ways.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { migrate } from '../api/ways.ts'

type Props = { mergeId: string; onMoved: () => void; onBack: () => void; onClose: () => void }

/** ID-33: only the way in that was proved comes here: what the other account loses by it, then the agreement. */
export function MoveWay({ mergeId, onMoved, onBack, onClose }: Props) {
  const { t } = useWaysText()
  const move = useMutation({ mutationFn: () => migrate(mergeId), onSuccess: onMoved })
  return (
    <Dialog title={t('move.title')} onClose={onClose}>
      <div className="grid gap-4">
        {move.isError && (
          <Notice tone="bad">
            <p role="alert">{messageOf(move.error)}</p>
          </Notice>
        )}
        <ul className="grid list-disc gap-2 ps-5 text-sm">
          {(['move.comes', 'move.wallet', 'move.stays', 'move.ended'] as const).map((line) => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" onClick={onBack}>
            {t('move.back')}
          </Button>
          <Button busy={move.isPending} onClick={() => move.mutate()}>
            {t('move.confirm')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
