import { Button } from '@talad/ui/components/button'
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
import { codeQuery, deleteCode, POOLS, type PoolCode } from './api.ts'
import { CodeState } from './columns.tsx'

/** One code of a pool: whose it is, and what was used of it. */
export function OpenCode({ id }: { id: string }) {
  return <Loaded query={useQuery(codeQuery(id))}>{(code) => <CodeDetail code={code} />}</Loaded>
}

function CodeDetail({ code }: { code: PoolCode }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const { limit, active_start, active_end, age_start, use_count, last_used } = code.meta_timer
  return (
    <div className="grid gap-5">
      <h2 className="font-mono text-lg break-all">{code.code}</h2>
      <CodeState {...code} />
      {code.description !== '' && <p className="whitespace-pre-line wrap-anywhere">{code.description}</p>}
      <Facts>
        <Fact label={t('pool.uses')}>
          {formatCount(use_count)}
          {limit !== undefined && ` / ${formatCount(limit)}`}
        </Fact>
        {last_used !== null && (
          <Fact label={t('pool.lastUsed')}>
            <Moment at={last_used} age />
          </Fact>
        )}
        {active_start !== undefined && (
          <Fact label={t('pool.begins')}>
            <Moment at={active_start} />
          </Fact>
        )}
        {active_end !== undefined && (
          <Fact label={t('pool.ends')}>
            <Moment at={active_end} />
          </Fact>
        )}
        {code.assigned_to !== null && (
          <Fact label={t('pool.token')}>
            <Ident value={code.assigned_to} />
          </Fact>
        )}
        {age_start !== null && (
          <Fact label={t('pool.assignedAt')}>
            <Moment at={age_start} />
          </Fact>
        )}
        <Fact label={t('pool.created')}>
          <Moment at={code.created} />
        </Fact>
      </Facts>
      {code.free && mayChange('project.write') && <Delete code={code} />}
    </div>
  )
}

function Delete({ code: { _id, code } }: { code: PoolCode }) {
  const { t } = useText()
  const { change } = useAddress()
  const [key, setKey] = useState<string>()
  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-4">
      <p className="text-sm text-soft">{t('pool.deleteText')}</p>
      <Button size="small" look="danger" onClick={() => setKey(crypto.randomUUID())}>
        {t('pool.delete')}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t('pool.delete')}
          isDestructive
          act={() => deleteCode(_id, key)}
          stale={[POOLS]}
          target={_id}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone) change({ id: undefined })
          }}
        >
          <p className="font-mono font-semibold break-all">{code}</p>
          <p>{t('pool.deleteText')}</p>
        </DecisionDialog>
      )}
    </section>
  )
}
