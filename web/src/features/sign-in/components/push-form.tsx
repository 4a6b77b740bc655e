import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { startPush } from '@talad/ui/session/join'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useWayFault } from './other-ways.tsx'

/** Has the Join app on a phone asked: for whoever sits at another screen. The digits are shown where the answer is waited for. */
export function PushForm({ onAsked }: { onAsked: () => void }) {
  const { t } = useLateText()
  const faultOf = useWayFault()
  const [phone, setPhone] = useState('')
  const push = useMutation({ mutationFn: startPush, onSuccess: onAsked })
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        push.mutate(phone.trim())
      }}
    >
      <TextField
        label={t('signIn.phone')}
        error={push.error ? faultOf(push.error, 'Join') : undefined}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        required
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Button look="quiet" type="submit" busy={push.isPending}>
        {t('signIn.push')}
      </Button>
    </form>
  )
}
