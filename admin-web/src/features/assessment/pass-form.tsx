import { customerId } from '@talad/proto/http/common'
import { type ContentKey, contentKey, contentKeys } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { ASSESSMENTS, passByHand } from './api.ts'
import { keyTexts } from './words.ts'

/** MO-30: counts somebody as having passed what is published now, for a reason that is written down. */
export function PassForm() {
  const { t } = useText()
  const [customer, setCustomer] = useState('')
  const [which, setWhich] = useState<ContentKey>('new_seller')
  const [isWrong, setWrong] = useState(false)
  /** of the pass that is asked for: the same decision again is the same call */
  const [key, setKey] = useState<string>()
  const id = customer.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isId = customerId.safeParse(id).success
    setWrong(!isId)
    setKey(isId ? crypto.randomUUID() : undefined)
  }
  return (
    <div className="grid gap-5">
      <h2 className="text-lg">{t('assessment.pass')}</h2>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t('col.customer')}
          placeholder="join-…"
          autoComplete="off"
          spellCheck={false}
          value={customer}
          error={isWrong ? t('assessment.customerWrong') : undefined}
          onChange={({ target }) => setCustomer(target.value)}
        />
        <SelectField
          label={t('assessment.which')}
          value={which}
          options={contentKeys.map((value) => ({ value, label: t(keyTexts[value]) }))}
          onChange={({ target }) => setWhich(contentKey.parse(target.value))}
        />
        <div>
          <Button type="submit" size="small">
            {t('assessment.pass')}
          </Button>
        </div>
      </form>
      {key !== undefined && (
        <DecisionDialog
          title={t('assessment.pass')}
          reason={reasonOf(assessmentAdminHttp.passAssessment)}
          act={(note) => passByHand({ customer_id: id, content_key: which, note }, key)}
          stale={[ASSESSMENTS]}
          target={id}
          onClose={() => setKey(undefined)}
        >
          <p className="wrap-anywhere">{id}</p>
          <p>{t('assessment.passText', { title: t(keyTexts[which]) })}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
