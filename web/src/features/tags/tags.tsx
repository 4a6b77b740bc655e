import { Button } from '@talad/ui/components/button'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePrivacyText } from '../../i18n/privacy.ts'
import { decideTags, useTagConsent } from './consent.ts'

/** Where money or a signature is under way: nobody is asked anything, and nothing is told. */
const DELICATE = /^\/(payment|auth)\//

/** GW-36: asks once whether visits may be counted; the tag manager is fetched after a yes alone. */
export default function Tags() {
  const { pathname } = useLocation()
  const consent = useTagConsent()
  if (consent === 'no' || DELICATE.test(pathname)) return null
  return consent ? <Manager id={consent.id} path={pathname} /> : <Question />
}

function Question() {
  const { t } = usePrivacyText()
  return (
    <section
      aria-label={t('tags.title')}
      className="consent-bar fixed inset-x-4 bottom-4 z-30 mx-auto grid max-w-xl gap-3 rounded-lg border border-line bg-surface p-4 shadow-lift max-md:bottom-20"
    >
      <p className="text-sm">
        {t('tags.text')}{' '}
        <Link to="/about/$page" params={{ page: 'privacy' }} className="font-semibold underline">
          {t('tags.more')}
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" size="small" onClick={() => decideTags(false)}>
          {t('tags.no')}
        </Button>
        <Button look="quiet" size="small" onClick={() => decideTags(true)}>
          {t('tags.yes')}
        </Button>
      </div>
    </section>
  )
}

/**
 * A page of nobody's, out of sight, in which the tag manager runs: it is told which page is seen, without what stands behind a
 * question mark, and has no way to anything else of ours.
 */
function Manager({ id, path }: { id: string; path: string }) {
  const { t } = usePrivacyText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && data === 'talad.tags') setReady(true)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (!isReady) return
    const place = window.location.origin + path
    const told = { event: 'page_view', page_location: place, page_path: path, client_id: id }
    frame.current?.contentWindow?.postMessage({ kind: 'talad.tags', told }, '*')
  }, [isReady, path, id])
  return <iframe ref={frame} src="/tags.html" sandbox="allow-scripts" title={t('tags.title')} hidden />
}
