import { type Scope, scopeNames } from '@talad/proto/http/campaign/abilities'
import { apiKeyAdminHttp as http } from '@talad/proto/http/campaign/api-keys-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { RadioCards, SelectField, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { useProject } from '../api.ts'
import { createKey, KEYS, type NewKey } from './api.ts'
import { Scopes } from './scopes.tsx'
import { Secret } from './secret.tsx'

const DAY_MS = 86_400_000
const lives = ['90', '365', '30', '7', ''] as const
const USUAL_LIMIT = '600'

const expiryOf = (days: string) =>
  days === '' ? undefined : new Date(Date.now() + Number(days) * DAY_MS).toISOString()

/** CA-6: a key for a program; its secret is shown once. */
export function NewKeyForm() {
  const { t } = useText()
  const { project } = useProject()
  const { change } = useAddress()
  const [key] = useState(() => crypto.randomUUID())
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'live' | 'test'>('live')
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const [days, setDays] = useState<string>(lives[0])
  const [limit, setLimit] = useState(USUAL_LIMIT)
  const [isChecked, setChecked] = useState(false)
  const read = bodyOf(http.createApiKey)
    .omit({ expires: true })
    .safeParse({
      projectId: project._id,
      name,
      permissions: scopeNames.filter((scope) => chosen.includes(scope)),
      limitPerMinute: Number(limit),
      test: kind === 'test',
    })
  const wrong = new Set(isChecked && !read.success ? read.error.issues.map(({ path }) => path[0]) : [])
  const made = useMutation({
    mutationFn: (asked: NewKey) => createKey(asked, key),
    onSuccess: () => refetch(KEYS),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const expires = expiryOf(days)
    if (read.success) made.mutate({ ...read.data, ...(expires !== undefined && { expires }) })
    else focusFault(event.currentTarget)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <h2 className="text-lg">{t('key.new')}</h2>
      <TextField
        label={t('key.name')}
        hint={t('key.nameHint')}
        error={wrong.has('name') ? t('key.nameWrong') : undefined}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <RadioCards
        label={t('key.kind')}
        value={kind}
        options={[
          { value: 'live', label: t('key.live'), text: t('key.liveText') },
          { value: 'test', label: t('key.test'), text: t('key.testText') },
        ]}
        onChange={setKind}
      />
      <Scopes chosen={chosen} isWrong={wrong.has('permissions')} onChange={setChosen} />
      <SelectField
        label={t('key.expires')}
        hint={t('key.expiresHint')}
        value={days}
        options={lives.map((value) => ({
          value,
          label: value === '' ? t('key.endless') : t('key.days', { count: value }),
        }))}
        onChange={({ target }) => setDays(target.value)}
      />
      <TextField
        label={t('key.limit')}
        hint={t('key.limitHint')}
        error={wrong.has('limitPerMinute') ? t('key.limitHint') : undefined}
        value={limit}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setLimit(target.value)}
      />
      {made.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(made.error)}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" size="small" busy={made.isPending}>
          {t('key.make')}
        </Button>
      </div>
      {made.data && (
        <Secret secret={made.data.secret} onClose={() => change({ id: made.data.apiKey.apiKeyId })} />
      )}
    </form>
  )
}
