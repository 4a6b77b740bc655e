import { inLanguage } from '@talad/proto/http/bilingual'
import type { Flagging } from '@talad/proto/http/moderation/flagging'
import { More } from '@talad/ui/components/more'
import { Badge, Empty, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useModerationText } from '../../../i18n/moderation.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { reportsQuery } from '../api/reports.ts'

function Line({ report }: { report: Flagging }) {
  const { t, language } = useModerationText()
  const { blockchain, contract_address: contract, token_id: token } = report
  const isOpen = report.resolution === 'flagged'
  return (
    <li className="grid gap-1 py-3.5">
      <p className="flex items-baseline justify-between gap-4">
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={{ blockchain, contract, token }}
          className="min-w-0 truncate font-semibold hover:text-leaf"
        >
          {inLanguage(report.asset_name, language)}
        </Link>
        <Badge tone={isOpen ? 'wait' : 'calm'}>{t(isOpen ? 'report.open' : 'report.decided')}</Badge>
      </p>
      <p className="text-sm text-soft">
        {t(`report.${report.flag_classification}`)} · {formatDayAndTime(report.created)}
      </p>
      {report.flag_user_notes !== '' && (
        <p className="text-sm whitespace-pre-line text-soft wrap-anywhere">{report.flag_user_notes}</p>
      )}
    </li>
  )
}

/** What the person has reported, and whether moderators have looked at it. */
export default function OwnReports({ account }: { account: string }) {
  const { t } = useModerationText()
  const pages = useInfiniteQuery(reportsQuery(account))
  if (pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Empty title={t('report.empty')} />
  return (
    <div className="max-w-3xl rounded-lg bg-surface px-5 shadow-card md:px-7">
      <ul className="divide-y divide-line">
        {list.map((report) => (
          <Line key={report._id} report={report} />
        ))}
      </ul>
      <More pages={pages} />
    </div>
  )
}
