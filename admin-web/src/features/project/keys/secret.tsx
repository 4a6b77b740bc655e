import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { Notice } from '@talad/ui/components/status'
import { useId, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'

/** AW-9: the secret of a new key, this once: we keep only a hash of it. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useText()
  const id = useId()
  const [isKept, setKept] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => say(text('ident.copied'), 'success'),
      () => say(text('key.copyFailed'), 'error'),
    )
  return (
    <Dialog title={t('key.secret')} onClose={() => isKept && onClose()}>
      <div className="grid gap-5">
        <Notice>{t('key.secretText')}</Notice>
        <code className="rounded-md bg-sunken px-4 py-3 text-sm break-all select-all">{secret}</code>
        <Button look="quiet" onClick={() => void copy()}>
          <CopyIcon className="size-4" /> {t('key.copy')}
        </Button>
        <p className="text-sm text-soft">
          {t('key.header')} <code className="whitespace-nowrap">x-api-key</code>
        </p>
        <label htmlFor={id} className="flex min-h-10 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            checked={isKept}
            onChange={({ target }) => setKept(target.checked)}
            className="size-5 accent-leaf"
          />
          {t('key.isKept')}
        </label>
        <Button disabled={!isKept} onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
