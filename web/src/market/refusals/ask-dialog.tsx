import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice } from '@talad/ui/components/status'
import { useOwnText } from '../../i18n/own.ts'
import { messageOf } from './rejection-texts.ts'

type Props = {
  title: string
  text: string
  confirm: string
  busy: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is taken back or deleted. */
export function AskDialog({ title, text, confirm, busy, error, onConfirm, onClose }: Props) {
  const { t } = useOwnText()
  return (
    <Dialog onClose={onClose} title={title}>
      <p className="text-soft">{text}</p>
      {error && (
        <div className="mt-4">
          <Notice tone="bad">
            <p role="alert">{messageOf(error)}</p>
          </Notice>
        </div>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onClose}>
          {t('own.keep')}
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
