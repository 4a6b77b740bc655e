import type { BookProof } from '@talad/proto/http/ledger/integrity'
import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'

function Verdict({ faults, found }: BookProof) {
  const { t } = useText()
  if (faults === 0) return <Badge tone="good">{t('books.whole')}</Badge>
  return (
    <>
      <Badge tone="bad">{t('books.faults', { count: formatCount(faults) })}</Badge>
      {found.map((line) => (
        <span key={line} className="block text-xs">
          {line}
        </span>
      ))}
    </>
  )
}

/** LG-17: the proofs, newest first. */
export const proofColumns: readonly Column<BookProof>[] = [
  {
    key: 'finished',
    title: 'books.finished',
    cell: ({ finished }) => <Moment at={finished} />,
    csv: ({ finished }) => finished,
  },
  {
    key: 'verdict',
    title: 'books.verdict',
    cell: (proof) => <Verdict {...proof} />,
    csv: ({ faults }) => String(faults),
  },
  {
    key: 'transfers',
    title: 'books.transfers',
    amount: true,
    cell: ({ transfers }) => formatCount(transfers),
    csv: ({ transfers }) => String(transfers),
  },
  {
    key: 'flows',
    title: 'books.flows',
    amount: true,
    cell: ({ flows }) => formatCount(flows),
    csv: ({ flows }) => String(flows),
  },
  {
    key: 'accounts',
    title: 'books.accounts',
    amount: true,
    cell: ({ accounts }) => formatCount(accounts),
    csv: ({ accounts }) => String(accounts),
  },
  {
    key: 'hash',
    title: 'books.hash',
    usuallyHidden: true,
    cell: ({ hash }) => <span className="font-mono text-xs break-all">{hash}</span>,
    csv: ({ hash }) => hash,
  },
]
