import { Steps } from '@talad/ui/components/steps'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { type Progress, progressSteps } from '../progress.ts'

const texts: Record<(typeof progressSteps)[number], { title: LateKey; done?: LateKey; text: LateKey }> = {
  received: { title: 'progress.received', text: 'progress.receivedText' },
  signing: { title: 'progress.signing', done: 'progress.signed', text: 'progress.signingText' },
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
      steps={progressSteps.map((step, index) => {
        const { title, done = title, text } = texts[step]
        const state = isOver || index < current ? 'done' : index === current ? 'now' : 'next'
        return { title: t(state === 'done' ? done : title), text: t(text), state }
      })}
    />
  )
}
