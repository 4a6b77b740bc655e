import { Popover } from '@base-ui/react/popover'
import { buttonClass } from '@talad/ui/components/button'
import { ChevronIcon } from '@talad/ui/components/icons'
import type { ReactNode } from 'react'

/** A button that opens a small window below itself. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClass('quiet', 'small')}>
        {title} <ChevronIcon className="size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" collisionPadding={12} className="z-40">
          <Popover.Popup
            aria-label={title}
            className="popup max-h-[70dvh] w-72 max-w-[92vw] overflow-y-auto rounded-md border border-line bg-surface p-4 shadow-lift"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
