import { type AuditLine, auditHttp } from '@talad/proto/http/moderation/audit'
import { call } from '@talad/ui/client/call'
import { useText } from '../../i18n/index.ts'
import { actionWords } from '../../lib/action-words.ts'
import { beginOfDay, endOfDay } from '../../lib/days.ts'
import { fromCursor } from '../../lib/pages.ts'
import type { Column, Filter, ListSource } from '../../ui/data-table/column.ts'
import { changeText, Differences } from '../../ui/differences.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'

export const auditSource: ListSource<AuditLine> = {
  key: 'audit',
  async read({ search, at, size }, signal) {
    const { who, action, target_kind, target_id, service } = search
    const query = {
      who,
      action,
      target_kind,
      target_id,
      service,
      from: beginOfDay(search.from),
      to: endOfDay(search.to),
      cs: at,
      lm: size,
    }
    return fromCursor(await call(auditHttp.listAudit, { query }, { signal }))
  },
}

function Hash({ value }: { value: string | null }) {
  const { t } = useText()
  return value === null ? (
    <span className="text-soft">{t('audit.nothing')}</span>
  ) : (
    <span title={value} className="font-mono text-xs">
      {value.slice(0, 10)}…
    </span>
  )
}

/** In words, and below them the name by which the log is filtered. */
function Action({ name }: { name: string }) {
  const { language } = useText()
  return (
    <>
      <span className="block">{actionWords(name, language)}</span>
      <span className="font-mono text-xs text-soft">{name}</span>
    </>
  )
}

export const auditColumns: readonly Column<AuditLine>[] = [
  { key: 'seq', title: 'audit.seq', cell: ({ seq }) => seq, csv: ({ seq }) => String(seq) },
  { key: 'at', title: 'audit.at', cell: ({ at }) => <Moment at={at} />, csv: ({ at }) => at },
  { key: 'who', title: 'audit.who', cell: ({ who }) => <Staff id={who} />, csv: ({ who }) => who },
  {
    key: 'action',
    title: 'audit.action',
    cell: ({ action }) => <Action name={action} />,
    csv: ({ action }) => action,
  },
  {
    key: 'target',
    title: 'audit.target',
    cell: ({ target }) => `${target.kind} ${target.id}`,
    csv: ({ target }) => `${target.kind} ${target.id}`,
  },
  { key: 'note', title: 'col.note', cell: ({ note }) => note || '–', csv: ({ note }) => note },
  {
    key: 'changes',
    title: 'audit.changes',
    cell: ({ changes }) => (changes.length === 0 ? '–' : <Differences changes={changes} />),
    csv: ({ changes }) => changes.map(changeText).join('\n'),
  },
  {
    key: 'before',
    title: 'audit.before',
    usuallyHidden: true,
    cell: ({ before_hash }) => <Hash value={before_hash} />,
    csv: ({ before_hash }) => before_hash ?? '',
  },
  {
    key: 'after',
    title: 'audit.after',
    usuallyHidden: true,
    cell: ({ after_hash }) => <Hash value={after_hash} />,
    csv: ({ after_hash }) => after_hash ?? '',
  },
  {
    key: 'service',
    title: 'audit.service',
    usuallyHidden: true,
    cell: ({ service }) => service,
    csv: ({ service }) => service,
  },
  {
    key: 'request',
    title: 'audit.request',
    usuallyHidden: true,
    cell: ({ request_id }) => request_id,
    csv: ({ request_id }) => request_id,
  },
]

export const auditFilters: readonly Filter[] = [
  { kind: 'text', key: 'who', label: 'audit.who' },
  { kind: 'text', key: 'action', label: 'audit.action' },
  { kind: 'text', key: 'target_kind', label: 'audit.targetKind' },
  { kind: 'text', key: 'target_id', label: 'audit.target' },
  { kind: 'text', key: 'service', label: 'audit.service' },
  { kind: 'day', key: 'from', label: 'filter.from' },
  { kind: 'day', key: 'to', label: 'filter.to' },
]
