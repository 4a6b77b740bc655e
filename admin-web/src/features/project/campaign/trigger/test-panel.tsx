import { objectId } from '@talad/proto/http/common'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { messageOf } from '../../../../lib/refusal.ts'
import type { Campaign } from '../api.ts'
import { explain, tryOut } from './api.ts'
import { LookedTokens } from './looked-tokens.tsx'
import { Outcome } from './outcome.tsx'

/** AW-8, CA-36: what would come of it for an account, with all reasons; nothing is given. */
export function TestPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [chosen, setOf] = useState<'draft' | 'live'>()
  const isAhead = campaign.model_version > campaign.published_model
  const of = chosen ?? (isAhead ? 'draft' : 'live')
  const account = objectId.safeParse(typed.trim().toLowerCase())
  const sent = useMutation({
    mutationFn: async (account_id: string) => {
      const which = { campaignId: campaign._id, account_id, of }
      const [trigger, slots] = await Promise.all([tryOut(which, code.trim()), explain(which)])
      return { trigger, slots }
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (account.success) sent.mutate(account.data)
    else focusFault(event.currentTarget)
  }
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <form onSubmit={submit} noValidate className="grid content-start gap-5">
        <p className="text-sm text-soft">{t('try.text')}</p>
        <SelectField
          label={t('try.of')}
          value={of}
          options={[
            { value: 'draft', label: t('reach.draft') },
            { value: 'live', label: t('reach.live') },
          ]}
          onChange={({ target }) => setOf(target.value === 'live' ? 'live' : 'draft')}
        />
        {of === 'live' && campaign.artifacts_version === 0 && <Notice>{t('try.notLive')}</Notice>}
        {of === 'live' && isAhead && campaign.artifacts_version > 0 && <Notice>{t('try.isAhead')}</Notice>}
        <TextField
          label={t('member.account')}
          hint={t('try.accountHint')}
          error={isChecked && !account.success ? t('member.accountWrong') : undefined}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        {'coupon' in campaign.metadata && (
          <TextField
            label={t('try.code')}
            value={code}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
        {sent.error && (
          <div role="alert">
            <Notice tone="bad">{messageOf(sent.error)}</Notice>
          </div>
        )}
        <div>
          <Button type="submit" busy={sent.isPending}>
            {t('try.run')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="min-w-0">
        {sent.data && (
          <section
            aria-label={t('try.result')}
            className="grid gap-5 rounded-lg border border-line bg-surface p-4 md:p-5"
          >
            <Outcome trigger={sent.data.trigger} />
            {sent.data.slots.length > 0 && <LookedTokens slots={sent.data.slots} />}
          </section>
        )}
      </div>
    </div>
  )
}
