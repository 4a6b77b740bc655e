import { Dialog as Base } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { placesOf, takenFor } from '../lib/pasted.ts'
import { useMenu } from '../lib/use-menu.ts'

const item =
  'flex min-h-10 cursor-pointer items-center gap-2 rounded-sm px-3 text-sm data-[selected=true]:bg-leaf-wash data-[selected=true]:text-leaf'
const heading =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft'

/** Every desk by its name, and any pasted id, hash, customer or number of the provider. */
export default function PaletteWindow({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { groups } = useMenu()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const places = groups.flatMap((group) => group.places)
  const pasted = placesOf(typed).flatMap((found) => {
    const place = places.find(({ to }) => found.to === to || found.to.startsWith(`${to}/`))
    return place ? [{ ...found, title: place.title }] : []
  })
  const go = (to: string, search: Readonly<Record<string, string>> = {}) => {
    onClose()
    void navigate({ to, search })
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-black/60" />
        <Base.Popup className="fixed inset-x-3 top-3 z-50 mx-auto max-w-xl rounded-lg bg-surface shadow-lift outline-none md:top-24">
          <Base.Title className="sr-only">{t('palette.open')}</Base.Title>
          <Command label={t('palette.open')} loop>
            <Command.Input
              autoFocus
              value={typed}
              onValueChange={setTyped}
              placeholder={t('palette.hint')}
              className="h-14 w-full rounded-t-lg border-b border-line bg-transparent px-5 text-base outline-none"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              {pasted.length === 0 && (
                <Command.Empty className="px-3 py-6 text-center text-sm text-soft">
                  {t('palette.nothing')}
                </Command.Empty>
              )}
              {pasted.length > 0 && (
                <Command.Group heading={t('palette.find')} forceMount className={heading}>
                  {pasted.map(({ to, search, title }) => {
                    const by = takenFor({ search })
                    return (
                      <Command.Item
                        key={`${to} ${by ?? ''}`}
                        forceMount
                        value={`find ${to} ${by ?? ''} ${typed}`}
                        onSelect={() => go(to, search)}
                        className={item}
                      >
                        {t(title)} · <span className="truncate font-mono text-xs">{typed.trim()}</span>
                        {by && <span className="ml-auto text-xs text-soft">{t(by)}</span>}
                      </Command.Item>
                    )
                  })}
                </Command.Group>
              )}
              <Command.Group heading={t('palette.places')} className={heading}>
                {places.map(({ to, title }) => (
                  <Command.Item
                    key={to}
                    value={t(title)}
                    keywords={[to.slice(1)]}
                    onSelect={() => go(to)}
                    className={item}
                  >
                    {t(title)}
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
