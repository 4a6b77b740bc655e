import { newestVersion } from '@talad/proto/http/identity/consents'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePrivacyText } from '../../../i18n/privacy.ts'
import { shownTexts } from '../shown-texts.ts'

const link = 'inline-flex min-h-6 items-center font-semibold underline underline-offset-4 hover:text-leaf'

/** What somebody agrees to who goes on from here; which wording it was is noted once they are in. */
export function Agreement() {
  const { t } = usePrivacyText()
  useEffect(() => shownTexts.write({ terms: newestVersion('terms'), privacy: newestVersion('privacy') }), [])
  return (
    <p className="text-balance text-center text-sm text-soft">
      {t('privacy.byGoingOn')}{' '}
      <Link to="/about/$page" params={{ page: 'terms' }} className={link}>
        {t('privacy.terms')}
      </Link>{' '}
      {t('privacy.and')}{' '}
      <Link to="/about/$page" params={{ page: 'privacy' }} className={link}>
        {t('privacy.privacy')}
      </Link>
    </p>
  )
}
