import type { AdminTopup } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { messageOf } from '../../lib/refusal.ts'
import { askProvider, PURCHASES } from './api.ts'

/** SP-20: has the provider asked about a card payment that isn't completed, and says when it gives no answer. */
export function AskProvider({ topup: { _id, status } }: { topup: AdminTopup }) {
  const { t } = useText()
  const { can } = usePermissions()
  const ask = useMutation({
    mutationFn: () => askProvider(_id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PURCHASES] }),
  })
  if (status === 'completed' || !can('refund.write')) return null
  return (
    <div className="grid gap-2" aria-live="polite">
      <div>
        <Button size="small" look="quiet" busy={ask.isPending} onClick={() => ask.mutate()}>
          {t('topup.askNow')}
        </Button>
      </div>
      {ask.isError && <Notice tone="bad">{messageOf(ask.error)}</Notice>}
      {ask.data?.answered === true && <Notice>{t('topup.answered')}</Notice>}
      {ask.data?.answered === false && <Notice tone="bad">{t('topup.silent')}</Notice>}
    </div>
  )
}
