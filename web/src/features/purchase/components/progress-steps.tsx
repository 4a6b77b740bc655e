import { Steps } from '@talad/ui/components/steps'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { type Progress, progressSteps } from '../progress.ts'

const texts: Record<(typeof progressSteps)[number], { title: LateKey; text: LateKey }> = {
  received: { title: 'progress.received', text: 'progress.receivedText' },
  signing: { title: 'progress.signing', text: 'progress.signingText' },
  processing: { title: 'progress.processing', text: 'progress.processingText' },
  fulfilled: { title: 'progress.fulfilled', text: 'progress.fulfilledText' },
}

/** The four steps of a delivery (WB-7): Received, Signing transactions, Processing, Fulfilled. */
export function ProgressSteps({ progress }: { progress: Progress }) {
  const { t } = useLateText()
  const current = 'step' in progress ? progressSteps.indexOf(progress.step) : -1
  const isOver = progress.state === 'success'
  return (
    <Steps
      steps={progressSteps.map((step, index) => ({
        title: t(texts[step].title),
        text: t(texts[step].text),
        state: isOver || index < current ? 'done' : index === current ? 'now' : 'next',
      }))}
    />
  )
}
