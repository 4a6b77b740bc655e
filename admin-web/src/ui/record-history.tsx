import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { actionWords } from '../lib/action-words.ts'
import { auditOf } from '../lib/audit-lines.ts'
import { usePermissions } from '../lib/permissions.ts'
import { Differences } from './differences.tsx'
import { Loaded } from './loaded.tsx'
import { Moment } from './moment.tsx'
import { Staff } from './staff.tsx'

/** GW-27: what was done to a record, by the audit log; read once somebody unfolds it. @param target as the log names it */
export function RecordHistory({ target }: { target: string }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [isOpen, setOpen] = useState(false)
  if (!can('audit.read')) return null
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-3"
    >
      <summary className="min-h-8 cursor-pointer font-semibold">{t('audit.ofRecord')}</summary>
      {isOpen && <Lines target={target} />}
    </details>
  )
}

function Lines({ target }: { target: string }) {
  const { t, language } = useText()
  return (
    <Loaded query={useQuery(auditOf(target))}>
      {({ list, whole }) => (
        <div className="mt-2 grid gap-3 text-sm">
          {list.length === 0 && <p className="text-soft">{t('audit.none')}</p>}
          <ol className="grid gap-3">
            {list.map(({ id, who, action, note, at, changes }) => (
              <li key={id} className="border-l-2 border-line pl-3">
                <p className="font-semibold wrap-anywhere">
                  {actionWords(action, language)} · <Staff id={who} />
                </p>
                {note !== '' && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
                <Differences changes={changes} />
                <p className="text-soft">
                  <Moment at={at} />
                </p>
              </li>
            ))}
          </ol>
          {!whole && (
            <Link to="/audit" search={{ target_id: target }} className="font-semibold text-leaf underline">
              {t('audit.all')}
            </Link>
          )}
        </div>
      )}
    </Loaded>
  )
}
