import type { ApiKey } from '@talad/proto/http/campaign/api-keys-admin'
import { useNow } from '@talad/ui/browser/use-now'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useProject } from '../api.ts'
import { KEYS, keyQuery, revokeKey, rotateKey } from './api.ts'
import { KeyState, MomentOr } from './columns.tsx'
import { Secret } from './secret.tsx'
import { isUsable, scopeTexts } from './words.ts'

const MINUTE_MS = 60_000
const LONGEST_OVERLAP = 30

/** One key: what it may do, when it was used, and how it is put in order again. */
export function OpenKey({ id }: { id: string }) {
  const { project } = useProject()
  const query = useQuery(keyQuery({ projectId: project._id, apiKeyId: id }))
  return <Loaded query={query}>{(apiKey) => <KeyDetail apiKey={apiKey} />}</Loaded>
}

function KeyDetail({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useText()
  const { mayChange, can } = useProject()
  const { change } = useAddress()
  const usable = isUsable(apiKey, useNow(MINUTE_MS))
  // kept here: the old key may have ended, and what is below with it
  const [made, setMade] = useState<{ id: string; secret: string }>()
  return (
    <div className="grid gap-5">
      <h2 className="text-lg wrap-anywhere">{apiKey.name}</h2>
      <KeyState apiKey={apiKey} />
      <Facts>
        <Fact label={t('key.prefix')}>
          <span className="font-mono text-[0.92em]">{apiKey.prefix}…</span>
        </Fact>
        <Fact label={t('key.lastUsed')}>
          <MomentOr at={apiKey.lastUsed} none={t('key.never')} />
        </Fact>
        <Fact label={t('key.expires')}>
          {apiKey.expires === null ? t('key.endless') : <Moment at={apiKey.expires} />}
        </Fact>
        {apiKey.revoked !== null && (
          <Fact label={t('key.revoked')}>
            <Moment at={apiKey.revoked} />
          </Fact>
        )}
        <Fact label={t('key.limit')}>{formatCount(apiKey.limitPerMinute)}</Fact>
        <Fact label={t('key.created')}>
          <Moment at={apiKey.created} />
        </Fact>
        <Fact label={t('key.id')}>
          <Ident value={apiKey.apiKeyId} />
        </Fact>
      </Facts>
      <section className="grid gap-2">
        <h3 className="text-base">{t('key.scopes')}</h3>
        <ul className="grid gap-2 text-sm">
          {apiKey.permissions.map((scope) => (
            <li key={scope}>
              <span className="font-mono text-[0.92em]">{scope}</span>
              <span className="block text-xs text-soft">{t(scopeTexts[scope])}</span>
            </li>
          ))}
        </ul>
      </section>
      {usable && mayChange('project.manage') && <Rotate apiKey={apiKey} onMade={setMade} />}
      {usable && can('project.manage') && <Revoke apiKey={apiKey} />}
      {made && <Secret secret={made.secret} onClose={() => change({ id: made.id })} />}
    </div>
  )
}

type Props = { apiKey: ApiKey }
type RotateProps = Props & { onMade: (made: { id: string; secret: string }) => void }

/** CA-6: a new key in its place; for some days both count. */
function Rotate({ apiKey: { apiKeyId, projectId, name }, onMade }: RotateProps) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  const [days, setDays] = useState('7')
  const overlapDays = Number(days)
  const isWrong = !/^\d{1,2}$/.test(days) || overlapDays > LONGEST_OVERLAP
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-4">
      <h3 className="text-base">{t('key.rotate')}</h3>
      <p className="text-sm text-soft">{t('key.rotateText')}</p>
      <Button size="small" look="quiet" onClick={() => setKey(crypto.randomUUID())}>
        {t('key.rotate')}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t('key.rotate')}
          isBlocked={isWrong}
          act={async () => {
            const { apiKey, secret } = await rotateKey({ projectId, apiKeyId, overlapDays }, key)
            setKey(undefined)
            onMade({ id: apiKey.apiKeyId, secret })
          }}
          stale={[KEYS]}
          target={apiKeyId}
          onClose={() => setKey(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
          <TextField
            label={t('key.overlap')}
            hint={t('key.overlapHint')}
            error={isWrong ? t('key.overlapHint') : undefined}
            value={days}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setDays(target.value.trim())}
          />
        </DecisionDialog>
      )}
    </section>
  )
}

function Revoke({ apiKey: { apiKeyId, projectId, name, prefix } }: Props) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-4">
      <h3 className="text-base">{t('key.revoke')}</h3>
      <p className="text-sm text-soft">{t('key.revokeText')}</p>
      <Button size="small" look="danger" onClick={() => setAsking(true)}>
        {t('key.revoke')}
      </Button>
      {isAsking && (
        <DecisionDialog
          title={t('key.revoke')}
          isDestructive
          word={t('word.revoke')}
          act={() => revokeKey({ projectId, apiKeyId }, key)}
          stale={[KEYS]}
          target={apiKeyId}
          onClose={() => setAsking(false)}
        >
          <p className="font-semibold wrap-anywhere">
            {name} <span className="font-mono text-sm font-normal">{prefix}…</span>
          </p>
          <p>{t('key.revokeText')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}
