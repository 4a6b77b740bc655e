import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { useOffline } from '../browser/network.ts'
import { useText } from '../i18n/words.ts'
import { useBackCloses } from './back-closes.ts'
import { CloseIcon } from './more-icons.tsx'
import { Notice } from './status.tsx'
import { useSwipeDown } from './swipe-down.ts'

type Props = {
  onClose: () => void
  title: string
  /** as high as the screen of a phone, and always of one height: for lists that change while one types */
  tall?: boolean
  /** what has the focus at first; otherwise the first that can have it */
  focusFirst?: RefObject<HTMLElement | null>
  /** what stays below what is scrolled */
  foot?: ReactNode
  children: ReactNode
}

/** What is in the window; apart, because it is there only while the window is. */
function Popup({ onClose, title, tall = false, focusFirst, foot, children }: Props) {
  const { t } = useText()
  const offline = useOffline()
  const sheet = useSwipeDown(onClose)
  return (
    <Base.Popup
      ref={sheet}
      initialFocus={focusFirst}
      className={`sheet flex w-full flex-col bg-surface shadow-lift outline-none md:max-w-[540px] md:rounded-lg ${tall ? 'h-dvh md:h-[min(680px,86dvh)]' : 'max-h-[92dvh] rounded-t-lg'}`}
    >
      <span aria-hidden="true" className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line md:hidden" />
      <header className="flex items-start justify-between gap-4 px-5 pt-3 pb-3 md:px-8 md:pt-7">
        <Base.Title className="text-lg font-semibold">{title}</Base.Title>
        <Base.Close
          aria-label={t('common.close')}
          className="-mt-1.5 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
        >
          <CloseIcon />
        </Base.Close>
      </header>
      <div className="overflow-y-auto overscroll-contain px-5 pt-1 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:px-8 md:pb-8">
        <div role="status">
          {offline && (
            <div className="pb-4">
              <Notice tone="calm">{t('offline.window')}</Notice>
            </div>
          )}
        </div>
        {children}
      </div>
      {foot && (
        <div className="px-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:px-8 md:pb-8">{foot}</div>
      )}
    </Base.Popup>
  )
}

/**
 * A window over the page: a sheet from below on a phone. Escape, the veil, the cross and a pull of 250 px down and the
 * browser's Back close it (WB-16).
 */
export function Dialog(props: Props) {
  const { onClose } = props
  useBackCloses(onClose)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        {/* also over a window that has asked for this one */}
        <Base.Backdrop forceRender className="veil fixed inset-0 z-50 bg-black/60" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center md:items-center md:p-8">
          <Popup {...props} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
