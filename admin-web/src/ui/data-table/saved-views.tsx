import { Button, IconButton } from '@talad/ui/components/button'
import { CloseIcon } from '@talad/ui/components/more-icons'
import { type FormEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { readViews, type SavedView, writeViews } from '../../lib/saved-views.ts'
import { isSameView, viewOf } from '../../lib/table-search.ts'
import { Disclosure } from './disclosure.tsx'
import { useAddress } from './use-address.ts'

/** Filters, order and columns under a name of one's own, kept in this browser. */
export function SavedViews({ name }: { name: string }) {
  const { t } = useText()
  const { search, show } = useAddress()
  const [views, setViews] = useState(() => readViews(name))
  const keep = (next: readonly SavedView[]) => {
    setViews(next)
    writeViews(name, next)
  }
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const title = String(new FormData(form).get('title') ?? '').trim()
    if (title === '') return
    keep([...views.filter((view) => view.title !== title), { title, search: viewOf(search) }])
    form.reset()
  }
  return (
    <Disclosure title={t('table.views')}>
      <div className="grid gap-3">
        {views.length === 0 && <p className="text-sm text-soft">{t('table.noViews')}</p>}
        <ul className="grid gap-1">
          {views.map((view) => (
            <li key={view.title} className="flex items-center gap-1">
              <button
                type="button"
                aria-current={isSameView(view.search, search) || undefined}
                onClick={() => show(view.search)}
                className="min-h-9 min-w-0 flex-1 truncate rounded-sm px-2 text-left text-sm hover:bg-sunken aria-current:font-semibold aria-current:text-leaf"
              >
                {view.title}
              </button>
              <IconButton
                label={t('table.forgetView', { title: view.title })}
                className="size-9"
                onClick={() => keep(views.filter(({ title }) => title !== view.title))}
              >
                <CloseIcon className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
        <form onSubmit={save} className="flex gap-2">
          <input
            name="title"
            required
            maxLength={40}
            aria-label={t('table.viewName')}
            placeholder={t('table.viewName')}
            className="h-10 min-w-0 flex-1 rounded-sm border border-line bg-surface px-3 text-sm"
          />
          <Button type="submit" size="small">
            {t('table.keepView')}
          </Button>
        </form>
      </div>
    </Disclosure>
  )
}
