import { Dialog } from '@talad/ui/components/dialog'
import { Notice } from '@talad/ui/components/status'
import { useEffect, useRef, useState } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import { faultOf, openDetector } from '../camera.ts'
import { codeFrom } from '../code.ts'

/** How often the picture is looked at: faster finds nothing sooner, and warms a phone. */
const EVERY_MS = 250

/** What is in the window; apart, because a window puts it in a moment after it is asked for itself. */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useCampaignText()
  const video = useRef<HTMLVideoElement>(null)
  const found = useRef(onCode)
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>()
  const [isOther, setOther] = useState(false)
  useEffect(() => {
    found.current = onCode
  })
  useEffect(() => {
    const work = new AbortController()
    let stream: MediaStream | undefined
    const watch = async (screen: HTMLVideoElement) => {
      const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = camera
      if (work.signal.aborted) {
        for (const track of camera.getTracks()) track.stop()
        return
      }
      screen.srcObject = camera
      await screen.play()
      const detector = await openDetector()
      while (!work.signal.aborted) {
        const seen =
          screen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detector.detect(screen) : []
        const [code] = seen.flatMap(({ rawValue }) => codeFrom(rawValue) ?? [])
        if (work.signal.aborted) return
        if (code !== undefined) return found.current(code)
        setOther(seen.length > 0)
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    }
    if (!video.current || !navigator.mediaDevices) setFault('scan.noCamera')
    else
      watch(video.current).catch((error: unknown) => {
        if (!work.signal.aborted) setFault(faultOf(error))
      })
    return () => {
      work.abort()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [])
  return (
    <div className="grid gap-4">
      {fault ? (
        <Notice>
          <p role="alert">{t(fault)}</p>
        </Notice>
      ) : (
        <p className="text-soft">{t('scan.text')}</p>
      )}
      <video
        ref={video}
        muted
        playsInline
        aria-label={t('scan.title')}
        className={`aspect-square w-full rounded-lg bg-sunken object-cover ${fault ? 'hidden' : ''}`}
      />
      <p role="status" className="text-sm text-soft">
        {isOther && !fault && t('scan.other')}
      </p>
    </div>
  )
}

/** Reads a code by the camera; where there is none, or it isn't allowed, it is typed. */
export default function ScanDialog({
  onCode,
  onClose,
}: {
  onCode: (code: string) => void
  onClose: () => void
}) {
  const { t } = useCampaignText()
  return (
    <Dialog title={t('scan.title')} onClose={onClose}>
      <Camera onCode={onCode} />
    </Dialog>
  )
}
