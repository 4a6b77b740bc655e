import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOwnText } from '../../../i18n/own.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { displayNameQuery, useSetDisplayName } from '../api/display-name.ts'
import { NameWaiting } from './account-waiting.tsx'

/** The name by which others see the person: theirs to choose, and never the one of their identity card. */
export default function DisplayName({ account }: { account: string }) {
  const { t } = useOwnText()
  const { data, isPending } = useQuery(displayNameQuery(account))
  const save = useSetDisplayName(account)
  const [draft, setDraft] = useState<string>()
  if (isPending) return <NameWaiting />
  if (!data) return null
  const now = data.display_name ?? ''
  const typed = draft ?? now
  const send = () =>
    save.mutate(typed.trim() || null, {
      onSuccess: () => {
        setDraft(undefined)
        say(t('name.saved'), 'success')
      },
    })
  return (
    <form
      className="flex max-w-lg flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="min-w-56 flex-1">
        <TextField
          label={t('name.label')}
          hint={t('name.hint')}
          error={save.error ? messageOf(save.error) : undefined}
          maxLength={30}
          autoComplete="nickname"
          value={typed}
          onChange={({ target }) => {
            save.reset()
            setDraft(target.value)
          }}
        />
      </div>
      {typed.trim() !== now && (
        <Button type="submit" size="small" busy={save.isPending} className="mt-7.5 min-h-12!">
          {t('name.save')}
        </Button>
      )}
    </form>
  )
}
