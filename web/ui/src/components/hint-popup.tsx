import { Popover } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import { useText } from '../i18n/words.ts'

type Props = {
  text: string
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
  /** tells whether pointer or focus is at the explanation */
  onHeld: (held: boolean) => void
}

/** What a word means, over its question mark. */
export default function HintPopup({ text, opener, onClose, onHeld }: Props) {
  const { t } = useText()
  return (
    <Popover.Root
      open
      onOpenChange={(next, { reason, event }) => {
        // the mark itself closes what it has opened
        const isOpener = event.target instanceof Node && opener.current?.contains(event.target)
        if (!next && !(reason === 'outside-press' && isOpener)) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={opener}
          side="top"
          sideOffset={6}
          collisionPadding={12}
          className="z-[55]"
        >
          <Popover.Popup
            aria-label={t('common.explain')}
            initialFocus={false}
            finalFocus={false}
            onPointerEnter={() => onHeld(true)}
            onPointerLeave={() => onHeld(false)}
            onFocus={() => onHeld(true)}
            onBlur={() => onHeld(false)}
            className="popup max-w-72 rounded-md bg-ink px-4 py-2.5 text-sm text-paper shadow-lift"
          >
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
