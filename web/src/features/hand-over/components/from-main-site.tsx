import { Button } from '@talad/ui/components/button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { usePrivacyText } from '../../../i18n/privacy.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { fromQuery, goToMainSite } from '../api/hand-over.ts'

/** On another site than the main one: who is signed in there needs no other way in. */
export function FromMainSite() {
  const { t } = usePrivacyText()
  const from = useQuery(fromQuery).data?.site
  const go = useMutation({ mutationFn: goToMainSite })
  if (from === undefined || from === window.location.origin) return null
  return (
    <>
      <Button look="quiet" busy={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        {t('handOver.from', { site: new URL(from).host })}
      </Button>
      {go.error && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(go.error)}
        </p>
      )}
    </>
  )
}
