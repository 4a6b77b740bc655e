import { buttonClass } from '@talad/ui/components/button'
import { Empty } from '@talad/ui/components/status'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'

/** A page that isn't there (404). */
export function NotFound() {
  const { t } = useText()
  return (
    <div className="page py-16">
      <title>{t('notFound.title')}</title>
      <Empty isPage title={t('notFound.title')}>
        <p className="max-w-sm text-sm text-soft">{t('notFound.text')}</p>
        <Link to="/" className={buttonClass('primary', 'small')}>
          {t('common.home')}
        </Link>
      </Empty>
    </div>
  )
}
