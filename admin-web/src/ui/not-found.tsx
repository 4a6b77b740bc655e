import { buttonClass } from '@talad/ui/components/button'
import { Empty } from '@talad/ui/components/status'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/index.ts'

/** There is no such page, or nothing of this name. */
export function NotFound() {
  const { t } = useText()
  return (
    <div className="mx-auto max-w-xl px-4 py-10">
      <title>{t('error.notFound')}</title>
      <Empty isPage title={t('error.notFound')}>
        <Link to="/" className={buttonClass('quiet', 'small')}>
          {t('error.home')}
        </Link>
      </Empty>
    </div>
  )
}
