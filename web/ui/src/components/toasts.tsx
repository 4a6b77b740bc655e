import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { takeMessages } from '../browser/toast.ts'
import { useText } from '../i18n/words.ts'
import { CheckIcon } from './icons.tsx'
import { CloseIcon } from './more-icons.tsx'

const TIMEOUT_MS = 6_000
const manager = Toast.createToastManager()

function List() {
  const { t } = useText()
  const { toasts } = Toast.useToastManager()
  useEffect(
    () =>
      takeMessages(({ title, kind }) => {
        // The same text isn't stacked.
        const id = `${kind}:${title}`
        // All politely: one of high priority is hidden from screen readers although the Tab key reaches it.
        manager.add({ id, title, type: kind, timeout: TIMEOUT_MS, priority: 'low' })
      }),
    [],
  )
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="toast pointer-events-auto flex w-full items-start gap-3 rounded-md border border-line bg-surface py-3 pr-2 pl-4 shadow-lift"
    >
      <span
        className={`mt-1 inline-flex size-5 items-center justify-center rounded-full ${toast.type === 'error' ? 'bg-chili text-surface' : 'bg-leaf text-on-leaf'}`}
      >
        {toast.type === 'error' ? <CloseIcon className="size-3" /> : <CheckIcon className="size-3" />}
      </span>
      <Toast.Title className="flex-1 py-0.5 text-sm font-medium" />
      <Toast.Close
        aria-label={t('common.close')}
        className="inline-flex size-8 items-center justify-center rounded-full text-soft hover:bg-sunken"
      >
        <CloseIcon className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ))
}

/** Short messages at the top of the screen; hovering or focusing them stops their clock (WB-16). */
export default function Toasts() {
  const { t } = useText()
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('common.messages')}
          className="pointer-events-none fixed inset-x-4 top-4 z-[60] mx-auto flex max-w-md flex-col gap-2 md:right-8 md:left-auto md:mx-0 md:w-[400px]"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
