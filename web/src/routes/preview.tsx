import { type PreviewCampaign, type PreviewDraft, previewMessage } from '@talad/proto/site/preview'
import { loadLanguage, PartLanguage } from '@talad/ui/i18n/language'
import { lazy, type MouseEvent, Suspense, startTransition, useEffect, useState } from 'react'
import { PreviewMode } from './sections/preview-mode.ts'
import { Sections } from './sections/sections.tsx'

/** What a home needs nothing of. */
const CampaignPreview = lazy(() => import('./campaign-preview.tsx'))

type Shown = PreviewDraft | PreviewCampaign

function paint(shown: Shown): void {
  const { light } = shown
  const palettes = 'palettes' in shown ? shown.palettes : null
  const { dataset, style } = document.documentElement
  dataset.theme = light
  for (const [name, colour] of Object.entries(palettes?.light ?? {}))
    style.setProperty(`--${name}`, `light-dark(${colour}, ${palettes?.dark[name] ?? colour})`)
}

/** What the editor around this frame writes: of nobody else, and only what answers this load of the frame. */
function useDraft(): Shown | undefined {
  const [draft, setDraft] = useState<Shown>()
  useEffect(() => {
    if (window.parent === window) return
    const token = crypto.randomUUID()
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== window.parent) return
      const read = previewMessage.safeParse(data)
      if (!read.success || read.data.token !== token) return
      paint(read.data)
      void loadLanguage(read.data.language).then(() => startTransition(() => setDraft(read.data)))
    }
    window.addEventListener('message', hear)
    window.parent.postMessage({ kind: 'talad.preview.ready', token }, '*') // says nothing; who may frame us the policy says
    return () => window.removeEventListener('message', hear)
  }, [])
  return draft
}

/** AW-13: a page as it will be seen, while it is being written. Its links lead nowhere. */
export default function PreviewPage() {
  const draft = useDraft()
  if (!draft) return null
  const stay = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <PreviewMode value>
      <PartLanguage value={draft.language}>
        <div onClickCapture={stay} lang={draft.language}>
          {draft.kind === 'talad.preview.draft' ? (
            <Sections sections={draft.sections} />
          ) : (
            <Suspense fallback={null}>
              <CampaignPreview campaign={draft.campaign} />
            </Suspense>
          )}
        </div>
      </PartLanguage>
    </PreviewMode>
  )
}
