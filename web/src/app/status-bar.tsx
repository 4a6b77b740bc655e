import { checkNetwork, useOffline } from '@talad/ui/browser/network'
import { reloadPage, useIsOutdated } from '@talad/ui/browser/new-version'
import { LONG_READ_MS, useLong } from '@talad/ui/browser/use-long'
import { isFirstRead, useIsReading } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/index.ts'

/** Where money or a signature is under way: nothing interrupts there, and people want to hear of their money. */
const paths = /^\/(payment|auth)\//

function Action({ text, onAct }: { text: string; onAct: () => Promise<unknown> }) {
  const [acting, setActing] = useState(false)
  return (
    <Button
      look="quiet"
      size="small"
      busy={acting}
      onClick={() => {
        setActing(true)
        void onAct().finally(() => setActing(false))
      }}
      className="shrink-0"
    >
      {text}
    </Button>
  )
}

/** What there is to say, the most pressing alone; undefined on every good day. */
function useMessage(): { text: string; action: ReactNode } | undefined {
  const { t } = useText()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const offline = useOffline()
  const isLong = useLong(useIsReading(), LONG_READ_MS)
  const isOutdated = useIsOutdated()
  const isDelicate = paths.test(pathname)
  if (offline) {
    return {
      text: isDelicate ? t('offline.payment') : t('offline.text'),
      action: <Action text={t('common.retry')} onAct={checkNetwork} />,
    }
  }
  if (isLong) {
    const again = async () => {
      const first = { predicate: isFirstRead }
      await queryClient.cancelQueries(first)
      await queryClient.refetchQueries(first)
    }
    return { text: t('slow.text'), action: <Action text={t('common.retry')} onAct={again} /> }
  }
  if (isOutdated && !isDelicate) {
    return { text: t('version.text'), action: <Action text={t('version.reload')} onAct={reloadPage} /> }
  }
  return undefined
}

/**
 * One calm line over the page: that there is no network, that an answer takes long, that there is a new version. Its
 * place is always there, so that screen readers hear what appears in it. A window over the page covers it, and says
 * itself what it has to.
 */
export function StatusBar() {
  const message = useMessage()
  return (
    <div role="status" className="status-bar">
      {message && (
        <div className="flex items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-lift">
          <p className="min-w-0 flex-1">{message.text}</p>
          {message.action}
        </div>
      )}
    </div>
  )
}
