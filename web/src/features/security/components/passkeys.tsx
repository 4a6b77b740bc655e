import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { knowsPasskeys, PasskeyRefused } from '@talad/ui/session/passkey'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSecurityText } from '../../../i18n/security.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { passkeysQuery, useMakePasskey, useRemovePasskey } from '../api/passkeys.ts'

function AddPasskey() {
  const { t } = useSecurityText()
  const make = useMakePasskey()
  const [name, setName] = useState('')
  if (!knowsPasskeys()) return <Notice tone="calm">{t('passkey.unknown')}</Notice>
  const { error } = make
  const failure = error && (error instanceof PasskeyRefused ? t('passkey.failed') : messageOf(error))
  return (
    <form
      className="flex w-full max-w-lg flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(name.trim(), {
          onSuccess: () => {
            setName('')
            say(t('passkey.added'), 'success')
          },
        })
      }}
    >
      <div className="min-w-56 flex-1">
        <TextField
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          error={failure || undefined}
          required
          maxLength={60}
          value={name}
          onChange={({ target }) => {
            make.reset()
            setName(target.value)
          }}
        />
      </div>
      <Button type="submit" size="small" busy={make.isPending} className="mt-7.5 min-h-12!">
        {t('passkey.add')}
      </Button>
    </form>
  )
}

/** ID-29: passkeys, by which somebody can sign in when no provider answers. */
export function Passkeys({ account }: { account: string }) {
  const { t } = useSecurityText()
  const passkeys = useQuery(passkeysQuery(account))
  const remove = useRemovePasskey()
  if (passkeys.isPending) return <Skeleton className="h-32 w-full rounded-lg" />
  if (passkeys.isError) return <LoadError error={passkeys.error} retry={() => void passkeys.refetch()} />
  return (
    <div className="grid justify-items-start gap-4 *:min-w-0">
      <p className="max-w-prose text-soft">{t('passkey.about')}</p>
      {passkeys.data.length > 0 && (
        <ul
          aria-label={t('passkey.title')}
          className="w-full divide-y divide-line rounded-lg bg-surface px-5 shadow-card"
        >
          {passkeys.data.map(({ _id, name, created }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
              <div className="min-w-0">
                <p className="wrap-anywhere font-semibold">{name}</p>
                <p className="text-sm text-soft">{t('passkey.since', { day: formatDay(created) })}</p>
              </div>
              <Button
                look="quiet"
                size="small"
                busy={remove.isPending && remove.variables === _id}
                aria-label={t('passkey.removeOf', { name })}
                onClick={() => remove.mutate(_id, { onSuccess: () => say(t('passkey.removed'), 'success') })}
              >
                {t('passkey.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {remove.error && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(remove.error)}
        </p>
      )}
      <AddPasskey />
    </div>
  )
}
