import { Button } from '@talad/ui/components/button'
import { usePrivacyText } from '../../i18n/privacy.ts'
import { useSite } from '../../market/reads/site.ts'
import { decideTags, useTagConsent } from './consent.ts'

/** GW-36: what was chosen about the counting of visits; taken back as easily as it was given. */
export function TagsChoice() {
  const { t } = usePrivacyText()
  const { gtm_id } = useSite()
  const consent = useTagConsent()
  if (gtm_id === null) return null
  const may = consent !== undefined && consent !== 'no'
  return (
    <section className="mt-8 grid justify-items-start gap-3">
      <h2 className="text-lg">{t('tags.title')}</h2>
      <p role="status">{t(may ? 'tags.isOn' : 'tags.isOff')}</p>
      <Button look="quiet" size="small" onClick={() => decideTags(!may)}>
        {t(may ? 'tags.withdraw' : 'tags.allow')}
      </Button>
    </section>
  )
}
