import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePrivacyText } from '../../../i18n/privacy.ts'
import { useSite } from '../../../market/reads/site.ts'
import { shownTexts } from '../shown-texts.ts'
import { wordingOf } from '../wording.ts'

const link = 'inline-flex min-h-6 items-center font-semibold underline underline-offset-4 hover:text-leaf'

/** What somebody agrees to who goes on from here; which wording it was is noted once they are in. */
export function Agreement() {
  const { t, language } = usePrivacyText()
  const site = useSite()
  useEffect(
    () =>
      shownTexts.write({
        terms: wordingOf(site, 'terms', language),
        privacy: wordingOf(site, 'privacy', language),
      }),
    [site, language],
  )
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
