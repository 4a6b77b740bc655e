import { Steps } from '@talad/ui/components/steps'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { type Progress, progressSteps } from '../progress.ts'

const texts: Record<(typeof progressSteps)[number], { title: TextKey; text: TextKey }> = {
  received: { title: 'progress.received', text: 'progress.receivedText' },
  signing: { title: 'progress.signing', text: 'progress.signingText' },
  processing: { title: 'progress.processing', text: 'progress.processingText' },
  fulfilled: { title: 'progress.fulfilled', text: 'progress.fulfilledText' },
}

/** The four steps of a delivery (WB-7): Received, Signing transactions, Processing, Fulfilled. */
export function ProgressSteps({ progress }: { progress: Progress }) {
  const { t } = useText()
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
