import { rememberPlace } from '@talad/ui/browser/return-place'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/index.ts'

const look = 'inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink'

/** The way to tell moderators of what is shown; who isn't signed in is asked to first (MO-17). */
export function ReportButton({ signedIn, onReport }: { signedIn: boolean; onReport: () => void }) {
  const { t } = useText()
  if (!signedIn)
    return (
      <Link to="/sign-in" onClick={rememberPlace} className={look}>
        {t('report.action')}
      </Link>
    )
  return (
    <button type="button" onClick={onReport} className={look}>
      {t('report.action')}
    </button>
  )
}
