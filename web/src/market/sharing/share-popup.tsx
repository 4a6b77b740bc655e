import { Menu } from '@base-ui/react/menu'
import { useBackCloses } from '@talad/ui/browser/back-closes'
import type { RefObject } from 'react'
import { useText } from '../../i18n/index.ts'
import { copyText } from './copy-text.ts'
import { shareTargets } from './share.tsx'

const item =
  'flex min-h-11 w-full cursor-pointer items-center rounded-sm px-3 text-sm font-medium outline-none data-highlighted:bg-sunken'

type Props = { text: string; opener: RefObject<HTMLButtonElement | null>; onClose: () => void }

/** Where a page can be told of: the short menu under the button which opened it. */
export default function SharePopup({ text, opener, onClose }: Props) {
  const { t } = useText()
  const url = window.location.href
  useBackCloses(onClose)
  return (
    <Menu.Root
      open
      onOpenChange={(next, { reason, event }) => {
        // the button itself closes what it has opened
        const isOpener = event.target instanceof Node && opener.current?.contains(event.target)
        if (!next && !(reason === 'outside-press' && isOpener)) onClose()
      }}
    >
      {/* inside what the page is about, where a screen reader finds it */}
      <Menu.Portal container={opener.current?.closest('main')}>
        {/* fixed: where the window gets narrower it makes the page no wider until it has its new place */}
        <Menu.Positioner anchor={opener} align="end" sideOffset={6} positionMethod="fixed" className="z-[55]">
          <Menu.Popup
            finalFocus={opener}
            aria-label={t('share.title')}
            className="popup min-w-48 rounded-md border border-line bg-surface p-1.5 shadow-lift outline-none"
          >
            <Menu.Item onClick={() => void copyText(url, t('share.copied'))} className={item}>
              {t('share.copy')}
            </Menu.Item>
            {shareTargets(url, text, t('share.email')).map(({ name, href }) => (
              <Menu.LinkItem key={name} href={href} target="_blank" rel="noreferrer" className={item}>
                {name}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
