import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { AccountSessions } from './account-sessions.tsx'

/** Where somebody is signed in, beside other things: read once somebody unfolds it. */
export function SessionsFold({ account }: { account: string }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-3"
    >
      <summary className="min-h-8 cursor-pointer font-semibold">{t('session.where')}</summary>
      {isOpen && <AccountSessions account={account} />}
    </details>
  )
}
