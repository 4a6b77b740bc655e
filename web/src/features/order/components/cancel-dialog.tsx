import type { Order } from '@talad/proto/http/order-book/orders'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice } from '@talad/ui/components/status'
import { formatBaht } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { unitPrice } from '../../../market/prices/order-price.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useCancelOrder } from '../api/orders.ts'

/** Asks before a listing is taken back. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLateText()
  const cancel = useCancelOrder()
  const run = () =>
    cancel.mutate(order._id, {
      onSuccess: () => {
        say(t('cancel.done'), 'success')
        onClose()
      },
    })
  return (
    <Dialog onClose={onClose} title={t('cancel.title')}>
      <p className="text-soft">{t('cancel.text', { price: formatBaht(unitPrice(order)) })}</p>
      {cancel.isError && (
        <div className="mt-4">
          <Notice tone="bad">{messageOf(cancel.error)}</Notice>
        </div>
      )}
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="quiet" onClick={onClose}>
          {t('cancel.keep')}
        </Button>
        <Button look="danger" busy={cancel.isPending} onClick={run}>
          {t('cancel.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
