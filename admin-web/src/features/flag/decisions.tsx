import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { useText } from '../../i18n/index.ts'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ReportList } from './reports.tsx'

const actions = { ignore: 'flag.wasIgnored', suspend: 'flag.wasSuspended', undo: 'flag.undone' } as const

/** AW-6: what was decided before, and of each earlier round the reports that it closed. */
export function Decisions({ found: { decisions, earlier } }: { found: FlagCaseDetail }) {
  const { t } = useText()
  if (decisions.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('flag.earlier')}</h3>
      <ol className="grid gap-2 border-l-2 border-line pl-4 text-sm">
        {decisions.map((one) => (
          <li key={`${one.round} ${one.action}`}>
            <p className="font-semibold">
              {t(actions[one.action])}
              {one.scope === 'collection' && ` · ${t('flag.collection')}`}
            </p>
            <p>
              {t('flag.round', { round: String(one.round) })} · <Ident value={one.by} /> ·{' '}
              <Moment at={one.at} />
            </p>
            {one.note && <p className="text-soft wrap-anywhere">{one.note}</p>}
            {one.action !== 'undo' && (
              <RoundReports list={earlier.filter(({ round }) => round === one.round)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function RoundReports({ list }: { list: FlagCaseDetail['earlier'] }) {
  const { t } = useText()
  if (list.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-leaf">
        {t('flag.roundReports', { count: String(list.length) })}
      </summary>
      <ReportList list={list} />
    </details>
  )
}
