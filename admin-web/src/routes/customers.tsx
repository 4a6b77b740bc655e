import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useState } from 'react'
import { type Asked, askedOf } from '../features/customer/asked.ts'
import { Found } from '../features/customer/found.tsx'
import { useText } from '../i18n/index.ts'

/** AW-1 /customers: finds whoever calls, by what they say. It stands in no address: a phone or a name would stay in histories. */
export default function CustomersPage() {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<readonly Asked[]>()
  return (
    <div className="grid gap-4">
      <title>{t('customer.title')}</title>
      <h1 className="title text-xl">{t('customer.title')}</h1>
      <search>
        <form
          className="grid max-w-xl gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setAsked(askedOf(typed))
          }}
        >
          <TextField
            autoFocus
            label={t('customer.find')}
            hint={t('customer.findHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <div>
            <Button type="submit">{t('customer.search')}</Button>
          </div>
        </form>
      </search>
      {asked?.length === 0 && <Notice>{t('customer.saysNothing')}</Notice>}
      {asked && <Found asked={asked} />}
    </div>
  )
}
