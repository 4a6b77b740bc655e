import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'
import { CloseIcon } from './icons.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  children: ReactNode
}

/** A window over the page: a sheet from below on a phone. Escape, the veil and the cross close it. */
export function Dialog({ open, onClose, title, description, children }: Props) {
  const { t } = useText()
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-black/55" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center md:items-center md:p-8">
          <Base.Popup className="sheet flex max-h-[92dvh] w-full flex-col rounded-t-lg bg-surface shadow-lift outline-none md:max-w-[520px] md:rounded-b-lg">
            <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3 md:px-7 md:pt-6">
              <div>
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description && (
                  <Base.Description className="text-sm text-soft">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                aria-label={t('common.close')}
                className="-mt-1.5 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
              >
                <CloseIcon />
              </Base.Close>
            </header>
            <div className="overflow-y-auto overscroll-contain px-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:px-7 md:pb-7">
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
