import { ResponseError } from '@talad/proto/http/client'
import { buttonClass } from '@talad/ui/components/button'
import { LoadError as Base } from '@talad/ui/components/load-error'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { messageOf } from './rejection-texts.ts'

/** Whether there is nothing to try again: it isn't there, or isn't shown. */
function isGone(error: unknown): boolean {
  return error instanceof ResponseError && (error.status === 404 || error.status === 403)
}

/** A part of a screen that could not be read, with a way to try again; what is gone leads back to the market. */
export function LoadError({ error, retry, isPage }: { error: unknown; retry: () => void; isPage?: boolean }) {
  const { t } = useText()
  const instead = isGone(error) ? (
    <Link to="/" className={buttonClass('quiet', 'small')}>
      {t('common.browse')}
    </Link>
  ) : undefined
  return <Base message={messageOf(error)} retry={retry} instead={instead} isPage={isPage} />
}
