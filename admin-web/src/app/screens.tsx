import { reportError } from '@talad/ui/browser/error-reports'
import { PartMissing } from '@talad/ui/browser/part-missing'
import { LoadError } from '@talad/ui/components/load-error'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/refusal.ts'

export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useText()
  const router = useRouter()
  useEffect(() => reportError(error), [error])
  const again = () => {
    if (error instanceof PartMissing) error.forget()
    reset()
    void router.invalidate()
  }
  return (
    <div className="mx-auto max-w-xl py-10">
      <title>{t('error.title')}</title>
      <LoadError
        isPage
        message={error instanceof PartMissing ? t('part.missing') : messageOf(error)}
        retry={again}
      />
    </div>
  )
}
