import { supportHttp as http, type SupportedAccount } from '@talad/proto/http/identity/support'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { formatDay } from '@talad/ui/format/dates'
import { type ReactNode, useState } from 'react'
import { text, useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { ACCOUNTS, type Deed, decideOn } from './api.ts'

type Identity = SupportedAccount['identities'][number]

function nameOf({ identity_provider: by, identity_provider_profile: about, ...link }: Identity): string {
  const from = link.migrated_account_id
  const moved =
    from && link.migrated_on ? text('account.movedFrom', { from, day: formatDay(link.migrated_on) }) : null
  return [by, about.walletAddress ?? about.displayName, moved].filter((part) => part !== null).join(' · ')
}

/** What each deed is called, and what it does. */
const WORDS = {
  merge: ['account.merge', 'account.mergeText'],
  split: ['account.split', 'account.splitText'],
  unlink: ['account.unlink', 'account.unlinkText'],
} as const

/** A line with what can be done about it. */
function Line({ text, deed, onDeed }: { text: string; deed: string | undefined; onDeed: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{text}</span>
      {deed !== undefined && (
        <Button size="small" look="quiet" aria-label={`${deed}: ${text}`} onClick={onDeed}>
          {deed}
        </Button>
      )}
    </li>
  )
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

/** Two accounts of one person: the other is named by its id, which the list tells. */
function MergeWith({ onDeed }: { onDeed: (deed: Deed) => void }) {
  const { t } = useText()
  const [other, setOther] = useState('')
  const isId = /^[0-9a-f]{24}$/.test(other.trim())
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isId) onDeed({ kind: 'merge', other: other.trim() })
      }}
    >
      <TextField
        label={t('account.other')}
        value={other}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setOther(target.value)}
      />
      <div>
        <Button type="submit" size="small" disabled={!isId}>
          {t('account.merge')}
        </Button>
      </div>
    </form>
  )
}

/** An account: its ways in, what it has absorbed, and what support may do about it (ID-34, ID-36, ID-31). */
export function AccountDetail({ account }: { account: SupportedAccount }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [asked, setAsked] = useState<{ deed: Deed; key: string }>()
  const { account_id: id, identities, merges, merged_to: mergedTo } = account
  const mayWrite = can('account.write') && mergedTo === null
  const ask = (deed: Deed) => setAsked({ deed, key: crypto.randomUUID() })
  const unlinkable = ({ identity_provider: by }: Identity) =>
    mayWrite && by !== 'join' && identities.length > 1
  return (
    <div className="grid gap-5">
      <h2 className="text-lg [overflow-wrap:anywhere]">{account.display_name ?? id}</h2>
      <Facts>
        <Fact label={t('account.one')}>{id}</Fact>
        <Fact label={t('col.customer')}>{account.customer_id ?? '–'}</Fact>
        <Fact label={t('account.created')}>
          <Moment at={account.created} />
        </Fact>
        <Fact label={t('account.sessions')}>{account.sessions}</Fact>
        {mergedTo !== null && <Fact label={t('account.mergedTo')}>{mergedTo}</Fact>}
      </Facts>
      <Lines title={t('account.ways')}>
        {identities.map((one) => (
          <Line
            key={one._id}
            text={nameOf(one)}
            deed={unlinkable(one) ? t('account.unlink') : undefined}
            onDeed={() => ask({ kind: 'unlink', identityId: one._id })}
          />
        ))}
      </Lines>
      {merges.length > 0 && (
        <Lines title={t('account.merges')}>
          {merges.map(({ merge_id: mergeId, from }) => (
            <Line
              key={mergeId}
              text={from}
              deed={mayWrite ? t('account.split') : undefined}
              onDeed={() => ask({ kind: 'split', mergeId })}
            />
          ))}
        </Lines>
      )}
      {mayWrite && <MergeWith onDeed={ask} />}
      <RecordHistory target={id} />
      {asked && (
        <DecisionDialog
          title={t(WORDS[asked.deed.kind][0])}
          word={t('word.allow')}
          reason={reasonOf(http.adminMergeAccounts)}
          act={(note) => decideOn(id, asked.deed, note, asked.key)}
          stale={[ACCOUNTS]}
          target={id}
          onClose={() => setAsked(undefined)}
        >
          <p className="text-sm text-soft">{t(WORDS[asked.deed.kind][1])}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
