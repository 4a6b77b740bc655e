import { say } from '@talad/ui/browser/toast'
import { IconButton } from '@talad/ui/components/button'
import { BellIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notificationsQuery } from '../features/notifications/api/notifications.ts'
import { isBad, newOf, sentenceOf } from '../features/notifications/words.ts'
import { useOwnText } from '../i18n/own.ts'

const Notices = lazyPart(() => import('./notices.tsx'))

const MOST_SHOWN = 9

/** Says what comes while the person is here; what came before is in the list. */
function useToasts(account: string) {
  const { t } = useOwnText()
  const { data } = useInfiniteQuery(notificationsQuery(account))
  const list = data?.pages[0]?.list
  const known = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (!list) return
    for (const one of newOf(list, known.current)) say(sentenceOf(one, t), isBad(one) ? 'error' : 'success')
    known.current = list[0]?._id ?? null
  }, [list, t])
  return data?.pages[0]?.unread ?? 0
}

/** The bell of the header: how much is unread, and the list. */
export default function Bell({ account }: { account: string }) {
  const { t } = useOwnText()
  const unread = useToasts(account)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  return (
    <>
      <IconButton
        label={unread > 0 ? t('notice.unread', { count }) : t('notice.title')}
        className="relative"
        onPointerEnter={() => void Notices.preload()}
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0.5 min-w-5 rounded-full bg-gold px-1 text-center text-xs leading-5 font-bold text-on-gold tabular-nums"
          >
            {count}
          </span>
        )}
      </IconButton>
      {open && (
        <Part onMissing={close}>
          <Notices account={account} onClose={close} />
        </Part>
      )}
    </>
  )
}
