import { Button } from '@talad/ui/components/button'
import { formatCount } from '@talad/ui/format/money'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import type { ListPage } from './column.ts'

type Props = {
  at: string | undefined
  page: ListPage<unknown> | undefined
  onGo: (at: string | undefined) => void
}

/** First, before, after. The way back is known as long as the page is open; from a sent link it is the first page. */
export function Pager({ at, page, onGo }: Props) {
  const { t } = useText()
  const [before, setBefore] = useState<readonly (string | undefined)[]>([])
  if (!page || (at === undefined && page.next === undefined)) {
    return page?.total === undefined ? null : <Total count={page.total} />
  }
  return (
    <nav aria-label={t('table.pages')} className="flex flex-wrap items-center gap-2">
      <Button
        look="quiet"
        size="small"
        disabled={at === undefined}
        onClick={() => {
          setBefore([])
          onGo(undefined)
        }}
      >
        {t('table.first')}
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={at === undefined}
        onClick={() => {
          onGo(before.at(-1))
          setBefore(before.slice(0, -1))
        }}
      >
        {t('table.previous')}
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={page.next === undefined}
        onClick={() => {
          setBefore([...before, at])
          onGo(page.next)
        }}
      >
        {t('table.next')}
      </Button>
      {page.total !== undefined && <Total count={page.total} />}
    </nav>
  )
}

function Total({ count }: { count: number }) {
  const { t } = useText()
  return <p className="text-sm text-soft tabular-nums">{t('table.total', { count: formatCount(count) })}</p>
}
