import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { Loaded } from '../../ui/loaded.tsx'

export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-base">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

type ListProps<Row> = {
  query: UseQueryResult<readonly Row[]>
  keyOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** A short list, each row in a line of its own. */
export function Rows<Row>({ query, keyOf, children }: ListProps<Row>) {
  const { t } = useText()
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="text-sm text-soft">{t('customer.none')}</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {rows.map((row) => (
              <li key={keyOf(row)} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
                {children(row)}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

type AllProps = { to: string; search: Readonly<Record<string, string>> }

/** To the desk that has all of them. */
export function All({ to, search }: AllProps) {
  const { t } = useText()
  return (
    <Link to={to} search={search} className="text-sm font-semibold text-leaf underline">
      {t('customer.all')}
    </Link>
  )
}

/** To the page of a customer. */
export function CustomerLink({ id }: { id: string }) {
  return (
    <Link to="/customers/$id" params={{ id }} className="font-semibold wrap-anywhere text-leaf underline">
      {id}
    </Link>
  )
}
