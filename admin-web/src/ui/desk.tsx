import { Button } from '@talad/ui/components/button'
import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'
import { useAddress } from './data-table/use-address.ts'

type Props = {
  title: string
  /** it is a part of a page that has its own title */
  inside?: boolean
  /** beside the title */
  aside?: ReactNode
  /** the list */
  children: ReactNode
  /** what is shown of the row that is open; on a small screen in place of the list */
  detail?: ReactNode
}

/** A page of the admins' app: its title, its list, and the row that is open beside it. */
export function Desk({ title, inside = false, aside, children, detail }: Props) {
  const { t } = useText()
  const { change } = useAddress()
  const isOpen = detail !== undefined
  const Title = inside ? 'h2' : 'h1'
  return (
    <div className="grid gap-4">
      <title>{title}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <Title className={inside ? 'text-lg' : 'title text-xl'}>{title}</Title>
        {aside}
      </div>
      <div
        className={isOpen ? 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]' : 'grid'}
      >
        <div className={`min-w-0 ${isOpen ? 'max-xl:hidden' : ''}`}>{children}</div>
        {isOpen && (
          <section
            aria-label={t('desk.detail')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself has to take the keys that scroll it
            tabIndex={0}
            className="grid min-w-0 gap-5 rounded-lg border border-line bg-surface p-4 md:p-5 xl:sticky xl:top-19 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
          >
            <div>
              <Button look="quiet" size="small" onClick={() => change({ id: undefined })}>
                {t('desk.back')}
              </Button>
            </div>
            {detail}
          </section>
        )}
      </div>
    </div>
  )
}
