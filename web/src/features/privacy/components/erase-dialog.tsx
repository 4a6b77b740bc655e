import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { usePrivacyText } from '../../../i18n/privacy.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useErase } from '../api/kept-data.ts'

type Props = { onErased: () => void; onClose: () => void }

/** Asks once more, and wants a word typed: what is erased can't be brought back. */
export default function EraseDialog({ onErased, onClose }: Props) {
  const { t } = usePrivacyText()
  const erase = useErase()
  const [typed, setTyped] = useState('')
  const isSure = typed.trim().toLowerCase() === t('privacy.word')
  const send = () =>
    erase.mutate(undefined, {
      onSuccess: () => {
        say(t('privacy.erased'), 'success')
        onErased()
      },
    })
  return (
    <Dialog title={t('privacy.eraseTitle')} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isSure && !erase.isPending) send()
        }}
      >
        <p className="text-soft">{t('privacy.eraseText')}</p>
        {erase.error && (
          <Notice tone="bad">
            <p role="alert">{messageOf(erase.error)}</p>
          </Notice>
        )}
        <TextField
          label={t('privacy.typeWord', { word: t('privacy.word') })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="quiet" onClick={onClose}>
            {t('privacy.keep')}
          </Button>
          <Button type="submit" look="danger" busy={erase.isPending} disabled={!isSure}>
            {t('privacy.eraseNow')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
